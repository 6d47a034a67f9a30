import { parseAmount, UNIT } from '@btbc/money/amount.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  averageOf,
  decimalsOf,
  faultOf,
  heldFor,
  largestAmount,
  middleOf,
  outlookOf,
  percentOf,
  shareOf,
  type Ticket,
  totalOf,
  plainAmount,
} from '#screens/exchange/ticket.ts'

const rules = { tick: UNIT / 100n, lot: UNIT / 100_000n, notionalMin: UNIT }
const best = { bid: 64_209n * UNIT, ask: 64_211n * UNIT }
const unlimited = { base: 2n ** 60n, quote: 2n ** 60n }

const ticket = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  mode: fc.constantFrom('limit', 'market'),
  price: fc.bigInt(1n, 10_000_000n).map((ticks) => plainAmount(ticks * rules.tick)),
  amount: fc.bigInt(1n, 100_000_000n).map((lots) => plainAmount(lots * rules.lot)),
}) satisfies fc.Arbitrary<Ticket>
const funds = fc.record({
  base: fc.bigInt(0n, 10_000n * UNIT),
  quote: fc.bigInt(0n, 10_000_000n * UNIT),
})
const percent = fc.integer({ min: 0, max: 100 })

test('no share of what is available holds more than that, and every share is whole lots', () => {
  fc.assert(
    fc.property(ticket, funds, percent, (order, owned, share) => {
      const amount = shareOf(order, share, { funds: owned, best, rules })
      expect(amount % rules.lot).toBe(0n)
      const held = heldFor(order, amount, best, rules.tick)
      const available = order.side === 'buy' ? owned.quote : owned.base
      expect(held * 100n <= available * BigInt(share)).toBe(true)
    }),
  )
})

test('the largest amount can be paid, and one lot more cannot', () => {
  fc.assert(
    fc.property(ticket, funds, (order, owned) => {
      const amount = largestAmount(order, owned, best, rules)
      const available = order.side === 'buy' ? owned.quote : owned.base
      expect(heldFor(order, amount, best, rules.tick) <= available).toBe(true)
      expect(heldFor(order, amount + rules.lot, best, rules.tick) > available).toBe(true)
      expect(percentOf(amount, amount)).toBe(amount === 0n ? 0 : 100)
    }),
  )
})

test('a total of whole ticks and lots is exact', () => {
  fc.assert(
    fc.property(ticket, (order) => {
      const price = parseAmount(order.price) ?? 0n
      const amount = parseAmount(order.amount) ?? 0n
      expect(totalOf(price, amount) * UNIT).toBe(price * amount)
    }),
  )
})

test('fee and net are together what is received; the fee is never rounded down', () => {
  const rate = fc.bigInt(0n, UNIT / 100n)
  fc.assert(
    fc.property(ticket, rate, rate, (order, maker, taker) => {
      const price = parseAmount(order.price) ?? 0n
      const amount = parseAmount(order.amount) ?? 0n
      const outlook = outlookOf({ ...order, price, amount }, { maker, taker }, best)
      const received = order.side === 'buy' ? amount : totalOf(price, amount)
      expect(outlook.fee + outlook.gets).toBe(received)
      expect(outlook.fee * UNIT >= received * outlook.rate).toBe(true)
      expect(outlook.pays).toBe(order.side === 'buy' ? totalOf(price, amount) : amount)
    }),
  )
})

test('an order that trades at once pays the taker’s fee', () => {
  const fees = { maker: UNIT / 1_000n, taker: UNIT / 500n }
  const amount = UNIT
  const at = (price: bigint) =>
    outlookOf({ side: 'buy', mode: 'limit', price, amount }, fees, best).rate
  expect(at(best.ask)).toBe(fees.taker)
  expect(at(best.ask - rules.tick)).toBe(fees.maker)
})

test.each<[Partial<Ticket>, string | undefined]>([
  [{}, undefined],
  [{ price: '' }, 'noPrice'],
  [{ price: '0' }, 'noPrice'],
  [{ price: '64210.505' }, 'offTick'],
  [{ amount: '' }, 'noAmount'],
  [{ amount: '0.' }, 'noAmount'],
  [{ amount: '0.000001' }, 'offLot'],
  [{ amount: '0.00001' }, 'tooSmall'],
  [{ amount: '1' }, 'notEnough'],
  [{ side: 'sell', amount: '0.6' }, 'notEnough'],
  [{ side: 'sell', amount: '0.5' }, undefined],
  // 1,000 USDT buy 0.01557 at the best price, but a market buy holds 5 % more.
  [{ mode: 'market', amount: '0.01557' }, 'notEnough'],
  [{ mode: 'market', amount: '0.01483' }, undefined],
])('%o is %s', (changes, fault) => {
  const order: Ticket = { side: 'buy', mode: 'limit', price: '64210.5', amount: '0.01', ...changes }
  const owned = { base: UNIT / 2n, quote: 1_000n * UNIT }
  expect(faultOf(order, { funds: owned, best, rules })).toBe(fault)
})

test('in an empty market there is nothing to buy at the market', () => {
  const order: Ticket = { side: 'buy', mode: 'market', price: '', amount: '1' }
  const empty = { bid: undefined, ask: undefined }
  expect(faultOf(order, { funds: unlimited, best: empty, rules })).toBe('noOffers')
  expect(middleOf(empty, rules.tick)).toBeUndefined()
})

test('steps and prices as a field holds them', () => {
  expect([
    plainAmount(0n),
    plainAmount(UNIT),
    plainAmount(UNIT / 2n),
    plainAmount(10n * UNIT),
  ]).toEqual(['0', '1', '0.5', '10'])
  expect([decimalsOf(rules.tick), decimalsOf(rules.lot), decimalsOf(UNIT)]).toEqual([2, 5, 0])
  expect(middleOf(best, rules.tick)).toBe(64_210n * UNIT)
})

test('a large market order is reckoned through the levels it eats, not at the best price', () => {
  const levels = [
    { price: 100n * UNIT, quantity: UNIT },
    { price: 102n * UNIT, quantity: UNIT },
  ]
  expect(averageOf(levels, UNIT / 2n, rules.tick)).toBe(100n * UNIT)
  expect(averageOf(levels, 2n * UNIT, rules.tick)).toBe(101n * UNIT)
  expect(averageOf(levels, 4n * UNIT, rules.tick)).toBe((1015n * UNIT) / 10n)
  expect(averageOf([], UNIT, rules.tick)).toBeUndefined()
})
