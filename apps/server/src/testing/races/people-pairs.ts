import { createApiKey, revokeApiKey } from '@btbc/contract/api-key.ts'
import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { drawSampleDocument, submitIdentity } from '@btbc/contract/identity.ts'
import {
  buyMachine,
  listModels,
  readLaunches,
  readTeam,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import { decideCase } from '@btbc/contract/operator/case.ts'
import { addAddress } from '@btbc/contract/saved-address.ts'
import { cancelBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect } from 'vitest'

import { reviewStatusOf } from '#modules/identity/identity.ts'
import { give } from '#testing/funds.ts'
import { callOperator, lookAtCase, type TestOperator } from '#testing/operators.ts'
import { newKey, ok } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'
import { uploaded } from '#testing/upload.ts'

import {
  allTheSame,
  type Answer,
  bankWithdrawal,
  done,
  expectOne,
  expectTold,
  inTurn,
  inWallet,
  type Pair,
  type World,
} from './world.ts'

/** Pairs in which people decide: operators, and members about themselves and their machines. */

const { USDT } = currencies

type Case = {
  queue: 'identity' | 'bank_deposit' | 'bank_withdrawal' | 'coin_withdrawal'
  id: number
  /** The acceptance that was seen to wait for a second. */
  proposal?: number
}

export function decide(
  { server }: World,
  as: TestOperator,
  found: Case,
  decision: 'accept' | 'reject',
): Promise<Answer> {
  const request = { ...found, decision, reason: 'decided in a race' }
  return callOperator(server, decideCase, request, { as })
}

/** Olivia was the first of the two. */
export async function propose(world: World, found: Case): Promise<Case> {
  const answer = await decide(world, world.olivia, found, 'accept')
  expect(answer.message).toEqual({ outcome: 'proposed' })
  return await lookAtCase(world.server, found, world.omar)
}

/** Olivia accepts, and Omar decides too. */
export function bothDecide(world: World, found: Case, omars: 'accept' | 'reject') {
  return inTurn(
    () => decide(world, world.olivia, found, 'accept'),
    () => decide(world, world.omar, found, omars),
  )
}

async function bankDeposit({ server, member }: World) {
  const ada = await member()
  const img = await uploaded(server, ada, 'voucher')
  const request = { currency: 32, account: '123456789', amount: '20', img }
  const { id } = ok(await server.call(requestCredit, request, { as: ada }))
  return { ada, found: { queue: 'bank_deposit', id } as const }
}

async function newestIdentity({ server }: World, memberId: number): Promise<number> {
  const { id } = await server.db
    .selectFrom('identity')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

export const operatorPairs: readonly Pair[] = [
  {
    name: 'approve × reject of one bank withdrawal',
    async ready(world) {
      const ada = await world.member(100n)
      const found: Case = { queue: 'bank_withdrawal', id: await bankWithdrawal(world, ada) }
      return {
        calls: bothDecide(world, found, 'reject'),
        async check(outcomes) {
          expect(done(outcomes, 'right')).toBe(1)
          expectTold(outcomes, 'case_decided', 'proposal_own', 'proposal_decided')
          expect(await inWallet(world, ada)).toEqual({ available: 100n * UNIT, held: 0n })
        },
      }
    },
  },
  {
    name: 'approve × cancel of one bank withdrawal',
    async ready(world) {
      const ada = await world.member(100n)
      const id = await bankWithdrawal(world, ada)
      const seen = await propose(world, { queue: 'bank_withdrawal', id })
      return {
        calls: inTurn(
          () => decide(world, world.omar, seen, 'accept'),
          () => world.server.call(cancelBankWithdrawal, { id }, { as: ada, key: newKey() }),
        ),
        async check(outcomes) {
          expectOne(outcomes, 'case_decided', 'withdrawal_over')
          const returned = done(outcomes, 'right') === 1 ? 100n * UNIT : 0n
          expect(await inWallet(world, ada)).toEqual({ available: returned, held: 0n })
        },
      }
    },
  },
  {
    name: 'approve × approve of one bank deposit by two operators',
    async ready(world) {
      const { ada, found } = await bankDeposit(world)
      return {
        calls: bothDecide(world, await propose(world, found), 'accept'),
        async check(outcomes) {
          expectOne(outcomes, 'case_decided', 'proposal_own', 'proposal_decided')
          expect((await inWallet(world, ada, 'legal')).available).toBeGreaterThan(0n)
        },
      }
    },
  },
  {
    name: 'approve × reject of one bank deposit',
    async ready(world) {
      const { ada, found } = await bankDeposit(world)
      return {
        calls: bothDecide(world, found, 'reject'),
        async check(outcomes) {
          // One alone cannot accept it: the refusal of the other ends it, proposed before or not.
          expect(done(outcomes, 'right')).toBe(1)
          expectTold(outcomes, 'case_decided', 'proposal_own', 'proposal_decided')
          expect((await inWallet(world, ada, 'legal')).available).toBe(0n)
        },
      }
    },
  },
  {
    name: 'approve × reject of one identity',
    async ready(world) {
      const ada = await world.server.join(`${newKey()}@example.test`)
      const sample = ok(await world.server.call(drawSampleDocument, {}, { as: ada }))
      ok(await world.server.call(submitIdentity, sample, { as: ada }))
      const found: Case = { queue: 'identity', id: await newestIdentity(world, ada.id) }
      return {
        calls: bothDecide(world, found, 'reject'),
        async check(outcomes) {
          expectOne(outcomes, 'case_decided')
          const state = done(outcomes, 'left') === 1 ? 'verified' : 'rejected'
          expect(await reviewStatusOf(world.server.db, ada.id)).toBe(state)
        },
      }
    },
  },
]

export const memberPairs: readonly Pair[] = [
  {
    name: 'real_name × real_name of one member',
    async ready(world) {
      const { server } = world
      const ada = await server.join(`${newKey()}@example.test`)
      const samples = [
        ok(await server.call(drawSampleDocument, {}, { as: ada })),
        ok(await server.call(drawSampleDocument, {}, { as: ada })),
      ] as const
      const submit = (sample: (typeof samples)[number]) => () =>
        server.call(submitIdentity, sample, { as: ada, key: newKey() })
      return {
        calls: inTurn(submit(samples[0]), submit(samples[1])),
        check: (outcomes) => expectOne(outcomes, 'identity_pending', 'upload_not_found'),
      }
    },
  },
  {
    name: 'real_name × charge_req with one picture',
    async ready(world) {
      const { server } = world
      const ada = await server.join(`${newKey()}@example.test`)
      const [picture, back] = [await uploaded(server, ada), await uploaded(server, ada)]
      const document = { name: 'Ada', card_id: newKey(), front_pic: picture, reverse_pic: back }
      const voucher = { currency: 32, account: '123456789', amount: '20', img: picture }
      return {
        calls: inTurn(
          () => server.call(submitIdentity, document, { as: ada, key: newKey() }),
          () => server.call(requestCredit, voucher, { as: ada, key: newKey() }),
        ),
        check: (outcomes) => expectOne(outcomes, 'upload_not_found', 'identity_pending'),
      }
    },
  },
  {
    name: 'charge_req × charge_req with one voucher',
    async ready(world) {
      const { server } = world
      const ada = await world.member()
      const img = await uploaded(server, ada, 'voucher')
      const request = { currency: 32, account: '123456789', amount: '20', img }
      return {
        calls: allTheSame(() => server.call(requestCredit, request, { as: ada, key: newKey() })),
        check: (outcomes) => expectOne(outcomes, 'upload_not_found', 'too_many_deposits'),
      }
    },
  },
  {
    name: 'start × start_all of one machine',
    async ready(world) {
      const { server } = world
      const ada = await world.member(1000n)
      const [model] = ok(await server.call(listModels, {}, { as: ada }))
      const { id } = ok(await server.call(buyMachine, { id: model?.id ?? 0 }, { as: ada }))
      const before = ok(await server.call(readLaunches, {}, { as: ada })).free_times
      return {
        calls: inTurn(
          () => server.call(startMachine, { id }, { as: ada, key: newKey(), method: 'POST' }),
          () => server.call(startRun, {}, { as: ada, key: newKey(), method: 'POST' }),
        ),
        async check(outcomes) {
          expectTold(outcomes, 'machine_started')
          const { team } = ok(await server.call(readTeam, {}, { as: ada }))
          expect(team.runs.filter(({ machines }) => machines.includes(id))).toHaveLength(1)
          expect(team.runs).toHaveLength(done(outcomes))
          const after = ok(await server.call(readLaunches, {}, { as: ada }))
          expect(after.free_times).toBe(before - done(outcomes))
        },
      }
    },
  },
  {
    name: 'buy × buy with money for one machine',
    async ready(world) {
      const { server } = world
      const ada = await world.member()
      const models = ok(await server.call(listModels, {}, { as: ada }))
      const model = models.find(({ currency }) => currency === USDT.id)
      await give(server, ada.id, USDT.id, BigInt((model?.price ?? '0').split('.')[0] ?? '0'))
      return {
        calls: allTheSame(() =>
          server.call(buyMachine, { id: model?.id ?? 0 }, { as: ada, key: newKey() }),
        ),
        check: (outcomes) => expectOne(outcomes, 'insufficient_balance', 'machine_limit'),
      }
    },
  },
  {
    name: 'revoke × revoke of one key',
    async ready(world) {
      const { server } = world
      const ada = await world.member()
      const asked = { label: 'bot', scopes: ['read' as const] }
      const { id } = ok(await server.call(createApiKey, asked, { as: ada }))
      return {
        calls: allTheSame(() => server.call(revokeApiKey, { id }, { as: ada, key: newKey() })),
        check: (outcomes) => expectOne(outcomes, 'api_key_not_found'),
      }
    },
  },
  {
    name: 'address_add × address_add of one address',
    async ready(world) {
      const { server } = world
      const ada = await world.member()
      const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
      const proofs: string[] = []
      for (let at = 0; at < 32; at += 1) {
        proofs.push(await stepUp(server, ada, 'address_add', { address }))
      }
      return {
        calls: allTheSame((at) => {
          const request = { address, name: 'vault', proof: proofs[at] ?? '' }
          return server.call(addAddress, request, { as: ada, key: newKey() })
        }),
        check: (outcomes) => expectOne(outcomes, 'saved_address_exists'),
      }
    },
  },
]
