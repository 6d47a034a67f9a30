import { cancelOrder } from '@btbc/contract/exchange.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { cancelWithdrawal, quoteWithdrawal, requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect } from 'vitest'

import { OUTSIDE } from '#testing/withdrawals.ts'
import { logInElsewhere } from '#testing/elsewhere.ts'
import { give } from '#testing/funds.ts'
import { newKey, ok } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import {
  allTheSame,
  done,
  expectOne,
  expectTold,
  inTurn,
  inWallet,
  order,
  type Pair,
  transfer,
  withdrawals,
} from './world.ts'

/** Pairs that reach for the same balance: between wallets, in the exchange, out of the house. */

const { BTC, USDT } = currencies

export const walletPairs: readonly Pair[] = [
  {
    name: 'transfer × transfer of one balance',
    async ready(world) {
      const ada = await world.member(10n)
      return {
        calls: inTurn(
          () => transfer(world, ada, { number: '10', to: 'legal' }),
          () => transfer(world, ada, { number: '10', to: 'lever' }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          const [legal, lever] = [
            await inWallet(world, ada, 'legal'),
            await inWallet(world, ada, 'lever'),
          ]
          expect(legal.available + lever.available).toBe(10n * UNIT)
        },
      }
    },
  },
  {
    name: 'transfer there × transfer back',
    async ready(world) {
      const ada = await world.member(10n)
      await transfer(world, ada, { number: '5' })
      return {
        calls: inTurn(
          () => transfer(world, ada, { number: '1' }),
          () => transfer(world, ada, { number: '1', from: 'legal', to: 'change' }),
        ),
        async check(outcomes) {
          expectTold(outcomes, 'insufficient_balance')
          const moved = BigInt(done(outcomes, 'right') - done(outcomes, 'left'))
          expect((await inWallet(world, ada)).available).toBe((5n + moved) * UNIT)
          expect((await inWallet(world, ada, 'legal')).available).toBe((5n - moved) * UNIT)
        },
      }
    },
  },
  {
    name: 'transfer × the same transfer under one key',
    async ready(world) {
      const ada = await world.member(10n)
      const key = newKey()
      return {
        calls: allTheSame(() => transfer(world, ada, { number: '1', key })),
        async check(outcomes) {
          expect(done(outcomes)).toBe(outcomes.length)
          expect((await inWallet(world, ada)).available).toBe(9n * UNIT)
        },
      }
    },
  },
]

export const exchangePairs: readonly Pair[] = [
  {
    name: 'transfer × order for one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: inTurn(
          () => transfer(world, ada, { number: '100' }),
          () => order(world, ada, {}),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          const ordered = done(outcomes, 'right') === 1
          const held = ordered ? 100n * UNIT : 0n
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held })
        },
      }
    },
  },
  {
    name: 'order × order for one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: allTheSame(() => order(world, ada, {})),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: 100n * UNIT })
        },
      }
    },
  },
  {
    name: 'cancel × cancel of one order',
    async ready(world) {
      const ada = await world.member(100n)
      const { id } = ok(await order(world, ada, {}))
      const cancel = () =>
        world.server.call(cancelOrder, { id, type: 'in' }, { as: ada, key: newKey() })
      return {
        calls: allTheSame(cancel),
        async check(outcomes) {
          // To be told again that it is cancelled is no second cancellation: what it held is back once.
          expectTold(outcomes, 'order_ended', 'order_not_found')
          expect(done(outcomes)).toBeGreaterThan(0)
          expect(await inWallet(world, ada)).toEqual({ available: 100n * UNIT, held: 0n })
        },
      }
    },
  },
  {
    name: 'cancel of an order × transfer of what it holds',
    async ready(world) {
      const ada = await world.member(100n)
      const { id } = ok(await order(world, ada, {}))
      return {
        calls: inTurn(
          () => world.server.call(cancelOrder, { id, type: 'in' }, { as: ada, key: newKey() }),
          () => transfer(world, ada, { number: '100' }),
        ),
        async check(outcomes) {
          expectTold(outcomes, 'order_ended', 'order_not_found', 'insufficient_balance')
          expect(done(outcomes, 'left')).toBeGreaterThan(0)
          const moved = BigInt(done(outcomes, 'right')) * 100n * UNIT
          expect(moved).toBeLessThanOrEqual(100n * UNIT)
          expect(await inWallet(world, ada)).toEqual({ available: 100n * UNIT - moved, held: 0n })
        },
      }
    },
  },
  {
    name: 'fill × cancel of one order',
    async ready(world) {
      const maker = await world.member()
      const taker = await world.member(5000n)
      await give(world.server, maker.id, BTC.id, 1n)
      const { id } = ok(await order(world, maker, { side: 'out', price: '200' }))
      return {
        calls: inTurn(
          () => order(world, taker, { mode: 1 }),
          () => world.server.call(cancelOrder, { id, type: 'out' }, { as: maker, key: newKey() }),
        ),
        async check(outcomes) {
          expectTold(outcomes, 'book_empty', 'order_ended', 'order_not_found', 'order_filled')
          const filled = done(outcomes, 'left') === 1
          expect(done(outcomes, 'left')).toBeLessThanOrEqual(1)
          expect(done(outcomes, 'right') > 0).toBe(!filled)
          const left = await inWallet(world, maker, 'change', BTC.id)
          expect(left).toEqual({ available: filled ? 0n : UNIT, held: 0n })
          const spent = filled ? 200n * UNIT : 0n
          expect(await inWallet(world, taker)).toEqual({
            available: 5000n * UNIT - spent,
            held: 0n,
          })
        },
      }
    },
  },
]

