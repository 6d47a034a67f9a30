import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { currencies, getCurrency } from '@btbc/money/currency.ts'

import { lockMembers, tellMembers } from '#modules/account/index.ts'
import { countGiven } from '#modules/points/index.ts'
import { transition } from '#platform/state-machine.ts'

import { airdropPaid, airdropReturned, type Budget } from './airdrop.entries.ts'
import { airdropStates } from './airdrop.states.ts'
import { type Airdrop, budgetOf } from './airdrop.ts'

/**
 * Gives an airdrop to its members in the order of their numbers, some in each transaction: who was
 * reached is committed with their entries, so that whoever is killed in between goes on where it was.
 * Whose rewards are held is passed by: their part stays set aside until the hold is undone.
 */

/** Their rows are locked meanwhile, for a tenth of a second or so. */
export const AT_ONCE = 500

export async function giveAirdrops(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
  atOnce = AT_ONCE,
): Promise<number> {
  const airdrop = await tx
    .selectFrom('airdrop')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!airdrop) return 0
  const next = await findNext(tx, airdrop, atOnce)
  const reached = next.at(-1)
  if (reached === undefined) {
    await endAirdrop(tx, airdrop, now)
    return 1
  }
  const locked = await lockMembers(tx, next, { waits: true })
  const isFrozen = (id: number) => locked.get(id)?.isFrozen !== false
  const leftOut = next.filter(isFrozen)
  const isHeld = (id: number) => !isFrozen(id) && locked.get(id)?.areRewardsHeld === true
  const held = next.filter(isHeld)
  const members = next.filter((id) => !isFrozen(id) && !isHeld(id))
  await giveTo(tx, { airdrop, members, now, wallNow })
  await mark(tx, { airdrop, members: leftOut, set: { is_left_out: true } })
  await mark(tx, { airdrop, members: held, set: { is_held: true } })
  await tx
    .updateTable('airdrop')
    .set({
      reached,
      given: airdrop.given + members.length,
      left_out: airdrop.left_out + leftOut.length,
      held: airdrop.held + held.length,
    })
    .where('id', '=', airdrop.id)
    .execute()
  return next.length
}

async function findNext(tx: Tx, { id, reached }: Airdrop, most: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('airdrop_member')
    .select('member_id')
    .where('airdrop_id', '=', id)
    .where('member_id', '>', reached)
    .orderBy('member_id')
    .limit(most)
    .execute()
  return rows.map(({ member_id: memberId }) => memberId)
}

export async function giveTo(
  tx: Tx,
  given: { airdrop: Airdrop; members: readonly number[]; now: Date; wallNow: Date },
): Promise<void> {
  const { airdrop, members, now, wallNow } = given
  if (members.length === 0) return
  const budget = budgetOf(airdrop)
  const { currency, amount } = budget
  if (currency === currencies.POINT.id) await countGiven(tx, { members, points: amount })
  await postBatch(
    tx,
    members.map((memberId) => airdropPaid(budget, memberId, now)),
  )
  const message = messageOf(budget, airdrop.title)
  await tellMembers(
    tx,
    members.map((memberId) => ({ memberId, ...message })),
    wallNow,
  )
}

function messageOf({ currency, amount: given }: Budget, title: string) {
  const { scale, code } = getCurrency(currency)
  if (currency === currencies.LAUNCH.id)
    return { kind: 'airdrop_starts', facts: { title, starts: Number(given) } } as const
  if (currency === currencies.POINT.id)
    return { kind: 'airdrop_points', facts: { title, points: Number(given) } } as const
  return {
    kind: 'airdrop_coins',
    facts: { title, amount: plainAmount(given, scale), currency: code },
  } as const
}

type Mark = { is_left_out?: boolean; is_held?: boolean; is_due?: boolean }

export async function mark(
  tx: Tx,
  { airdrop, members, set }: { airdrop: Airdrop; members: readonly number[]; set: Mark },
): Promise<void> {
  if (members.length === 0) return
  await tx
    .updateTable('airdrop_member')
    .set(set)
    .where('airdrop_id', '=', airdrop.id)
    .where('member_id', 'in', members)
    .execute()
}

async function endAirdrop(tx: Tx, airdrop: Airdrop, now: Date): Promise<void> {
  const leftOut = BigInt(airdrop.left_out)
  if (leftOut > 0n) await post(tx, airdropReturned(budgetOf(airdrop), leftOut, now))
  await transition(tx, airdropStates, airdrop, 'end', { now })
}
