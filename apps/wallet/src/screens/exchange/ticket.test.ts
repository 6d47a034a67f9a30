import { UNIT, parseAmount, plainAmount } from '@btbc/money/amount.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { decimalsOfStep } from '#markets/rules.ts'
import {
  distanceOf,
  faultOf,
  firstPrice,
  heldFor,
  isSpending,
  largestAmount,
  middleOf,
  percentOf,
  priceOf,
  shareOf,
  type Ticket,
  totalOf,
} from '#screens/exchange/ticket.ts'

const rules = { tick: UNIT / 100n, lot: UNIT / 100_000n, notionalMin: UNIT }
const best = { bid: 64_209n * UNIT, ask: 64_211n * UNIT }
const unlimited = { base: 2n ** 60n, quote: 2n ** 60n }

const prices = fc.bigInt(1n, 10_000_000n).map((ticks) => plainAmount(ticks * rules.tick))
const ticket = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  mode: fc.constantFrom('limit', 'market', 'stop_limit', 'stop_market'),
  price: prices,
  stop: prices,
  terms: fc.constantFrom('gtc', 'ioc', 'fok', 'post_only'),
  amount: fc.bigInt(1n, 100_000_000n).map((lots) => plainAmount(lots * rules.lot)),
  unit: fc.constantFrom('coins', 'money'),
}) satisfies fc.Arbitrary<Ticket>
const plain: Ticket = {
  side: 'buy',
  mode: 'limit',
  price: '64210.5',
  stop: '',
  terms: 'gtc',
  amount: '0.01',
  unit: 'coins',
}
const funds = fc.record({
  base: fc.bigInt(0n, 10_000n * UNIT),
  quote: fc.bigInt(0n, 10_000_000n * UNIT),
})
const percent = fc.integer({ min: 0, max: 100 })

test('a share of what is available costs no more than that, whatever it holds, and is whole lots', () => {
  fc.assert(
    fc.property(ticket, funds, percent, (order, owned, share) => {
      const amount = shareOf(order, share, { funds: owned, best, rules })
      const available = order.side === 'buy' ? owned.quote : owned.base
      expect(heldFor(order, amount, best, rules.tick) <= available).toBe(true)
      if (isSpending(order)) {
        const wanted = (available * BigInt(share)) / 100n
        expect(wanted - amount >= 0n && wanted - amount < UNIT / 100n).toBe(true)
        return
      }
      expect(amount % rules.lot).toBe(0n)
      const cost = order.side === 'buy' ? totalOf(priceOf(order, best) ?? 0n, amount) : amount
      expect(cost * 100n <= available * BigInt(share)).toBe(true)
    }),
  )
})

test('25 % of a market buy is 25 %, though coins hold more until they are bought', () => {
  const owned = { base: 0n, quote: 9_130n * UNIT }
  const order: Ticket = { ...plain, mode: 'market', unit: 'money' }
  const standing = { funds: owned, best, rules }
  expect(shareOf(order, 25, standing)).toBe((9_130n * UNIT) / 4n)
  expect(shareOf(order, 100, standing)).toBe(9_130n * UNIT)
  const coins = shareOf({ ...order, unit: 'coins' }, 25, standing)
  expect(plainAmount(totalOf(best.ask, coins))).toBe('2282.05894')
  expect(faultOf({ ...order, amount: '9130' }, standing)).toBeUndefined()
  expect(faultOf({ ...order, amount: '9130.01' }, standing)).toBe('notEnough')
})

test('the largest amount can be paid, and one step more cannot', () => {
  fc.assert(
    fc.property(ticket, funds, (order, owned) => {
      const amount = largestAmount(order, { funds: owned, best, rules })
      const available = order.side === 'buy' ? owned.quote : owned.base
      const step = isSpending(order) ? UNIT / 100n : rules.lot
      expect(heldFor(order, amount, best, rules.tick) <= available).toBe(true)
      expect(heldFor(order, amount + step, best, rules.tick) > available).toBe(true)
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
  [{ mode: 'market', unit: 'money', amount: '0.99' }, 'tooSmall'],
  [{ mode: 'stop_limit' }, 'noStop'],
  [{ mode: 'stop_market', stop: '64210.505' }, 'offTick'],
  [{ mode: 'stop_market', stop: '64000' }, 'stopReached'],
  [{ mode: 'stop_market', stop: '64500' }, undefined],
  [{ mode: 'stop_limit', stop: '64500', price: '' }, 'noPrice'],
  [{ side: 'sell', mode: 'stop_limit', stop: '64500' }, 'stopReached'],
  [{ side: 'sell', mode: 'stop_limit', stop: '63000' }, undefined],
  [{ terms: 'post_only', price: '64211' }, 'wouldTrade'],
  [{ terms: 'post_only', price: '64210.99' }, undefined],
])('%o is %s', (changes, fault) => {
  const owned = { base: UNIT / 2n, quote: 1_000n * UNIT }
  const standing = { funds: owned, best, rules, last: 64_100n * UNIT }
  expect(faultOf({ ...plain, ...changes }, standing)).toBe(fault)
})

test('before anything was traded a stop is judged by what is offered', () => {
  const standing = { funds: unlimited, best, rules }
  const stopAt = (side: Ticket['side'], stop: string) =>
    faultOf({ ...plain, side, mode: 'stop_market', stop }, standing)
  expect([stopAt('buy', '64211'), stopAt('buy', '64300')]).toEqual(['stopReached', undefined])
  expect([stopAt('sell', '64300'), stopAt('sell', '63000')]).toEqual(['stopReached', undefined])
  const nobody = { ...standing, best: { bid: undefined, ask: undefined } }
  expect(faultOf({ ...plain, mode: 'stop_market', stop: '64000' }, nobody)).toBeUndefined()
})

test('in an empty market there is nothing to buy at the market', () => {
  const order: Ticket = { ...plain, mode: 'market', amount: '1' }
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
  expect([decimalsOfStep(rules.tick), decimalsOfStep(rules.lot), decimalsOfStep(UNIT)]).toEqual([
    2, 5, 0,
  ])
  expect(middleOf(best, rules.tick)).toBe(64_210n * UNIT)
})

test.each<[Partial<Ticket>, string | undefined]>([
  [{}, undefined],
  // 5 % beyond the other side, as far as a market order may go.
  [{ price: '67421.55' }, undefined],
  [{ price: '67421.56' }, 'loss 5 above'],
  [{ side: 'sell', price: '1' }, 'loss 99 below'],
  [{ side: 'sell', price: '900000' }, 'rest 1301 above'],
  [{ price: '52000' }, undefined],
  [{ price: '50000' }, 'rest 22 below'],
  [{ mode: 'stop_limit', stop: '70000', price: '80000' }, 'loss 14 above'],
  [{ mode: 'market' }, undefined],
])('%o is %s from the market', (changes, expected) => {
  const far = distanceOf({ ...plain, ...changes }, { funds: unlimited, best, rules })
  const said = far && [far.isLoss ? 'loss' : 'rest', far.percent, far.isAbove ? 'above' : 'below']
  expect(said?.join(' ')).toBe(expected)
})

test('the price begins at what it would trade at, and in a one-sided book at what is there', () => {
  expect([firstPrice('buy', best), firstPrice('sell', best)]).toEqual([best.ask, best.bid])
  expect(firstPrice('buy', { bid: 1n, ask: undefined })).toBe(1n)
  expect(firstPrice('sell', { bid: undefined, ask: undefined })).toBeUndefined()
})
