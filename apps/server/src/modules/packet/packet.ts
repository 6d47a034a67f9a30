import type { Response } from '@btbc/contract/endpoint.ts'
import { packetAudiences, packetSplits } from '@btbc/contract/packet-rules.ts'
import type { listPackets as listPacketsCall } from '@btbc/contract/packet.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import type { RedPacket } from '@btbc/database/tables.ts'
import { currencyCode, type CurrencyId } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'

import { commitmentOf } from '#platform/committed-seed.ts'

import { packetCurrency } from './packet.entries.ts'

/** Red packets that were published. */

export type Packet = Selectable<RedPacket>

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
    .selectAll('red_packet')
    .select(['place', 'amount', 'received_at'])
    .orderBy('red_packet.id', 'desc')
  const among = eachOf('state', ['open', 'ended'])
  const { rows, total } = await readPage(tx, published, request, { key: 'red_packet.id', among })
  return { list: rows.map(describe), total, page, limit }
}

type Own = { place: number | null; amount: bigint | null; received_at: Date | null }

function describe(row: Packet & Own): Response<typeof listPacketsCall>['list'][number] {
  const { place, amount, received_at } = row
  const ended = row.state === 'ended'
  return {
    id: row.id,
    code: row.is_told && !ended ? row.code : null,
    currency: row.currency,
    currency_name: currencyCode(row.currency),
    budget: row.budget,
    left: row.budget - row.paid,
    shares: row.shares,
    taken: row.taken,
    split: oneOf(packetSplits, row.split),
    audience: oneOf(packetAudiences, row.audience),
    ends_at: row.ends_at,
    ended,
    seed_hash: commitmentOf(row.seed),
    seed: ended ? row.seed.toString('hex') : null,
    mine:
      place === null || amount === null || received_at === null
        ? null
        : { place, amount, received_at },
  }
}

/** What open packets still promise, by currency. */
export async function sumPacketPromises(tx: Tx): Promise<Map<CurrencyId, bigint>> {
  const { rows } = await sql<{ currency: number; sum: bigint }>`
    select currency, sum(budget - paid)::bigint as sum
    from red_packet where state = 'open' group by currency`.execute(tx)
  return new Map(rows.map((row) => [currencyOf(row), row.sum]))
}
