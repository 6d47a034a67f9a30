import type { Request, Response } from '@btbc/contract/endpoint.ts'
import {
  AIRDROP_MEMBERS_MAX,
  type countAirdrop as countCall,
  type proposeAirdrop as proposeCall,
} from '@btbc/contract/operator/airdrop.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { plainAmount, UNITS_MAX, wireUnits } from '@btbc/money/amount.ts'
import { currencies, getCurrency } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import { keptForWelcomes } from '#modules/mining/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { readPointTerms } from '#modules/points/index.ts'
import { claimUndecided, defineProposal } from '#modules/review/index.ts'
import { postFromPool, refuseShort } from '#platform/pools.ts'
import { transition } from '#platform/state-machine.ts'

import { airdropReserved, type Budget, currencyFrom } from './airdrop.entries.ts'
import { countGroup, inWords, refuseUnknownNumbers, writeMembers } from './airdrop.group.ts'
import { airdropStates } from './airdrop.states.ts'
import { budgetOf } from './airdrop.ts'

/**
 * An airdrop, by two. Who is in the group is written down when it is proposed: what the second operator
 * accepts are those members and that sum, and not whoever happens to be in the group by then.
 */

type Asked = Request<typeof countCall>
type Counted = { budget: Omit<Budget, 'id'>; members: number; frozen: number }

export async function countAirdrop(
  tx: Tx,
  { request, now }: { request: Asked; now: Date },
): Promise<Response<typeof countCall>> {
  const { budget, members, frozen } = await count(tx, request, now)
  const { currency, amount, worth } = budget
  const total = wireUnits(amount * BigInt(members), getCurrency(currency))
  const words = inWords(request.group)
  return { members, frozen, total, words, worth: worth * BigInt(members) }
}

async function count(tx: Tx, request: Asked, now: Date): Promise<Counted> {
  const { group, pool } = request
  const currency = currencyFrom(pool, request.currency)
  if (currency === undefined) throw new Refusal('pool_unknown')
  const step = wireUnits(1n, getCurrency(currency))
  if (request.amount === 0n || request.amount % step !== 0n)
    throw new Refusal('invalid_request', { field: 'amount' })
  await refuseUnknownNumbers(tx, group)
  const { members, frozen } = await countGroup(tx, group, now)
  if (members === 0) throw new Refusal('airdrop_nobody')
  if (members > AIRDROP_MEMBERS_MAX)
    throw new Refusal('airdrop_too_many', { members, most: AIRDROP_MEMBERS_MAX })
  const amount = request.amount / step
  const rate = currency === currencies.POINT.id ? (await readPointTerms(tx)).rate : 0n
  const worth = amount * rate
  if ((amount * step > worth ? amount * step : worth) * BigInt(members) > UNITS_MAX)
    throw new Refusal('invalid_request', { field: 'amount' })
  return { budget: { pool, currency, amount, worth }, members, frozen }
}

type NewAirdrop = Omit<Request<typeof proposeCall>, 'reason'>

export async function proposeAirdrop(
  tx: Tx,
  asked: { request: Request<typeof proposeCall>; caller: OperatorCaller; now: Date },
) {
  const { request, caller, now } = asked
  const { reason, ...airdrop } = request
  const { id, counted } = await writeAirdrop(tx, airdrop, now)
  return await airdropPublishing.propose(tx, {
    subject: `airdrop ${id}`,
    payload: { airdrop: id },
    summary: summaryOf(airdrop, counted),
    reason,
    caller,
    now,
  })
}

/** Writes it down as proposed, with each of its members. */
export async function writeAirdrop(
  tx: Tx,
  airdrop: NewAirdrop,
  now: Date,
): Promise<{ id: number; counted: Counted }> {
  const { title, group } = airdrop
  const counted = await count(tx, airdrop, now)
  const { budget, members, frozen } = counted
  if (members !== airdrop.members) throw new Refusal('airdrop_count_differs', { members })
  await refuseShortPool(tx, counted, now)
  const { id } = await tx
    .insertInto('airdrop')
    .values({ title, meant: JSON.stringify(group), ...budget, members, frozen, made_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Somebody may have joined or been frozen since they were counted, a moment ago.
  const written = await writeMembers(tx, { id, group, now })
  if (written !== members) throw new Refusal('airdrop_count_differs', { members: written })
  return { id, counted }
}

type Taken = Pick<Counted, 'budget' | 'members'>

/** What the pool of welcomes needs for who joins is given to nobody else. */
async function refuseShortPool(tx: Tx, { budget, members }: Taken, now: Date): Promise<void> {
  const { pool, currency, amount, worth } = budget
  const all = BigInt(members)
  const from = `pool:${pool}` as const
  const kept = pool === 'welcome' ? await keptForWelcomes(tx, { currency, now }) : 0n
  await refuseShort(tx, { from, currency, needed: amount * all + kept })
  if (worth > 0n) await refuseShort(tx, { from, currency: currencies.BTBC.id, needed: worth * all })
}

function summaryOf({ title, group }: NewAirdrop, { budget, members, frozen }: Counted): string {
  const { pool, currency, amount, worth } = budget
  const figure = (units: bigint, { scale, code } = getCurrency(currency)) =>
    `${plainAmount(units, scale)} ${code}`
  const all = BigInt(members)
  const sums = [figure(amount * all), ...(worth > 0n ? [figure(worth * all, currencies.BTBC)] : [])]
  const without = frozen === 0 ? '' : `; ${frozen} frozen are left out`
  return `Airdrop “${title}”: ${figure(amount)} for each of ${members} (${inWords(group)}${without}), ${sums.join(' and ')} from pool:${pool}`
}

/** The whole budget goes from the pool to the reserve. */
export const airdropPublishing = defineProposal({
  kind: 'airdrop.publish',
  payload: z.object({ airdrop: z.int() }),
  apply: (tx, { payload: { airdrop: id }, now }) => publishAirdrop(tx, id, now),
})

export async function publishAirdrop(tx: Tx, id: number, now: Date): Promise<void> {
  const airdrop = await transition(tx, airdropStates, { id }, 'publish', { now })
  const budget = budgetOf(airdrop)
  await refuseShortPool(tx, { budget, members: airdrop.members }, now)
  await postFromPool(tx, airdropReserved(budget, BigInt(airdrop.members), now))
}

/** Drops one that nobody accepts any more, with the list of its members. */
export async function dropAirdrops(tx: Tx, now: Date): Promise<number> {
  const [id] = await claimUndecided(tx, {
    kind: 'airdrop.publish',
    table: 'airdrop',
    name: 'airdrop',
    now,
    most: 1,
  })
  if (id === undefined) return 0
  await transition(tx, airdropStates, { id }, 'drop', { now })
  await tx.deleteFrom('airdrop_member').where('airdrop_id', '=', id).execute()
  return 1
}
