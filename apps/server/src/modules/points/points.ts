import type { Response } from '@btbc/contract/endpoint.ts'
import type { exchangePoints as exchangePointsCall, readPointRate } from '@btbc/contract/points.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { PointStanding, PointTerms } from '@btbc/database/tables.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'

import { pointsExchanged } from './points.entries.ts'

/** Points of a member and what they are worth: all of it is in reserve:points while they hold them. */

const { BTBC } = currencies

export type Standing = Selectable<PointStanding>

export async function readPointTerms(tx: Tx): Promise<Selectable<PointTerms>> {
  return await tx.selectFrom('point_terms').selectAll().executeTakeFirstOrThrow()
}

export async function findStanding(tx: Tx, memberId: number): Promise<Standing | undefined> {
  return await tx
    .selectFrom('point_standing')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export async function findStandings(
  tx: Tx,
  members: readonly number[],
): Promise<Map<number, Standing>> {
  const rows = await tx
    .selectFrom('point_standing')
    .selectAll()
    .where('member_id', '=', sql<number>`any (${members}::integer[])`)
    .execute()
  return new Map(rows.map((row) => [row.member_id, row]))
}

export function heldBy(standing: Standing | undefined): bigint {
  return standing ? standing.given - standing.exchanged : 0n
}

export async function describeRate(
  tx: Tx,
  memberId: number,
): Promise<Response<typeof readPointRate>> {
  const { rate } = await readPointTerms(tx)
  const held = heldBy(await findStanding(tx, memberId))
  const pool = await balanceOf(tx, houseAccount('pool:points', BTBC.id))
  return { rate, points: Number(held), reserved: held * rate, pool_left: pool.available }
}

/** For those whose rows are locked; a row that is new is of nobody who has checked in. */
export async function countGiven(
  tx: Tx,
  { members, points }: { members: readonly number[]; points: bigint },
): Promise<void> {
  await sql`
    insert into point_standing (member_id, given)
    select id, ${points} from unnest(${members}::integer[]) given (id)
    on conflict (member_id) do update set given = point_standing.given + excluded.given`.execute(tx)
}

/** The rate is of whole units for whole points: nothing is rounded. */
export async function exchangePoints(
  tx: Tx,
  asked: {
    memberId: number
    amount: number | undefined
    /** BTBC that was shown. */
    shown: bigint | undefined
    now: Date
  },
): Promise<Response<typeof exchangePointsCall>> {
  const { memberId, amount = 0, shown, now } = asked
  if (amount === 0) throw new Refusal('amount_required')
  await lockMember(tx, memberId)
  const points = BigInt(amount)
  const standing = await findStanding(tx, memberId)
  const held = heldBy(standing)
  if (!standing || points > held) throw new Refusal('points_short', { points: Number(held) })
  const { rate } = await readPointTerms(tx)
  const btbc = points * rate
  if (shown !== undefined && shown !== btbc) throw new Refusal('terms_changed')
  const exchanged = standing.exchanged + points
  await tx
    .updateTable('point_standing')
    .set({ exchanged })
    .where('member_id', '=', memberId)
    .execute()
  await post(tx, pointsExchanged({ memberId, points, btbc, exchanged }, now))
  return { points: amount, btbc, rate }
}

/** BTBC that points of all members are worth. */
export async function sumPointPromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(given - exchanged) * (select rate from point_terms), 0)::bigint as sum
    from point_standing`.execute(tx)
  return rows[0]?.sum ?? 0n
}
