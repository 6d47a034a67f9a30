import { drawSampleDocument, submitIdentity } from '@btbc/contract/identity.ts'
import { listPools, proposeFunding } from '@btbc/contract/operator/pool.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { cancelWithdrawal, requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect } from 'vitest'

import { OUTSIDE } from '#testing/withdrawals.ts'
import { liftCurrencyStop, stopCurrency } from '#modules/stop/stop.ts'
import { reviewStatusOf } from '#modules/identity/identity.ts'
import { logInElsewhere } from '#testing/elsewhere.ts'
import { callOperator } from '#testing/operators.ts'
import { newKey, ok, type TestMember } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { bothDecide, decide, propose } from './people-pairs.ts'
import {
  type Answer,
  bankWithdrawal,
  done,
  expectOne,
  expectTold,
  freeze,
  inTurn,
  inWallet,
  type Pair,
  type World,
} from './world.ts'

/** Pairs in which operators decide, and others decide otherwise at the same moment. */

const { USDT } = currencies
const LARGE = '2000'
const LARGE_UNITS = 2000n * UNIT

/** One that takes two operators, for its size. */
async function largeWithdrawal(world: World) {
  const { server } = world
  const ada = await world.member(2000n)
  const proof = await stepUp(server, ada, 'withdraw', {
    currency: String(USDT.id),
    address: OUTSIDE,
    number: LARGE,
  })
  const request = { currency: USDT.id, address: OUTSIDE, number: LARGE, proof }
  ok(await server.call(requestWithdrawal, request, { as: ada, key: newKey() }))
  const { id } = await rowOf(world, ada)
  return { ada, found: { queue: 'coin_withdrawal', id } as const }
}

async function rowOf({ server }: World, { id }: TestMember) {
  return await server.db
    .selectFrom('withdrawal')
    .select(['id', 'state', 'approved_by'])
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow()
}

