import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, type Tx, prepare, runPrepared } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import { payReferrals } from '#modules/team/index.ts'

import { closeDueRuns } from './mining.runs.ts'

/** What the passing of time brings a member: whoever reads runs or rewards has what is due by then. */

/** Members and moments $1 and $2, in the order of the asking. */
export const ASKED =
  'unnest($1::integer[], $2::timestamptz[]) with ordinality asked (member_id, at, place)'

/** When the last of them asks: what the house has decided is read once for all, as of then. */
export const LAST_ASKED = '(select max(at) as at from unnest($2::timestamptz[]) at) asked'

/** Whether a run of an asked member has ended and is not closed, or a reward waits to be paid. */
export const IS_DUE = `(
  exists (
    select from run where member_id = asked.member_id and state = 'open' and ends_at <= asked.at
  ) or exists (
    select from referral where inviter_id = asked.member_id and state = 'due' and pay_at <= asked.at
  )
)`
const ASK_DUE = prepare('mining_is_due', `select ${IS_DUE} as "isDue" from ${ASKED} order by place`)

/** Whom a read is about, and when. */
export type AskedAt = { memberId: number; now: Date }

export function askedValues(asked: readonly AskedAt[]): [number[], Date[]] {
  return [asked.map(({ memberId }) => memberId), asked.map(({ now }) => now)]
}

/**
 * Does for one member what the sweeps do for all: runs that have ended are closed, rewards that are
 * due are paid. Every read of runs, launches or rewards begins with it, so nobody sees the past.
 */
export async function settleMember(tx: Tx, memberId: number, now: Date): Promise<void> {
  if (!(await isDue(tx, { memberId, now }))) return
  await lockMember(tx, memberId)
  const ended = await closeDueRuns(tx, [memberId], now)
  // In the order of the reserves' ids: each post locks its accounts in it, and so must several.
  await payReferrals(tx, memberId, now)
  for (const entry of ended) await post(tx, entry)
}

/** The same before a read that needs no transaction: nothing is locked unless something is due. */
export async function settleDue(db: Db, { memberId, now }: AskedAt): Promise<void> {
  if (!(await isDue(db, { memberId, now }))) return
  await db.transaction().execute((tx) => settleMember(tx, memberId, now))
}

const isDue = askTogether(async (database, asked: readonly AskedAt[]): Promise<boolean[]> => {
  const rows = await runPrepared<{ isDue: boolean }>(database, ASK_DUE, askedValues(asked))
  return rows.map((row) => row.isDue)
})

/** A read that says whether something is due: then that is settled, and read once more. */
export async function readSettled<Row extends { isDue: boolean }>(
  db: Db,
  { memberId, now }: AskedAt,
  read: () => Promise<Row>,
): Promise<Row> {
  const row = await read()
  if (!row.isDue) return row
  await db.transaction().execute((tx) => settleMember(tx, memberId, now))
  return await read()
}

/** The whole output of the runs that are open: promised, and not yet given. */
export async function sumRunPromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(output), 0) as sum from run where state = 'open'`.execute(tx)
  return rows[0]?.sum ?? 0n
}
