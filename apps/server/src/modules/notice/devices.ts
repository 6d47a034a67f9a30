import type { Request } from '@btbc/contract/endpoint.ts'
import { type addPushDevice as addPushDeviceCall, PUSH_DEVICES_MAX } from '@btbc/contract/notice.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { lockMember } from '#modules/account/index.ts'
import { areDeviceKeys } from '#platform/notifications/push/encrypt.ts'
import { leadsOutward } from '#platform/notifications/push/outward.ts'

/** Browsers that are told by web push: each goes with the session that asked for it. */

type NewDevice = {
  caller: { memberId: number; sessionId: number }
  request: Request<typeof addPushDeviceCall>
  local: string | undefined
  wallNow: Date
}

/** A browser has one owner: who asks last. The oldest of too many is told no more. */
export async function addPushDevice(tx: Tx, device: NewDevice): Promise<void> {
  const { caller, request, local, wallNow } = device
  const { endpoint } = request
  const keys = { p256dh: read(request.p256dh), auth: read(request.auth) }
  if (!leadsOutward(endpoint, local) || !areDeviceKeys(keys)) {
    throw new Refusal('push_device_invalid')
  }
  const { memberId, sessionId } = caller
  await lockMember(tx, memberId)
  const unharmed = { failures: 0, failing_since: null }
  const owned = {
    member_id: memberId,
    session_id: sessionId,
    ...keys,
    added_at: wallNow,
    ...unharmed,
  }
  await tx
    .insertInto('push_device')
    .values({ endpoint, ...owned })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(owned))
    .execute()
  await tx
    .deleteFrom('push_device')
    .where('member_id', '=', memberId)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('push_device')
        .select('id')
        .where('member_id', '=', memberId)
        .orderBy('added_at', 'desc')
        .orderBy('id', 'desc')
        .limit(PUSH_DEVICES_MAX),
    )
    .execute()
}

export async function removePushDevice(
  tx: Tx,
  { memberId, endpoint }: { memberId: number; endpoint: string },
): Promise<void> {
  await tx
    .deleteFrom('push_device')
    .where('member_id', '=', memberId)
    .where('endpoint', '=', endpoint)
    .execute()
}

/** How many are told, and whether one of them is that of this session. */
export async function lookAtPushDevices(
  tx: Tx,
  { memberId, sessionId }: { memberId: number; sessionId: number },
): Promise<{ devices: number; here: boolean }> {
  const found = await tx
    .selectFrom('push_device')
    .select('session_id')
    .where('member_id', '=', memberId)
    .execute()
  return { devices: found.length, here: found.some((each) => each.session_id === sessionId) }
}

function read(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
