// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { Pager } from '#shell/Pager.tsx'

afterEach(cleanup)

/** A list that is fetched: while a page is on its way its pager is gone, too. */
function List() {
  const [page, setPage] = useState(1)
  const [come, setCome] = useState(1)
  return page === come ? (
    <Pager page={page} limit={20} total={50} onPage={setPage} />
  ) : (
    <button type="button" onClick={() => setCome(page)}>
      It comes
    </button>
  )
}

const button = (name: string) => screen.queryByRole('button', { name })
const turn = (name: string) => {
  screen.getByRole('button', { name }).focus()
  fireEvent.click(screen.getByRole('button', { name }))
  fireEvent.click(screen.getByRole('button', { name: 'It comes' }))
}

test('there is no way to a page that is not there, and the focus goes to where one is', () => {
  render(<List />)
  expect(button('Newer')).toBeNull()
  turn('Older')
  expect(document.activeElement).toBe(screen.getByText('Page 2 of 3'))
  turn('Older')
  expect(button('Older')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('Page 3 of 3'))
  turn('Newer')
  expect(button('Older')).not.toBeNull()
})

test('a pager that appears takes the focus from nobody', () => {
  render(<List />)
  expect(document.activeElement).toBe(document.body)
})
