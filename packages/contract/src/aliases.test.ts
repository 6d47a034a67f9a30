import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'

import { ALIAS, row } from '#aliases.ts'
import { listRecords } from '#mining.ts'
import { Payment } from '#payment-state.ts'
import { Amount, Timestamp } from '#wire.ts'

const Sold = row({
  id: z.int(),
  create_time: ALIAS,
  created_at: Timestamp,
  amount: Amount,
  number: ALIAS,
})

test('what the product knows by one name has all of the seeds’ on the wire, where they stood', () => {
  const at = new Date('2026-03-01T12:00:00.000Z')
  const known = { id: 7, created_at: at, amount: 150_000_000n }
  expectTypeOf<z.output<typeof Sold>>().toEqualTypeOf<typeof known>()
  const sent = z.encode(Sold, known)
  expect(JSON.stringify(sent)).toBe(
    '{"id":7,"create_time":"2026-03-01T12:00:00.000Z","created_at":"2026-03-01T12:00:00.000Z","amount":"1.50000000","number":"1.50000000"}',
  )
  expect(z.decode(Sold, sent)).toEqual(known)
  expect(() => row({ id: z.int(), draw_no: ALIAS })).toThrow('draw_no is no alias of this row')
})

test('the lists of payments and records have the seeds’ names', () => {
  const namesOf = (type: z.core.$ZodType) =>
    JSON.stringify(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }))
  for (const name of ['amount', 'number', 'created_at', 'create_time', 'order_no', 'draw_no']) {
    expect(namesOf(Payment)).toContain(`"${name}"`)
    expect(namesOf(listRecords.response)).toContain(`"${name}"`)
  }
})