export const withdrawalPairs: readonly Pair[] = [
  {
    name: 'withdraw × withdraw of one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: allTheSame(await withdrawals(world, ada, { number: '100' })),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: 100n * UNIT })
        },
      }
    },
  },
  {
    name: 'withdraw × transfer of one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: inTurn(await withdrawals(world, ada, { number: '100' }), () =>
          transfer(world, ada, { number: '100' }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          const held = BigInt(done(outcomes, 'left')) * 100n * UNIT
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held })
        },
      }
    },
  },
  {
    name: 'withdraw × order for one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: inTurn(await withdrawals(world, ada, { number: '100' }), () =>
          order(world, ada, {}),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: 100n * UNIT })
        },
      }
    },
  },
  {
    name: 'withdraw × freeze of the account',
    async ready(world) {
      const ada = await world.member(1000n)
      await logInElsewhere(world.server, ada)
      return {
        calls: inTurn(await withdrawals(world, ada, { number: '10' }), () =>
          world.server.call(freezeAccount, {}, { as: ada, key: newKey() }),
        ),
        async check(outcomes) {
          expectTold(outcomes, 'account_frozen', 'withdrawals_held')
          expect(done(outcomes, 'right')).toBeGreaterThan(0)
          const held = BigInt(done(outcomes, 'left')) * 10n * UNIT
          expect(await inWallet(world, ada)).toEqual({ available: 1000n * UNIT - held, held })
        },
      }
    },
  },
  {
    name: 'withdraw × withdraw with one quote',
    async ready(world) {
      const ada = await world.member(1000n)
      const asked = { currency: USDT.id, amount: '10', address: OUTSIDE }
      const { quote_id } = ok(await world.server.call(quoteWithdrawal, asked, { as: ada }))
      return {
        calls: allTheSame(await withdrawals(world, ada, { number: '10', quote_id })),
        async check(outcomes) {
          expectOne(outcomes, 'quote_expired')
          expect((await inWallet(world, ada)).held).toBe(10n * UNIT)
        },
      }
    },
  },
  {
    name: 'withdraw × withdraw with one proof',
    async ready(world) {
      const { server } = world
      const ada = await world.member(1000n)
      const bound = { currency: String(USDT.id), address: OUTSIDE, number: '10' }
      const proof = await stepUp(server, ada, 'withdraw', bound)
      const request = { currency: USDT.id, address: OUTSIDE, number: '10', proof }
      return {
        calls: allTheSame(() =>
          server.call(requestWithdrawal, request, { as: ada, key: newKey() }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'step_up_invalid')
          expect((await inWallet(world, ada)).held).toBe(10n * UNIT)
        },
      }
    },
  },
  {
    name: 'cancel × cancel of one withdrawal',
    async ready(world) {
      const { server } = world
      const ada = await world.member(100n)
      const [first] = [await withdrawals(world, ada, { number: '100' })]
      const made = await first(0)
      const { id } = made.message as { id: number }
      return {
        calls: allTheSame(() => server.call(cancelWithdrawal, { id }, { as: ada, key: newKey() })),
        async check(outcomes) {
          expectOne(outcomes, 'withdrawal_over')
          expect(await inWallet(world, ada)).toEqual({ available: 100n * UNIT, held: 0n })
        },
      }
    },
  },
]
