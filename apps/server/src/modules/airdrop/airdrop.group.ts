import type { AirdropGroup } from '@btbc/contract/operator/airdrop.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'

import { activeSince } from '#modules/team/index.ts'

/** Who is meant by an airdrop: said in words, and found. */

export type Group = z.output<typeof AirdropGroup>

/** So many are named where they are spoken of; more are looked up in the list. */
const NAMED_MAX = 20

/** As it stands in the proposal and in lists. */
export function inWords(group: Group): string {
  const { joined_from: from, joined_before: before, team_of: above, numbers } = group
  const parts = [
    group.accepted_identity && 'with an accepted identity',
    from !== undefined && `who joined on ${from} or later`,
    before !== undefined && `who joined before ${before}`,
    group.active && 'who started a run in the last 30 days',
    above !== undefined && `whom member ${above} has invited`,
    numbers !== undefined && sayNumbers(numbers),
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? 'all members' : `members ${parts.join(', ')}`
}

function sayNumbers(numbers: readonly string[]): string {
  if (numbers.length > NAMED_MAX) return `of a list of ${numbers.length} account numbers`
  return `with the account ${numbers.length === 1 ? 'number' : 'numbers'} ${numbers.join(', ')}`
}

/** A number that nobody has is a slip of the pen, and not an empty group. */
export async function refuseUnknownNumbers(tx: Tx, { team_of: above, numbers }: Group) {
  const asked = [...(above === undefined ? [] : [above]), ...(numbers ?? [])]
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${asked}::text[]) asked (number)
    where not exists (select from member where account_number = number and not is_house)
    order by number limit 1`.execute(tx)
  const [unknown] = rows
  if (unknown) throw new Refusal('airdrop_number_unknown', { number: unknown.number })
}

/** How many of the group there are, and how many more are left out as they are frozen. */
export async function countGroup(tx: Tx, group: Group, now: Date) {
  const { rows } = await sql<{ members: number; frozen: number }>`
    select count(*) filter (where frozen_at is null)::integer as members,
      count(*) filter (where frozen_at is not null)::integer as frozen
    from member where ${isMeant(group, now)}`.execute(tx)
  return rows[0] ?? { members: 0, frozen: 0 }
}

/** Writes down who is in it now; answers how many that are. */
export async function writeMembers(
  tx: Tx,
  written: { id: number; group: Group; now: Date },
): Promise<number> {
  const { id, group, now } = written
  const { numAffectedRows: members = 0n } = await sql`
    insert into airdrop_member (airdrop_id, member_id)
    select ${id}, id from member where frozen_at is null and ${isMeant(group, now)}
    order by id`.execute(tx)
  return Number(members)
}

/** Whoever proved no address yet is no member of any group, and the house gives nothing to itself. */
function isMeant(group: Group, now: Date): RawBuilder<boolean> {
  const { joined_from: from, joined_before: before, team_of: above, numbers } = group
  const parts = [
    sql`verified_at is not null and not is_house`,
    ...(group.accepted_identity
      ? [
          sql`exists (select from identity where member_id = member.id and identity.state = 'verified')`,
        ]
      : []),
    ...(from === undefined ? [] : [sql`joined_at >= ${startOf(from)}`]),
    ...(before === undefined ? [] : [sql`joined_at < ${startOf(before)}`]),
    ...(group.active ? [sql`last_run_at > ${activeSince(now)}`] : []),
    ...(above === undefined
      ? []
      : [sql`inviter_id = (select id from member above where above.account_number = ${above})`]),
    ...(numbers === undefined ? [] : [sql`account_number = any (${numbers}::text[])`]),
  ]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
