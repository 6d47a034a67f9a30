import type { Response } from '@btbc/contract/endpoint.ts'
import { packetAudiences, packetSplits } from '@btbc/contract/packet-terms.ts'
import type { listPackets as listPacketsCall } from '@btbc/contract/packet.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import type { RedPacket } from '@btbc/database/tables.ts'
import { post } from '@btbc/ledger/post.ts'
import { type CurrencyId, findCurrency } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'

import { undecidedSince } from '#modules/review/index.ts'
import { claimDue, transition, transitionAll } from '#platform/state-machine.ts'

import { packetCurrency, packetReturned } from './packet.entries.ts'
import { packetStates } from './packet.states.ts'
import { hashOf } from './shares.ts'

/** Red packets that were published, and what time does to them. */

export type Packet = Selectable<RedPacket>

const AT_ONCE = 100

export function oneOf<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((each) => each === text)
  if (word === undefined) throw new Error(`a red packet says ${text}`)
  return word
}

export function currencyOf({ currency }: Pick<Packet, 'currency'>): CurrencyId {
  const known = packetCurrency(currency)
  if (known === undefined) throw new Error(`a red packet of currency ${currency}`)
  return known
}

/** Published ones, newest first; a seed is told when nothing depends on it any more. */
export async function listPackets(
  tx: Tx,
  request: { memberId: number; page: number; limit: number },
): Promise<Response<typeof listPacketsCall>> {
  const { memberId, page, limit } = request
  const published = tx
    .selectFrom('red_packet')
    .leftJoin('packet_share', (join) =>
      join.onRef('packet_id', '=', 'red_packet.id').on('member_id', '=', memberId),
    )
    .where('state', 'in', ['open', 'ended'])
    .selectAll('red_packet')
    .select(['place', 'amount', 'received_at'])
    .orderBy('red_packet.id', 'desc')
  const { rows, total } = await readPage(published, request)
  return { list: rows.map(describe), total, page, limit }
}

type Own = { place: number | null; amount: bigint | null; received_at: Date | null }

function describe(row: Packet & Own): Response<typeof listPacketsCall>['list'][number] {
  const { place, amount, received_at } = row
  const ended = row.state === 'ended'
  return {
    id: row.id,
    currency: row.currency,
    currency_name: findCurrency(row.currency)?.code ?? '',
    budget: row.budget,
    left: row.budget - row.paid,
    shares: row.shares,
    taken: row.taken,
    split: oneOf(packetSplits, row.split),
    audience: oneOf(packetAudiences, row.audience),
    ends_at: row.ends_at,
    ended,
    seed_hash: hashOf(row.seed),
    seed: ended ? row.seed.toString('hex') : null,
    mine:
      place === null || amount === null || received_at === null
        ? null
        : { place, amount, received_at },
  }
}

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
  for (const packet of due) {
    await transition(tx, packetStates, packet, 'end', { now })
    const amount = packet.budget - packet.paid
    if (amount === 0n) continue
    await post(tx, packetReturned({ id: packet.id, currency: currencyOf(packet), amount }, now))
  }
  return due.length
}

/** Drops those that nobody accepted in time: their codes are free again. */
export async function dropPackets(tx: Tx, now: Date): Promise<number> {
  const due = await claimDue(tx, packetStates, {
    state: 'proposed',
    by: 'made_at',
    now: undecidedSince(now),
    most: AT_ONCE,
  })
  const ids = due.map(({ id }) => id)
  return (await transitionAll(tx, packetStates, ids, 'drop', { now })).length
}

/** What open packets still promise, by currency. */
export async function sumPromised(tx: Tx): Promise<Map<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: number; sum: bigint }>`
    select currency, sum(budget - paid)::bigint as sum
    from red_packet where state = 'open' group by currency`.execute(tx)
  return new Map(rows.map((row) => [currencyOf(row), row.sum]))
}
