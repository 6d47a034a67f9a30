import type { Response } from '@btbc/contract/endpoint.ts'
import type { readTimeline } from '@btbc/contract/operator/member.ts'
import { LOOK } from '@btbc/contract/operator/look.ts'
import type { timelineKinds } from '@btbc/contract/operator/timeline-kinds.ts'
import { type RawBuilder, sql } from 'kysely'

import type { Member } from '#modules/account/index.ts'

/** Where a timeline is read from: of each source the newest rows of a member before a place, by its index. */

export type Kind = (typeof timelineKinds)[number]
export type Facts = Readonly<Record<string, string | number | null>>
export type Row = { source: string; kind: Kind; id: bigint; at: Date; facts: Facts }

/** A line in words, with its place in its source. */
export type Placed = {
  source: string
  place: string
  line: Response<typeof readTimeline>['list'][number]
}

type Asked = { memberId: number; before: string | undefined; most: number }
type Source = { name: string; kind: Kind; facts: (asked: Asked) => RawBuilder<unknown> }

type OfTable = {
  kind: Kind
  table: string
  at: string
  facts: readonly string[]
  /** The column of the member, and a name of its own where a table has two of them. */
  member?: string
  name?: string
}

/** Rows of a table with an index by member and id, which grows with time. */
function ofTable(parts: OfTable): Source {
  const { kind, table, at, facts, member = 'member_id', name = table } = parts
  const told = facts.flatMap((column) => [sql`${sql.lit(column)}, ${sql.ref(column)}::text`])
  return {
    name,
    kind,
    facts: ({ memberId, before, most }) => sql`
      select id, ${sql.ref(at)} as at, jsonb_build_object(${sql.join(told)}) as facts
      from ${sql.table(table)} where ${sql.ref(member)} = ${memberId}
        and ${before === undefined ? sql`true` : sql`id < ${BigInt(before)}::bigint`}
      order by id desc limit ${most}`,
  }
}

/** What operators did about a member, by whatever the log calls it. Who looked stands in the log alone. */
function ofLog(name: string, isMeant: (memberId: number) => RawBuilder<unknown>): Source {
  return {
    name,
    kind: 'decision',
    facts: ({ memberId, before, most }) => sql`
      select position as id, at, jsonb_build_object('action', action, 'subject', subject,
        'reason', reason, 'by', (select name from operator where operator.id = operator_id),
        'decision', coalesce(details ->> 'outcome', details ->> 'decision'),
        'kind', details ->> 'kind') as facts
      from (
        select * from operator_audit where ${isMeant(memberId)} and action <> ${sql.lit(LOOK)}
          and ${before === undefined ? sql`true` : sql`position < ${BigInt(before)}::bigint`}
        order by position desc limit ${most}
      ) done`,
  }
}

const deal = { kind: 'deal', table: 'deal', at: 'created_at' } as const
const dealFacts = ['number', 'way', 'state', 'disputed_at']

export const factsSources: readonly Source[] = [
  ofTable({ kind: 'session', table: 'session', at: 'created_at', facts: ['device'] }),
  ofTable({ kind: 'security', table: 'passkey', at: 'created_at', facts: ['label'] }),
  ofTable({ kind: 'security', table: 'api_key', at: 'created_at', facts: ['label'] }),
  ofTable({ kind: 'identity', table: 'identity', at: 'submitted_at', facts: ['state'] }),
  ofTable({
    kind: 'deposit',
    table: 'deposit',
    at: 'seen_at',
    facts: ['amount', 'currency', 'state'],
  }),
  ofTable({
    kind: 'deposit',
    table: 'bank_deposit',
    at: 'created_at',
    facts: ['amount', 'order_no', 'state'],
  }),
  ofTable({
    kind: 'deposit',
    table: 'gateway_order',
    at: 'created_at',
    facts: ['amount', 'order_no', 'state'],
  }),
  ofTable({
    kind: 'withdrawal',
    table: 'withdrawal',
    at: 'created_at',
    facts: ['amount', 'currency', 'draw_no', 'state', 'decide_by'],
  }),
  ofTable({
    kind: 'withdrawal',
    table: 'bank_withdrawal',
    at: 'created_at',
    facts: ['amount', 'order_no', 'state'],
  }),
  ofTable({ ...deal, name: 'bought', member: 'buyer_id', facts: dealFacts }),
  ofTable({ ...deal, name: 'sold', member: 'seller_id', facts: dealFacts }),
  ofTable({ kind: 'notice', table: 'notice', at: 'house_at', facts: ['message'] }),
  ofTable({ kind: 'feedback', table: 'feedback', at: 'created_at', facts: ['state'] }),
  ofTable({
    kind: 'note',
    table: 'member_note',
    at: 'made_at',
    facts: ['kind', 'text', 'withdrawn_reason'],
  }),
  // What was traded on a day, in one line.
  {
    name: 'traded',
    kind: 'order',
    facts: ({ memberId, before, most }) => sql`
      select day - date '2000-01-01' as id, day::timestamp at time zone 'UTC' as at,
        jsonb_build_object('quote', quote::text) as facts
      from exchange_volume where member_id = ${memberId}
        and ${before === undefined ? sql`true` : sql`day < date '2000-01-01' + least(${BigInt(before)}::bigint, 1000000)::integer`}
      order by day desc limit ${most}`,
  },
  ofLog('decided', (memberId) => sql`subject = ${`member ${memberId}`}`),
  ofLog('decided_case', (memberId) => sql`details ->> 'member' = ${String(memberId)}`),
  ofLog('decided_bought', (memberId) => sql`details ->> 'buyer' = ${String(memberId)}`),
  ofLog('decided_sold', (memberId) => sql`details ->> 'seller' = ${String(memberId)}`),
]

/** What the row of the member itself says; a place is a number of these. */
export function eventsOf(member: Member, place: string | undefined): Row[] {
  const events: readonly (readonly [what: string, at: Date | null])[] = [
    ['joined', member.joined_at],
    ['verified', member.verified_at],
    ['contact_changed', member.contact_changed_at],
    ['password_reset', member.password_reset_at],
    ['known_only', member.known_only_at],
    ['frozen', member.frozen_at],
  ]
  return events
    .flatMap(([what, at]) => (at === null ? [] : [{ what, at }]))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ what, at }, n) => ({
      source: 'account',
      kind: 'account' as const,
      id: BigInt(n + 1),
      at,
      facts: { what },
    }))
    .filter(({ id }) => place === undefined || id < BigInt(place))
    .toReversed()
}
