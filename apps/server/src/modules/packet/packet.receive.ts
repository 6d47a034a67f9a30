import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type { receivePacket as receivePacketCall } from '@btbc/contract/packet.ts'
import { packetSplits } from '@btbc/contract/packet-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'

import { lockMember, type Member } from '#modules/account/index.ts'
import { reviewStatusOf } from '#modules/identity/identity.ts'
import { useCaptcha } from '#modules/session/index.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { DAY_MS } from '#platform/durations.ts'
import {
  type TrySource,
  countWrongTry,
  type TryCount,
  lockTries,
  refuseLocked,
} from '#platform/wrong-tries.ts'

import { packetPaid } from './packet.entries.ts'
import { currencyOf, oneOf, type Packet } from './packet.ts'
import { nextShare } from './shares.ts'

/** Taking one's share by the code. Wrong codes are counted for the member and for the network. */

/** How long somebody is new. */
const NEW_MS = 7 * DAY_MS

type Asked = {
  memberId: number
  request: Request<typeof receivePacketCall>
  origin: CallerAddress
  now: Date
  wallNow: Date
}

/** A refusal is returned, not thrown, where a wrong try has to stay counted. */
export async function receivePacket(
  tx: Tx,
  asked: Asked,
): Promise<Response<typeof receivePacketCall> | Refusal> {
  const { memberId, request, origin, now, wallNow } = asked
  const code = plainCode(request.code ?? '')
  if (code === '') throw new Refusal('packet_code_required')
  const source = sourceOf(memberId, origin)
  const count = await lockTries(tx, source, wallNow)
  refuseLocked(count, wallNow, 'packet_locked')
  const isRead = await isPictureRead(tx, asked, count)
  const known = isRead ? await findPublished(tx, code) : undefined
  if (!known) {
    const { needsCaptcha } = await countWrongTry(tx, source, count, wallNow)
    const details = { captcha: Number(needsCaptcha || count.needsCaptcha) }
    return new Refusal(isRead ? 'packet_unavailable' : 'captcha_wrong', details)
  }
  const member = await lockMember(tx, memberId)
  // Whoever gets none waits for nobody here, and nobody for them.
  await refuseShare(tx, { packet: known, member, now })
  const packet = await lockPacket(tx, known.id)
  refuseOver(packet, now)
  return await takeShare(tx, { packet, memberId, now })
}

/** However it is typed: 'spring-26' is SPRING26, in full width as well. */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}

function sourceOf(memberId: number, { neighbourhood, local }: CallerAddress): TrySource {
  return { account: `packet:${memberId}`, network: `packet:${neighbourhood}`, local }
}

async function isPictureRead(
  tx: Tx,
  { request: { captcha_t: t, vercode: answer }, wallNow }: Asked,
  { needsCaptcha }: TryCount,
): Promise<boolean> {
  if (!needsCaptcha) return true
  if (t === undefined || answer === undefined) throw new Refusal('captcha_required')
  return await useCaptcha(tx, { t, answer, wallNow })
}

async function findPublished(tx: Tx, code: string): Promise<Packet | undefined> {
  return await tx
    .selectFrom('red_packet')
    .selectAll()
    .where('code', '=', code)
    .where('state', 'in', ['open', 'ended'])
    .executeTakeFirst()
}

async function lockPacket(tx: Tx, id: number): Promise<Packet> {
  return await tx
    .selectFrom('red_packet')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function refuseShare(
  tx: Tx,
  { packet, member, now }: { packet: Packet; member: Member; now: Date },
): Promise<void> {
  if (member.verified_at === null) throw new Refusal('not_verified')
  if (member.rewards_held_at !== null) throw new Refusal('rewards_held')
  const own = await tx
    .selectFrom('packet_share')
    .select('place')
    .where('packet_id', '=', packet.id)
    .where('member_id', '=', member.id)
    .executeTakeFirst()
  if (own) throw new Refusal('packet_taken')
  refuseOver(packet, now)
  if (!(await isMeant(tx, { packet, member, now }))) throw new Refusal('packet_not_for_you')
}

function refuseOver({ taken, shares, state, ends_at: endsAt }: Packet, now: Date): void {
  if (taken >= shares) throw new Refusal('packet_empty')
  if (state !== 'open' || endsAt <= now) throw new Refusal('packet_ended')
}

async function isMeant(
  tx: Tx,
  { packet: { audience }, member, now }: { packet: Packet; member: Member; now: Date },
): Promise<boolean> {
  if (audience === 'new') return member.joined_at.getTime() > now.getTime() - NEW_MS
  if (audience === 'verified') return (await reviewStatusOf(tx, member.id)) === 'verified'
  return true
}

async function takeShare(
  tx: Tx,
  { packet, memberId, now }: { packet: Packet; memberId: number; now: Date },
): Promise<Response<typeof receivePacketCall>> {
  const { id, taken, paid } = packet
  const currency = currencyOf(packet)
  const amount = nextShare({ ...packet, split: oneOf(packetSplits, packet.split) })
  await tx
    .updateTable('red_packet')
    .set({ taken: taken + 1, paid: paid + amount })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('packet_share')
    .values({ packet_id: id, member_id: memberId, place: taken, amount, received_at: now })
    .execute()
  await post(tx, packetPaid({ id, currency, amount, memberId }, now))
  return { currency, amount }
}
