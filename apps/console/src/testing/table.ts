import { fireEvent, screen, within } from '@testing-library/react'

/** What stands under one head of a table once it is sorted upwards by another. */
export function sortedBy(head: string, { of: caption, read }: { of: string; read: string }) {
  const table = within(screen.getByRole('table', { name: caption }))
  const heads = table.getAllByRole('columnheader')
  const sorted = heads.find((each) => each.textContent === head)
  const press = () => fireEvent.click(table.getByRole('button', { name: head }))
  for (let n = 0; n < 3 && sorted?.getAttribute('aria-sort') !== 'ascending'; n += 1) press()
  const at = heads.findIndex((each) => each.textContent === read)
  const [, ...rows] = table.getAllByRole('row')
  return rows.map((row) => within(row).getAllByRole('cell')[at]?.textContent)
}
