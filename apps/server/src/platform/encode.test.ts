import { calls } from '@btbc/contract/calls.ts'
import { operatorCalls } from '@btbc/contract/operator/calls.ts'
import { Amount, Timestamp } from '@btbc/contract/wire.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { defOf, encode } from '#platform/encode.ts'

const responses = [...Object.values(calls), ...Object.values(operatorCalls)]

const DATES = { min: new Date(0), max: new Date('2100-01-01') }

/** Values as they are inside, most of them of this type. */
function insideOf(type: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = defOf(type)
  if (def.type === 'object') {
    const fields = Object.entries(def.shape).map(([name, field]) => [name, insideOf(field)])
    return fc.record(Object.fromEntries(fields))
  }
  if (def.type === 'pipe') return insideOf(defOf(def.out).type === 'custom' ? def.in : def.out)
  if (def.type === 'array') return fc.array(insideOf(def.element), { maxLength: 3 })
  if (def.type === 'tuple') return fc.tuple(...def.items.map(insideOf))
  if (def.type === 'union') return fc.oneof(...def.options.map(insideOf))
  if (def.type === 'nullable') return fc.option(insideOf(def.innerType))
  if (def.type === 'optional') return fc.option(insideOf(def.innerType), { nil: undefined })
  if (def.type === 'record') return fc.dictionary(fc.string(), insideOf(def.valueType))
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries))
  if (def.type === 'literal') return fc.constantFrom(...def.values)
  if (def.type === 'bigint') return fc.bigInt({ min: -5n, max: 10n ** 18n })
  if (def.type === 'number') return fc.integer({ min: 0, max: 30 })
  if (def.type === 'boolean') return fc.boolean()
  if (def.type === 'date') return fc.date({ ...DATES, noInvalidDate: true })
  if (def.type === 'string') return fc.oneof(fc.string({ minLength: 1 }), fc.constant('2026-03-01'))
  return fc.jsonValue()
}

function outcome(write: () => unknown): unknown {
  try {
    return { written: JSON.stringify(write()) }
  } catch {
    return 'refused'
  }
}

test('every answer goes out as zod would write it, and none that is not of its type', () => {
  const written = new Set<unknown>()
  for (const { path, response } of responses) {
    fc.assert(
      fc.property(insideOf(response), (value) => {
        const expected = outcome(() => z.encode(response, value))
        expect(outcome(() => encode(response, value as never))).toEqual(expected)
        if (expected !== 'refused') written.add(path)
      }),
      { numRuns: 25 },
    )
  }
  expect(responses.filter(({ path }) => !written.has(path)).map(({ path }) => path)).toEqual([])
})

test('a refusal of a codec is a fault, and so is what is not of the type', () => {
  const Row = z.object({ at: Timestamp, amounts: z.array(z.nullable(Amount)) })
  const at = new Date('2026-03-01T12:00:00.000Z')
  expect(encode(Row, { at, amounts: [150_000_000n, null] })).toEqual({
    at: '2026-03-01T12:00:00.000Z',
    amounts: ['1.50000000', null],
  })
  expect(() => encode(Row, { at, amounts: [-1n] })).toThrow('amount out of range')
  expect(() => encode(Row, { at: new Date(Number.NaN), amounts: [] })).toThrow('at')
})
