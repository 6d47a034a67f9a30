import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type {
  listHousePackets as listCall,
  proposePacket as proposeCall,
} from '@btbc/contract/operator/packet.ts'
import { packetAudiences, packetSplits } from '@btbc/contract/packet-rules.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import { currencyCode } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'
import { commitmentOf } from '#platform/committed-seed.ts'
import { HOUR_MS } from '#platform/durations.ts'
import { postFromPool, refuseShort } from '#platform/pools.ts'
import { transition } from '#platform/state-machine.ts'

import { packetCurrency, packetReserved } from './packet.entries.ts'
import { plainCode } from './packet.receive.ts'
import { packetStates } from './packet.states.ts'
import { currencyOf, oneOf } from './packet.ts'

/** Publishing a red packet, by two: its budget is set aside when the second accepts, or not at all. */

const CODE = /^[0-9A-Z]{6,32}$/
const SEED_BYTES = 32
/** Units a random share has on average at the least, so that there is something to draw. */
const AVERAGE_MIN = 10n

export async function listHousePackets(
  tx: Tx,
  { page, limit }: { page: number; limit: number },
): Promise<Response<typeof listCall>> {
  const all = tx.selectFrom('red_packet').selectAll().orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, all, { page, limit }, { key: 'id' })
  const list = rows.map(({ seed, made_at: _made, closed_at: _closed, is_told: _told, ...row }) => ({
    ...row,
    split: oneOf(packetSplits, row.split),
    audience: oneOf(packetAudiences, row.audience),
    seed_hash: commitmentOf(seed),
  }))
  return { list, total, page, limit }
}

type Asked = Request<typeof proposeCall>
type NewPacket = Omit<Asked, 'reason' | 'hours'> & { ends_at: Date; is_told?: boolean }

export async function proposePacket(
  tx: Tx,
  asked: {
    request: Asked
    caller: OperatorCaller
    random: (bytes: number) => Buffer
    now: Date
  },
) {
  const { request, caller, random, now } = asked
  const { code: typed, reason, hours, ...rest } = request
  const ends = new Date(now.getTime() + hours * HOUR_MS)
  const packet = { ...rest, code: plainCode(typed), ends_at: ends }
  const { id, seedHash } = await writePacket(tx, { packet, random, now })
  return await packetPublishing.propose(tx, {
    subject: `packet ${id}`,
    payload: { packet: id },
    summary: summaryOf(packet, seedHash),
    reason,
    caller,
    now,
  })
}

/** Writes it down as proposed. */
export async function writePacket(
  tx: Tx,
  written: { packet: NewPacket; random: (bytes: number) => Buffer; now: Date },
): Promise<{ id: number; seedHash: string }> {
  const { packet, random, now } = written
  if (!CODE.test(packet.code)) throw new Refusal('packet_code_form')
  const currency = packetCurrency(packet.currency)
  if (currency === undefined) throw new Refusal('pool_unknown')
  refuseBudget(packet)
  await refuseShort(tx, { from: 'pool:red_packet', currency, needed: packet.budget })
  const seed = random(SEED_BYTES)
  const made = await tx
    .insertInto('red_packet')
    .values({ ...packet, seed, made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('packet_code_taken')
  return { id: made.id, seedHash: commitmentOf(seed) }
}

/** Equal shares are whole units; random ones need some to draw from. */
function refuseBudget({ budget, shares, split }: NewPacket): void {
  const count = BigInt(shares)
  const fits = split === 'equal' ? budget % count === 0n : budget >= AVERAGE_MIN * count
  if (budget === 0n || !fits) throw new Refusal('packet_budget')
}

function summaryOf(packet: NewPacket, seedHash: string): string {
  const { code, budget, currency, shares, split, audience, ends_at: endsAt } = packet
  const figure = `${plainAmount(budget)} ${currencyCode(currency)}`
  const until = minuteOf(endsAt)
  return `Red packet ${code}: ${figure} in ${shares} shares (${split}), for ${audience}, until ${until}. Seed hash ${seedHash}`
}

/** The whole budget goes from the pool to the reserve. */
export const packetPublishing = defineProposal({
  kind: 'packet.publish',
  payload: z.object({ packet: z.int() }),
  apply: (tx, { payload: { packet: id }, now }) => publishPacket(tx, id, now),
})

export async function publishPacket(tx: Tx, id: number, now: Date): Promise<void> {
  const packet = await transition(tx, packetStates, { id }, 'publish', { now })
  if (packet.ends_at <= now) throw new Refusal('packet_over')
  const currency = currencyOf(packet)
  await postFromPool(tx, packetReserved({ id, currency, amount: packet.budget }, now))
}
