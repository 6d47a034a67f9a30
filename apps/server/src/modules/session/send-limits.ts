import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'

import type { Config } from '#config.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/** How often codes may be sent: per target, per network, and all together (D41). */

const RESEND_MS = 60 * 1000

const TARGET_PER_HOUR = 5
const TARGET_PER_DAY = 10
/** More codes for a reset than this take a picture: strangers use them up as well as the owner. */
const FORGET_PLAIN_PER_DAY = 3
const FORGET_PER_DAY = 30
/** Other people's addresses a member may have sent to, however many they name. */
const CONTACT_PER_DAY = 10
/** When all networks together ask for more than this in an hour, somebody is pumping messages. */
const ALL_PER_HOUR = 5000

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
  const { limits, wallNow } = send
  if (!limits) return
  const { network, perHour, perDay } = limits
  await lockNamed(tx, 'network', network)
  await refuseAbove(tx, { network, most: perHour, withinMs: HOUR_MS, wallNow })
  await refuseAbove(tx, { network, most: perDay, withinMs: DAY_MS, wallNow })
  await refuseAbove(tx, { most: ALL_PER_HOUR, withinMs: HOUR_MS, wallNow })
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
    .execute()
  const ages = sent.map((each) => ({ ageMs: wallNow.getTime() - each.created_at.getTime() }))
  refuseWhile(untilFewerMs(ages, { most: CONTACT_PER_DAY, withinMs: DAY_MS }))
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

async function refuseAbove(
  tx: Tx,
  limit: { network?: string; most: number; withinMs: number; wallNow: Date },
): Promise<void> {
  const { network, most, withinMs, wallNow } = limit
  const counted = tx
    .selectFrom('code')
    .select('created_at')
    .where('created_at', '>', new Date(wallNow.getTime() - withinMs))
  const last = await (
    network === undefined
      ? counted.where('network', 'is not', null)
      : counted.where('network', '=', network)
  )
    .orderBy('created_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const waitMs = last.created_at.getTime() + withinMs - wallNow.getTime()
  throw new Refusal('too_many_requests', { wait_s: Math.max(1, Math.ceil(waitMs / 1000)) })
}
