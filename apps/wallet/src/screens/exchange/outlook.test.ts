import { UNIT, parseAmount, plainAmount } from '@btbc/money/amount.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { outlookOf } from '#screens/exchange/outlook.ts'
import { type Ticket } from '#screens/exchange/ticket.ts'

const rules = { tick: UNIT / 100n, lot: UNIT / 100_000n, notionalMin: UNIT }
const fees = { maker: UNIT / 1_000n, taker: UNIT / 500n }
const plain: Ticket = {
  side: 'buy',
  mode: 'limit',
  price: '100',
  stop: '',
  terms: 'gtc',
  amount: '1',
  unit: 'coins',
}

/** A level is its price and its quantity, in whole numbers. */
function reckon(changes: Partial<Ticket>, levels: readonly (readonly [number, number])[]) {
  const ticket = { ...plain, ...changes }
  const shown = levels.map(([price, quantity]) => ({
    price: BigInt(price) * UNIT,
    quantity: BigInt(quantity) * UNIT,
  }))
  const first = shown[0]?.price
  const best =
    ticket.side === 'buy' ? { bid: undefined, ask: first } : { bid: first, ask: undefined }
  const standing = { funds: { base: 0n, quote: 0n }, best, rules }
  const outlook = outlookOf(ticket, { standing, shown: { levels: shown, isCut: false }, fees })
  if (!outlook) return undefined
  const { now, rest, restEnds, total, held, pays, fee, gets, average = 0n } = outlook
  const plainOf = (units: bigint) => plainAmount(units)
  return {
    now: plainOf(now.amount),
    average: plainOf(average),
    rest: `${plainOf(rest)} ${restEnds}`,
    total: plainOf(total),
    held: plainOf(held),
    sums: [pays, fee, gets].map(plainOf),
  }
}

test('a sale far below the book brings what the book pays, not what was typed', () => {
  const book = [
    [60_000, 1],
    [59_000, 2],
  ] as const
  expect(reckon({ side: 'sell', price: '1', amount: '2' }, book)).toEqual({
    now: '2',
    average: '59500',
    rest: '0 waits',
    total: '119000',
    held: '2',
    sums: ['2', '238', '118762'],
  })
})

test('what the limit keeps out waits at its price and pays the maker’s fee, or is cancelled', () => {
  const book = [
    [90, 1],
    [110, 5],
  ] as const
  expect(reckon({ amount: '3' }, book)).toEqual({
    now: '1',
    average: '90',
    rest: '2 waits',
    total: '290',
    held: '300',
    sums: ['290', '0.004', '2.996'],
  })
  expect(reckon({ amount: '3', terms: 'ioc' }, book)).toMatchObject({
    rest: '2 cancelled',
    total: '90',
    sums: ['90', '0.002', '0.998'],
  })
  expect(reckon({ amount: '3', price: '80' }, book)).toMatchObject({ now: '0', total: '240' })
})

test('a market order goes as far as 5 %, by amount or by what is to be spent', () => {
  const book = [
    [100, 1],
    [104, 1],
    [106, 9],
  ] as const
  const market = { mode: 'market', price: '' } as const
  expect(reckon({ ...market, amount: '3' }, book)).toMatchObject({
    now: '2',
    rest: '1 cancelled',
    total: '204',
    held: '315',
  })
  expect(reckon({ ...market, unit: 'money', amount: '152' }, book)).toMatchObject({
    now: '1.5',
    rest: '0 cancelled',
    total: '152',
    held: '152',
    sums: ['152', '0.003', '1.497'],
  })
  expect(reckon({ ...market, amount: '3' }, [])).toBeUndefined()
})

test('a stop is reckoned at its own price and the dearer fee, whatever the book is now', () => {
  const stop = { mode: 'stop_limit', stop: '110', price: '120' } as const
  expect(reckon(stop, [[100, 5]])).toMatchObject({ now: '0', sums: ['120', '0.002', '0.998'] })
  const sale = { ...stop, side: 'sell', mode: 'stop_market', stop: '90' } as const
  expect(reckon(sale, [[100, 5]])).toMatchObject({ sums: ['1', '0.18', '89.82'] })
})

test('fee and net are together what is received; nothing is rounded in the member’s favour', () => {
  const units = fc.bigInt(1n, 1_000_000n)
  const level = fc.record({
    price: units.map((ticks) => ticks * rules.tick),
    quantity: units.map((lots) => lots * rules.lot),
  })
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('buy', 'sell'),
      units,
      units,
      (levels, side, ticks, lots) => {
        const sign = side === 'buy' ? 1 : -1
        const sorted = levels.toSorted((a, b) => sign * Number(a.price - b.price))
        const first = sorted[0]?.price
        const price = plainAmount(ticks * rules.tick)
        const ticket: Ticket = { ...plain, side, price, amount: plainAmount(lots * rules.lot) }
        const best = { bid: first, ask: first }
        const standing = { funds: { base: 0n, quote: 0n }, best, rules }
        const shown = { levels: sorted, isCut: false }
        const outlook = outlookOf(ticket, { standing, shown, fees })
        if (!outlook) throw new Error('nothing was reckoned')
        const coins = outlook.now.amount + outlook.rest
        expect(coins).toBe(lots * rules.lot)
        const received = side === 'buy' ? coins : outlook.total
        expect(outlook.fee + outlook.gets).toBe(received)
        expect(outlook.fee * UNIT >= received * fees.maker).toBe(true)
        // Never worse than the limit.
        const atLimit = (parseAmount(price) ?? 0n) * coins
        const isBetter =
          side === 'buy'
            ? outlook.total * UNIT <= atLimit
            : outlook.total * UNIT >= atLimit - 2n * UNIT
        expect(isBetter).toBe(true)
      },
    ),
  )
})
