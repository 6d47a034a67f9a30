import { cancelBankWithdrawal, requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { expect } from 'vitest'

import { logInElsewhere } from '#testing/elsewhere.ts'
import { newKey } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import {
  allTheSame,
  BANK,
  bankWithdrawal,
  bankWithdrawals,
  done,
  expectOne,
  expectTold,
  freeze,
  inTurn,
  inWallet,
  order,
  type Pair,
  transfer,
  withdrawals,
} from './world.ts'

/** Pairs in which one way leads out by a bank. */

export const bankPairs: readonly Pair[] = [
  {
    name: 'bank withdrawal × transfer of one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: inTurn(await bankWithdrawals(world, ada), () =>
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
    name: 'bank withdrawal × order for one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: inTurn(await bankWithdrawals(world, ada), () => order(world, ada, {})),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: 100n * UNIT })
        },
      }
    },
  },
  {
    name: 'bank withdrawal × withdrawal of one balance',
    async ready(world) {
      const ada = await world.member(100n)
      return {
        calls: inTurn(
          await bankWithdrawals(world, ada),
          await withdrawals(world, ada, { number: '100' }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'insufficient_balance')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: 100n * UNIT })
        },
      }
    },
  },
  {
    name: 'bank withdrawal × bank withdrawal with one proof',
    async ready(world) {
      const { server } = world
      const ada = await world.member(1000n)
      const proof = await stepUp(server, ada, 'bank_withdraw', BANK)
      const request = { ...BANK, real_name: 'Ada Test', proof }
      return {
        calls: allTheSame(() =>
          server.call(requestBankWithdrawal, request, { as: ada, key: newKey() }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'step_up_invalid')
          expect((await inWallet(world, ada)).held).toBe(100n * UNIT)
        },
      }
    },
  },
  {
    name: 'cancel × cancel of one bank withdrawal',
    async ready(world) {
      const ada = await world.member(100n)
      const id = await bankWithdrawal(world, ada)
      return {
        calls: allTheSame(() =>
          world.server.call(cancelBankWithdrawal, { id }, { as: ada, key: newKey() }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'withdrawal_over')
          expect(await inWallet(world, ada)).toEqual({ available: 100n * UNIT, held: 0n })
        },
      }
    },
  },
  {
    name: 'bank withdrawal × freeze of the account',
    async ready(world) {
      const ada = await world.member(5000n)
      await logInElsewhere(world.server, ada)
      return {
        // As many withdrawals as may wait.
        calls: inTurn(await bankWithdrawals(world, ada), () => freeze(world, ada)).slice(0, 10),
        async check(outcomes) {
          expectTold(outcomes, 'account_frozen', 'withdrawals_held')
          expect(done(outcomes, 'right')).toBeGreaterThan(0)
          const held = BigInt(done(outcomes, 'left')) * 100n * UNIT
          expect(await inWallet(world, ada)).toEqual({ available: 5000n * UNIT - held, held })
        },
      }
    },
  },
]
