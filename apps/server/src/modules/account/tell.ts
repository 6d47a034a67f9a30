import { fixedWays, isToldUnasked, type NoticeKind, type NoticeWay } from '@btbc/contract/notice.ts'
import type { Facts } from '@btbc/contract/format-text.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { publish } from '#platform/events.ts'
import type { Address } from '#platform/notifications/address.ts'
import { composeMessage } from '#platform/notifications/messages.ts'
import { enqueueMessages, type Message } from '#platform/notifications/outbox.ts'

import { getMember, languageOfMember, type Member } from './account.ts'
import { provedAddress } from './proved-address.ts'
import { factsIn, kindOf, linkOf, type Told } from './told.ts'

/** Telling members about their accounts, in their language, where they want to be told it. */

/** Tells a member something about their account; nobody else is told. */
export async function tellMember(
  tx: Tx,
  memberOrId: Member | number,
  { kind, facts = {}, wallNow }: { kind: Told; facts?: Facts; wallNow: Date },
): Promise<void> {
  const member = typeof memberOrId === 'number' ? await getMember(tx, memberOrId) : memberOrId
  await tell(tx, [{ member, kind, facts }], wallNow)
}

/**
 * As `tellMember`, of what somebody else may do again and again: nothing as long as the same is unread. What is
 * not listed is never read, so whoever wants no list of it is told when it `begins`.
 */
export async function tellUntilRead(
  tx: Tx,
  memberId: number,
  telling: { kind: Told; facts: Facts; begins: boolean; wallNow: Date },
): Promise<void> {
  const { kind, facts, begins, wallNow } = telling
  const toMember = { member: await getMember(tx, memberId), kind, facts }
  const { want } = await readWishes(tx, [toMember])
  const isListed = want(memberId, kindOf(kind), 'app')
  if (isListed ? await isUnread(tx, toMember) : !begins) return
  await tell(tx, [toMember], wallNow)
}

async function isUnread(tx: Tx, { member, kind, facts }: ToMember): Promise<boolean> {
  const unread = await tx
    .selectFrom('notice')
    .select('id')
    .where('member_id', '=', member.id)
    .where('read_at', 'is', null)
    .where('message', '=', kind)
    .where(sql<boolean>`facts = ${JSON.stringify(facts)}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return unread !== undefined
}

export type Telling = { memberId: number; kind: Told; facts: Facts }

/** As `tellMember`, many at once: each of them something of their own. */
export async function tellMembers(
  tx: Tx,
  tellings: readonly Telling[],
  wallNow: Date,
): Promise<void> {
  if (tellings.length === 0) return
  const ids = [...new Set(tellings.map(({ memberId }) => memberId))]
  const members = await tx
    .selectFrom('member')
    .selectAll()
    .where('id', '=', sql<number>`any (${ids}::integer[])`)
    .execute()
  const found = new Map(members.map((member) => [member.id, member]))
  const toldTo = tellings.flatMap(({ memberId, kind, facts }) => {
    const member = found.get(memberId)
    return member ? [{ member, kind, facts }] : []
  })
  await tell(tx, toldTo, wallNow)
}

type ToMember = { member: Member; kind: Told; facts: Facts }

/** The house reads its own books. */
async function tell(tx: Tx, all: readonly ToMember[], wallNow: Date): Promise<void> {
  const tellings = all.filter(({ member }) => !member.is_house)
  if (tellings.length === 0) return
  const wishes = await readWishes(tx, tellings)
  const listed = tellings.filter(({ member, kind }) => wishes.want(member.id, kindOf(kind), 'app'))
  await list(tx, listed, wallNow)
  const messages = tellings.flatMap((telling) => {
    const { member, kind } = telling
    const wanted = (way: NoticeWay) => wishes.want(member.id, kindOf(kind), way)
    return [
      ...(wanted('mail') ? toAddress(telling) : []),
      ...(wanted('push') ? toDevices(telling, wishes.devicesOf(member.id)) : []),
    ].map((message) => ({ ...message, memberId: member.id }))
  })
  await enqueueMessages(tx, messages, wallNow)
}

/** Shown by the time of the house; what is counted and kept goes by the wall. */
async function list(tx: Tx, tellings: readonly ToMember[], wallNow: Date): Promise<void> {
  if (tellings.length === 0) return
  await sql`insert into notice (member_id, message, facts, told_at, house_at)
    select member_id, message, facts::jsonb, ${wallNow}::timestamptz,
      ${wallNow}::timestamptz + offset_ms * interval '1 millisecond'
    from business_clock, unnest(${tellings.map(({ member }) => member.id)}::integer[],
        ${tellings.map(({ kind }) => kind)}::text[],
        ${tellings.map(({ facts }) => JSON.stringify(facts))}::text[])
      as told (member_id, message, facts)`.execute(tx)
  for (const { member } of tellings) publish(tx, { to: member.id, kind: 'notice.added' })
}

function toAddress({ member, kind, facts }: ToMember): Message[] {
  const to: Address | undefined = provedAddress(member)
  if (!to) return []
  const { phrase } = member
  const language = languageOfMember(member)
  return [composeMessage(to, { kind, language, phrase, facts: factsIn(language, kind, facts) })]
}

function toDevices({ member, kind, facts }: ToMember, devices: readonly number[]): Message[] {
  const language = languageOfMember(member)
  const said = { kind, language, facts: factsIn(language, kind, facts) }
  return devices.map((device) => ({
    ...composeMessage({ channel: 'push', target: String(device) }, said),
    link: linkOf(kind, facts),
  }))
}

type Wishes = {
  want: (memberId: number, kind: NoticeKind, way: NoticeWay) => boolean
  devicesOf: (memberId: number) => readonly number[]
}

/** What those members chose, and their devices. What nobody chose is on. */
async function readWishes(tx: Tx, tellings: readonly ToMember[]): Promise<Wishes> {
  const ids = [...new Set(tellings.map(({ member }) => member.id))]
  const { rows } = await sql<{
    id: number
    choices: ({ kind: string } & Record<NoticeWay, boolean>)[] | null
    devices: number[]
  }>`select id, (
      select json_agg(json_build_object('kind', kind, 'app', app, 'mail', mail, 'push', push))
      from notice_choice where member_id = asked.id
    ) as choices, array(select id from push_device where member_id = asked.id order by id) as devices
    from unnest(${ids}::integer[]) asked (id)`.execute(tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  return {
    want(memberId, kind, way) {
      if (fixedWays[kind]?.includes(way) === true) return true
      const choice = found.get(memberId)?.choices?.find((each) => each.kind === kind)
      return choice?.[way] ?? isToldUnasked(kind, way)
    },
    devicesOf: (memberId) => found.get(memberId)?.devices ?? [],
  }
}
