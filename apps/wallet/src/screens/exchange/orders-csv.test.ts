import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCsv } from '@btbc/contract/csv.ts'
import { ordersCsv } from '#screens/exchange/orders-csv.ts'

/** As RFC 4180 says a file is read. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (const [, quoted, plain, end] of text.matchAll(fields)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

test('what is written is read back', () => {
  const text = fc.string().filter((each) => !/^[=+\-@＝＋－＠\t\r\n]/.test(each))
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), (rows) => {
      expect(readCsv(toCsv(rows))).toEqual(rows)
    }),
  )
})

test('nothing in a file is a formula', () => {
  expect(toCsv([['=1+1', '@x', '-1.5', '-x']])).toBe("'=1+1,'@x,-1.5,'-x\r\n")
  expect(toCsv([["-1+1|cmd' /C calc'!A0", '＝1+1', '-1.5e3']])).toBe(
    "'-1+1|cmd' /C calc'!A0,'＝1+1,'-1.5e3\r\n",
  )
})

test('an order is one line with its amounts to the last decimal', () => {
  const order = {
    id: 7,
    client_id: 'a,b',
    create_time: '2026-11-21T04:00:00.000Z',
    currency_name: 'BTC',
    legal_name: 'USDT',
    direction: 'in',
    type: 'stop_limit',
    price: '64210.50000000',
    stop_price: '64000.00000000',
    number: '0.01000000',
    filled: '0.00500000',
    avg_price: '64210.00000000',
    fee: '0.00000500',
    fee_currency: 'BTC',
    status: 'cancelled',
  } as const
  const [head, line] = readCsv(ordersCsv([order]))
  expect(head).toHaveLength(14)
  expect(line).toEqual([
    '7',
    'a,b',
    '2026-11-21T04:00:00.000Z',
    'BTC/USDT',
    'buy',
    'stop_limit',
    '64210.50000000',
    '64000.00000000',
    '0.01000000',
    '0.00500000',
    '64210.00000000',
    '0.00000500',
    'BTC',
    'cancelled',
  ])
})
