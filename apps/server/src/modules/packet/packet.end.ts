import type { Request } from '@btbc/contract/endpoint.ts'
import type { proposeEndingPacket as proposeCall } from '@btbc/contract/operator/packet.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { claimUndecided, defineProposal } from '#modules/review/index.ts'
import { transition, transitionAll } from '#platform/state-machine.ts'

import { packetReturned } from './packet.entries.ts'
import { packetStates } from './packet.states.ts'
import { currencyOf, type Packet } from './packet.ts'

/** How red packets end: by time, when all is taken, and early by two operators. */

const AT_ONCE = 100

/** Ends those that are over or taken; what is left goes back to the pool. */
export async function endPackets(tx: Tx, now: Date): Promise<number> {
  const due = await tx
    .selectFrom('red_packet')
    .selectAll()
    .where('state', '=', 'open')
    .where((row) => row.or([row('ends_at', '<=', now), row('taken', '=', row.ref('shares'))]))
    .orderBy('ends_at')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const packet of due) await endPacket(tx, packet, now)
  return due.length
}

async function endPacket(tx: Tx, packet: Packet, now: Date): Promise<void> {
  await transition(tx, packetStates, packet, 'end', { now })
  const amount = packet.budget - packet.paid
  if (amount === 0n) return
  await post(tx, packetReturned({ id: packet.id, currency: currencyOf(packet), amount }, now))
}

/** Drops those that nobody accepts any more: their codes are free again. */
export async function dropPackets(tx: Tx, now: Date): Promise<number> {
  const ids = await claimUndecided(tx, {
    kind: 'packet.publish',
    table: 'red_packet',
    name: 'packet',
    now,
    most: AT_ONCE,
  })
  return (await transitionAll(tx, packetStates, ids, 'drop', { now })).length
}

export async function proposeEndingPacket(
  tx: Tx,
  asked: { request: Request<typeof proposeCall>; caller: OperatorCaller; now: Date },
) {
  const { request, caller, now } = asked
  const { id, reason } = request
  const packet = await lockOpen(tx, id)
  const left = `${plainAmount(packet.budget - packet.paid)} ${getCurrency(currencyOf(packet)).code}`
  const { code, taken, shares } = packet
  return await packetEnding.propose(tx, {
    subject: `packet ${id}`,
    payload: { packet: id },
    summary: `End red packet ${code} now: ${left} of it are left, ${taken} of ${shares} shares are taken. What is left then goes back to the pool red packet`,
    reason,
    caller,
    now,
  })
}

/** Shares that were taken stay taken, also those since it was proposed. */
export const packetEnding = defineProposal({
  kind: 'packet.end',
  payload: z.object({ packet: z.int() }),
  async apply(tx, { payload: { packet: id }, now }) {
    await endPacket(tx, await lockOpen(tx, id), now)
  },
})

async function lockOpen(tx: Tx, id: number): Promise<Packet> {
  const packet = await tx
    .selectFrom('red_packet')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  if (!packet) throw new Refusal('packet_not_open')
  return packet
}
