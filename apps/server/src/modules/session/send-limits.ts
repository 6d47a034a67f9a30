import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'

import type { Config } from '#config.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'
import { APART_MS } from '#platform/recent.ts'

/** How often codes may be sent: per target, per network, and all together. */

const RESEND_MS = MINUTE_MS

const TARGET_PER_HOUR = 5
const TARGET_PER_DAY = 10
/** More codes for a reset than this take a picture: strangers use them up as well as the owner. */
const FORGET_PLAIN_PER_DAY = 3
const FORGET_PER_DAY = 30
/** Other people's addresses a member may have sent to, however many they name. */
const CONTACT_PER_DAY = 10
/**
 * When strangers of all networks together ask for more than this in an hour, somebody is pumping messages.
 * Members, and who resets their password after reading a picture, go on: their own limits stand.
 */
const STRANGERS_PER_HOUR = 5000

/** Whom sends are counted for; nobody on the machine itself. */
export type SendLimits = { network: string; perHour: number; perDay: number }

/** Whom the sends of codes are counted for, and how many there may be; nobody on the machine itself. */
export function sendLimitsOf(
  config: Config,
  { network, local }: CallerAddress,
): SendLimits | undefined {
  if (!config.rateLimits || local) return undefined
  return { network, perHour: config.sendsPerHour, perDay: config.sendsPerDay }
}

type Send = {
  purpose: string
  target: string
  memberId: number | undefined
  isPictureRead?: boolean
  ip: string
  limits: SendLimits | undefined
  wallNow: Date
}

export async function refuseTooManySends(tx: Tx, send: Send): Promise<void> {
  await refuseByTarget(tx, send)
  await refuseByMember(tx, send)
  const { limits, wallNow, purpose, memberId, isPictureRead = false } = send
  if (!limits) return
  const { network, perHour, perDay } = limits
  await lockNamed(tx, 'network', network)
  refuseTooSoon(await untilFewerSends(tx, { network, most: perHour, withinMs: HOUR_MS, wallNow }))
  refuseTooSoon(await untilFewerSends(tx, { network, most: perDay, withinMs: DAY_MS, wallNow }))
  if (memberId !== undefined || (purpose === 'forget' && isPictureRead)) return
  const waitMs = await untilFewerSends(tx, { most: STRANGERS_PER_HOUR, withinMs: HOUR_MS, wallNow })
  if (waitMs > 0 && purpose === 'forget') throw new Refusal('captcha_required')
  refuseTooSoon(waitMs)
}

/** What anybody may ask for is counted apart from what only the member can, who is not to be locked out. */
async function refuseByTarget(tx: Tx, send: Send): Promise<void> {
  const { purpose, target, memberId, isPictureRead = false, ip, wallNow } = send
  const sent = await tx
    .selectFrom('code')
    .select(['purpose', 'ip', 'created_at'])
    .where('target', '=', target)
    .where('member_id', 'is not distinct from', memberId ?? null)
    .where('created_at', '>', new Date(wallNow.getTime() - DAY_MS))
    .where('created_at', '<', latestCounted(wallNow))
    .execute()
  const agesMs = sent.map((each) => ({
    purpose: each.purpose,
    ip: each.ip,
    ageMs: Math.max(0, wallNow.getTime() - each.created_at.getTime()),
  }))
  const isReset = purpose === 'forget'
  const same = agesMs.filter((each) => each.purpose === purpose)
  const own = isReset ? same.filter((each) => each.ip === ip) : same
  const newestMs = Math.min(...own.map((each) => each.ageMs))
  if (newestMs < RESEND_MS) {
    throw new Refusal('resend_wait', { wait_s: Math.ceil((RESEND_MS - newestMs) / 1000) })
  }
  const counted = isReset ? own : agesMs.filter((each) => each.purpose !== 'forget')
  refuseWhile(
    untilFewerMs(counted, { most: TARGET_PER_HOUR, withinMs: HOUR_MS }),
    untilFewerMs(counted, { most: TARGET_PER_DAY, withinMs: DAY_MS }),
    isReset ? untilFewerMs(same, { most: FORGET_PER_DAY, withinMs: DAY_MS }) : 0,
  )
  if (isReset && same.length >= FORGET_PLAIN_PER_DAY && !isPictureRead) {
    throw new Refusal('captcha_required')
  }
}

/** Whoever changes an address names any: they are counted together, while the member's row is held. */
async function refuseByMember(tx: Tx, { purpose, memberId, wallNow }: Send): Promise<void> {
  if (purpose !== 'contact' || memberId === undefined) return
  const sent = await tx
    .selectFrom('code')
    .select('created_at')
    .where('purpose', '=', 'contact')
    .where('member_id', '=', memberId)
    .where('created_at', '>', new Date(wallNow.getTime() - DAY_MS))
    .where('created_at', '<', latestCounted(wallNow))
    .execute()
  const ages = sent.map((each) => ({ ageMs: wallNow.getTime() - each.created_at.getTime() }))
  refuseWhile(untilFewerMs(ages, { most: CONTACT_PER_DAY, withinMs: DAY_MS }))
}

/** What was sent by a clock that was set back since would make people wait until it is that time again. */
function latestCounted(wallNow: Date): Date {
  return new Date(wallNow.getTime() + APART_MS)
}

/** Until fewer than `most` of them lie within the time again. */
function untilFewerMs(
  sent: readonly { ageMs: number }[],
  { most, withinMs }: { most: number; withinMs: number },
): number {
  const ages = sent.map(({ ageMs }) => ageMs).toSorted((one, other) => one - other)
  const oldestCounted = ages[most - 1]
  return oldestCounted === undefined ? 0 : Math.max(0, withinMs - oldestCounted)
}

/** Says how long, so that nobody has to try. */
function refuseWhile(...waitsMs: readonly number[]): void {
  const minutes = Math.ceil(Math.max(...waitsMs) / MINUTE_MS)
  if (minutes > 0) throw new Refusal('too_many_codes', { minutes })
}

/** Until there were fewer than `most` within the time again: of a network, or of strangers from all of them. */
async function untilFewerSends(
  tx: Tx,
  limit: { network?: string; most: number; withinMs: number; wallNow: Date },
): Promise<number> {
  const { network, most, withinMs, wallNow } = limit
  const counted = tx
    .selectFrom('code')
    .select('created_at')
    .where('created_at', '>', new Date(wallNow.getTime() - withinMs))
    .where('created_at', '<', latestCounted(wallNow))
  const last = await (
    network === undefined
      ? counted.where('network', 'is not', null).where('member_id', 'is', null)
      : counted.where('network', '=', network)
  )
    .orderBy('created_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return last ? Math.max(1, last.created_at.getTime() + withinMs - wallNow.getTime()) : 0
}

function refuseTooSoon(waitMs: number): void {
  if (waitMs > 0) throw new Refusal('too_many_requests', { wait_s: Math.ceil(waitMs / 1000) })
}