export const approvalPairs: readonly Pair[] = [
  {
    name: 'approve × approve of one bank withdrawal by two operators',
    async ready(world) {
      const ada = await world.member(100n)
      const found = { queue: 'bank_withdrawal', id: await bankWithdrawal(world, ada) } as const
      return {
        calls: bothDecide(world, await propose(world, found), 'accept'),
        async check(outcomes) {
          expectOne(outcomes, 'case_decided', 'proposal_own', 'proposal_decided')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: 0n })
        },
      }
    },
  },
  {
    name: 'freeze of the account × approve of one bank withdrawal',
    async ready(world) {
      const ada = await world.member(200n)
      await logInElsewhere(world.server, ada)
      const proposed = async () =>
        await propose(world, { queue: 'bank_withdrawal', id: await bankWithdrawal(world, ada) })
      const [later, found] = [await proposed(), await proposed()]
      return {
        calls: inTurn(
          () => freeze(world, ada),
          () => decide(world, world.omar, found, 'accept'),
        ),
        async check(outcomes) {
          expectTold(outcomes, 'case_decided', 'proposal_decided', 'member_frozen')
          const paid = done(outcomes, 'right')
          expect(paid).toBeLessThanOrEqual(1)
          const held = paid === 1 ? 100n * UNIT : 200n * UNIT
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held })
          // Whoever was first, from now on nothing is paid out of it.
          const answer = await decide(world, world.omar, later, 'accept')
          expect(answer).toMatchObject({ code: 'member_frozen' })
        },
      }
    },
  },
  {
    name: 'approve × approve of one large withdrawal by two operators',
    async ready(world) {
      const { ada, found } = await largeWithdrawal(world)
      return {
        calls: bothDecide(world, await propose(world, found), 'accept'),
        async check(outcomes) {
          expectOne(outcomes, 'case_decided', 'proposal_own', 'proposal_decided')
          expect((await rowOf(world, ada)).approved_by).not.toBe(null)
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: LARGE_UNITS })
        },
      }
    },
  },
  {
    name: 'approve × reject of one large withdrawal',
    async ready(world) {
      const { ada, found } = await largeWithdrawal(world)
      return {
        calls: bothDecide(world, found, 'reject'),
        async check(outcomes) {
          expect(done(outcomes, 'right')).toBe(1)
          expectTold(outcomes, 'case_decided', 'proposal_own', 'proposal_decided')
          expect((await rowOf(world, ada)).state).toBe('rejected')
          expect(await inWallet(world, ada)).toEqual({ available: LARGE_UNITS, held: 0n })
        },
      }
    },
  },
  {
    name: 'approve × cancel of one large withdrawal',
    async ready(world) {
      const { ada, found: asked } = await largeWithdrawal(world)
      const found = await propose(world, asked)
      return {
        calls: inTurn(
          () => decide(world, world.omar, found, 'accept'),
          () => world.server.call(cancelWithdrawal, { id: found.id }, { as: ada, key: newKey() }),
        ),
        async check(outcomes) {
          // It can be taken back until it is signed, also when two have approved it.
          expect(done(outcomes, 'right')).toBe(1)
          expect(done(outcomes, 'left')).toBeLessThanOrEqual(1)
          expectTold(outcomes, 'case_decided', 'proposal_decided', 'withdrawal_over')
          expect((await rowOf(world, ada)).state).toBe('cancelled')
          expect(await inWallet(world, ada)).toEqual({ available: LARGE_UNITS, held: 0n })
        },
      }
    },
  },
  {
    name: 'approve of one large withdrawal × stop of its currency',
    async ready(world) {
      const { server } = world
      const { ada, found: asked } = await largeWithdrawal(world)
      const found = await propose(world, asked)
      const stop = async (): Promise<Answer> => {
        const stopped = { currency: USDT.id, reason: 'a race', now: server.clock.now() }
        await server.db.transaction().execute((tx) => stopCurrency(tx, stopped))
        return { type: 'ok', message: {} }
      }
      return {
        calls: inTurn(() => decide(world, world.omar, found, 'accept'), stop),
        async check(outcomes) {
          expect(done(outcomes, 'left')).toBe(1)
          expectTold(outcomes, 'case_decided', 'proposal_decided')
          // Approved, the day of a new address over, and stopped: it waits, and its coins with it.
          const over = { release_at: server.clock.now(), next_check_at: server.clock.now() }
          const row = server.db.updateTable('withdrawal').set(over).where('id', '=', found.id)
          await row.execute()
          await server.app.jobs.sweep()
          await server.app.chainWorks?.step()
          expect((await rowOf(world, ada)).state).toBe('pending')
          expect(await inWallet(world, ada)).toEqual({ available: 0n, held: LARGE_UNITS })
          const { at: stoppedAt } = await server.db
            .selectFrom('withdrawal_stop')
            .select('at')
            .where('currency', '=', USDT.id)
            .executeTakeFirstOrThrow()
          const resumed = { currency: USDT.id, stoppedAt }
          await server.db.transaction().execute((tx) => liftCurrencyStop(tx, resumed))
        },
      }
    },
  },
  {
    name: 'approve × approve of one identity',
    async ready(world) {
      const ada = await world.server.join(`${newKey()}@example.test`)
      const sample = ok(await world.server.call(drawSampleDocument, {}, { as: ada }))
      ok(await world.server.call(submitIdentity, sample, { as: ada }))
      const { id } = await world.server.db
        .selectFrom('identity')
        .select('id')
        .where('member_id', '=', ada.id)
        .executeTakeFirstOrThrow()
      const found = { queue: 'identity', id } as const
      return {
        calls: bothDecide(world, found, 'accept'),
        async check(outcomes) {
          expectOne(outcomes, 'case_decided')
          expect(await reviewStatusOf(world.server.db, ada.id)).toBe('verified')
        },
      }
    },
  },
  {
    name: 'accept × reject of one proposal',
    async ready({ server, olivia, omar }) {
      const asked = { pool: 'lock', currency: USDT.id, from: 'treasury', amount: '7' } as const
      const reason = 'a race'
      const { id } = ok(
        await callOperator(server, proposeFunding, { ...asked, reason }, { as: olivia }),
      )
      const inLock = async () => {
        const pools = ok(await callOperator(server, listPools, {}, { as: olivia }))
        return Number(pools.find(({ name }) => name === 'lock')?.available)
      }
      const before = await inLock()
      const decided = (decision: 'accept' | 'reject') => () =>
        callOperator(server, decideProposal, { id, decision, reason }, { as: omar })
      return {
        calls: inTurn(decided('accept'), decided('reject')),
        async check(outcomes) {
          expectOne(outcomes, 'proposal_decided')
          expect(await inLock()).toBe(before + 7 * done(outcomes, 'left'))
        },
      }
    },
  },
]
