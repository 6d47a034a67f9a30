// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { type Column, Table } from '#shell/Table.tsx'

afterEach(cleanup)

type Packet = { id: number }

const columns = (): Column<Packet>[] => [
  {
    id: 'end',
    header: 'End',
    cell: ({ row: { original } }) => <button type="button">{`End ${original.id}`}</button>,
  },
]

/** Its columns are made anew whenever it is shown. */
function Packets({ ids }: { ids: readonly number[] }) {
  return <Table caption="Packets" columns={columns()} rows={ids.map((id) => ({ id }))} empty="" />
}

test('a button in a row keeps the focus when the list is read again, and when a row comes before it', () => {
  const { rerender } = render(<Packets ids={[7, 6]} />)
  const button = screen.getByRole('button', { name: 'End 7' })
  button.focus()
  rerender(<Packets ids={[7, 6]} />)
  expect(document.activeElement).toBe(button)
  rerender(<Packets ids={[8, 7, 6]} />)
  expect(document.activeElement?.textContent).toBe('End 7')
})
