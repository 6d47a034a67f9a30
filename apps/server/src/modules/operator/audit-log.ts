import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** The log of what operators did. The database numbers and seals each row; here it is written and checked. */

export type Action = {
  operatorId: number
  action: string
  /** What it was done to, such as `member 100007` or `bank_deposit 12`. */
  subject: string
  reason: string
  details?: Readonly<Record<string, string>>
  wallNow: Date
}

const FINDINGS_MAX = 20
const NO_HASH = Buffer.alloc(32)

/** Writes what was done, last in its transaction: the log has one order, so actions queue up here. */
export async function writeAction(tx: Tx, action: Action): Promise<void> {
  await tx
    .insertInto('operator_audit')
    .values({
      at: action.wallNow,
      operator_id: action.operatorId,
      action: action.action,
      subject: action.subject,
      reason: action.reason,
      details: JSON.stringify(action.details ?? {}),
      // The trigger puts the true ones in their place.
      position: 0n,
      prev_hash: NO_HASH,
      hash: NO_HASH,
    })
    .execute()
}

/**
 * Recomputes every hash from the rows themselves, and the head from the last of them: a changed,
 * removed or added row shows, also at the end of the log.
 */
export async function checkAuditLog(
  database: Db | Tx,
): Promise<{ rows: number; head: string | undefined; findings: string[] }> {
  const { rows: broken } = await sql<{ finding: string }>`
    select finding from (
      select position, case
        when position <> row_number() over (order by position) then 'a row is missing before row ' || position
        when prev_hash <> coalesce(lag(hash) over (order by position), decode(repeat('00', 32), 'hex'))
          then 'row ' || position || ' does not follow the row before it'
        when hash <> sha256(prev_hash || convert_to(jsonb_build_array(position,
            extract(epoch from at)::text, operator_id, action, subject, reason, details)::text, 'UTF8'))
          then 'row ' || position || ' was changed after it was written'
        end as finding
      from operator_audit
    ) checked where finding is not null order by position limit ${FINDINGS_MAX}`.execute(database)
  const findings = broken.map(({ finding }) => finding)
  const { rows } = await sql<{
    count: bigint
    head: Buffer
    position: bigint
    last: Buffer | null
  }>`
    select (select count(*) from operator_audit) as count, hash as head, position,
      (select hash from operator_audit order by operator_audit.position desc limit 1) as last
    from operator_audit_head`.execute(database)
  const [end] = rows
  const last = end?.last ?? NO_HASH
  if (!end || end.position !== end.count || !end.head.equals(last)) {
    findings.push('the log does not end where its head says')
  }
  const missing = await missingGuards(database)
  return {
    rows: Number(end?.count ?? 0n),
    head: end?.last?.toString('hex'),
    findings: [...findings, ...missing],
  }
}

/** Where the log ends. */
export async function readLogHead(tx: Tx): Promise<{ rows: number; head: string | null }> {
  const { position, hash } = await tx
    .selectFrom('operator_audit_head')
    .select(['position', 'hash'])
    .executeTakeFirstOrThrow()
  return { rows: Number(position), head: position === 0n ? null : hash.toString('hex') }
}

/** The guards without which a row could be changed behind our back. */
const GUARDS = [
  'operator_audit_seal',
  'operator_audit_append_only',
  'operator_audit_head_by_rows',
  'operator_audit_head_kept',
  'operator_proposal_is_final',
  'operator_proposal_kept',
]

async function missingGuards(database: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgenabled in ('O', 'A') and tgrelid in
      ('operator_audit'::regclass, 'operator_audit_head'::regclass, 'operator_proposal'::regclass)
  `.execute(database)
  const present = new Set(rows.map(({ name }) => name))
  const { rows: kept } = await sql`select 1 from pg_constraint
    where conname = 'operator_proposal_two_people' and convalidated`.execute(database)
  const triggers = GUARDS.filter((name) => !present.has(name)).map(
    (name) => `the guard ${name} is missing or off`,
  )
  return kept.length === 1 ? triggers : [...triggers, 'the rule of two people is missing']
}
