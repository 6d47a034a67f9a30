/** Members who are logged in, as the benchmarks over HTTP need them: made in one statement. */

import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { giveAgents } from '../../apps/server/src/modules/support/agents.ts'

/** Members `first` to `count`, each with a session whose token follows from the number. */
export async function openSessions(
  db: Db,
  parts: { first?: number; count: number; childrenEach?: number; startedAt?: Date },
): Promise<void> {
  const { first = 1, count, childrenEach = null, startedAt = null } = parts
  await sql`insert into member (id, account_number, country, password_hash, extension_code, joined_at,
      verified_at, inviter_id, last_run_at, counted_until)
    overriding system value
    select n, lpad(n::text, 9, '0'), 'GB', '-', 'bench' || n, now(), now(),
      case when n > 1 then (n - 2) / ${childrenEach}::integer + 1 end,
      ${startedAt}::timestamptz, ${startedAt}::timestamptz + interval '720 hours'
    from generate_series(${first}::integer, ${count}::integer) n order by n`.execute(db)
  await sql`insert into session
      (member_id, token_hash, remember, device, ip, created_at, last_seen_at, expires_at)
    select n, sha256(convert_to(${tokenOf('')} || n, 'UTF8')), true, 'bench', '127.0.0.1',
      now(), now(), now() + '1 day'
    from generate_series(${first}::integer, ${count}::integer) n`.execute(db)
}

/**
 * In a house that was opened: gives each of them their contact, as members have from joining. A server that is
 * new to so many does it beside all that is measured.
 */
export async function giveContacts(db: Db): Promise<void> {
  while ((await db.transaction().execute(giveAgents)) > 0);
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum analyze member`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}

export function headersOf(member: number): Record<string, string> {
  return { authorization: `Bearer ${tokenOf(member)}` }
}

export function tokenOf(member: number | ''): string {
  return `session-of-bench-member-${member}`
}
