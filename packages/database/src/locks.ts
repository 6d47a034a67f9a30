import { type Expression, sql } from 'kysely'
import type { Tx } from '#database.ts'

/**
 * Locks on what is no row: held to the end of a transaction, and alike on every server. Their numbers stay
 * as they are, as servers of two versions may work side by side.
 */

/** Work that is done by one at a time. */
export const workLocks = {
  migrations: 4_270_001,
  grants: 4_270_002,
  testTemplates: 4_270_003,
  houseMember: 4_270_007,
  bookStops: 4_270_011,
  proof: 4_270_012,
  simulatedSeller: 4_270_013,
  dealCounts: 4_270_014,
  membersFile: 4_270_015,
} as const

/**
 * Things of a kind, each locked by its name. `0049_team_tally.sql` takes `whole` for the teams. Two kinds have
 * one number: names of `factors` are numbers of members, those of `whole` are words.
 */
export const lockKinds = {
  answer: 5,
  codeTarget: 6,
  network: 7,
  tries: 8,
  factors: 9,
  whole: 9,
  case: 10,
  setting: 11,
  look: 12,
} as const

type Work = keyof typeof workLocks
type Kind = keyof typeof lockKinds

export async function lockWork(tx: Tx, work: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(workLocks[work])})`.execute(tx)
}

/** False when somebody else is at it. */
export async function tryLockWork(tx: Tx, work: Work): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(workLocks[work])}) as "isFree"`.execute(tx)
  return rows[0]?.isFree === true
}

/** Whoever has the thing now is waited for. */
export async function lockNamed(tx: Tx, kind: Kind, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(kind, sql.val(name))})`.execute(tx)
}

/** One after the other, each waited for or not; answers which of them are held now. */
export async function lockEach(
  tx: Tx,
  { kind, names, waits }: { kind: Kind; names: readonly string[]; waits: boolean },
): Promise<readonly boolean[]> {
  const key = keyOf(kind, sql.ref('name'))
  const { rows } = await sql<{ isHeld: boolean }>`
    select ${waits ? sql`pg_advisory_xact_lock(${key}) is not null` : sql`pg_try_advisory_xact_lock(${key})`}
      as "isHeld"
    from unnest(${names}::text[]) with ordinality named (name, place)
    order by place`.execute(tx)
  return rows.map(({ isHeld }) => isHeld)
}

function keyOf(kind: Kind, name: Expression<unknown>): Expression<unknown> {
  return sql`hashtextextended(${name}, ${sql.lit(lockKinds[kind])})`
}
