import { expect, test } from 'vitest'

import { statementRows } from '#screens/statement/save-statement.ts'

const line = {
  id: 7,
  order_no: 'W7',
  created_at: '2026-03-01 12:00:00',
  kind: 'transfer',
  info: 'Transfer',
  value: '-1.00000000',
  balance: '9.00000000',
}

test('a saved statement ends with the head of the books as it was last signed', () => {
  const signed = { number: 3, at: '2026-03-01 13:00:00', books: 'ab'.repeat(32) }
  const [head, first, last] = statementRows([line], signed)
  expect(head).toHaveLength(6)
  expect(first).toEqual(['W7', line.created_at, 'transfer', 'Transfer', line.value, line.balance])
  expect(last).toEqual(['3', signed.at, 'books.head', signed.books, '', ''])
  expect(statementRows([line], undefined)).toHaveLength(2)
})
