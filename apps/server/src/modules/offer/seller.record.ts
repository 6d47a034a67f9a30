import type { Response } from '@btbc/contract/endpoint.ts'
import type { readSeller } from '@btbc/contract/offer.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** How the deals of a member went, as others read it: kept rows, never counted at a look. */

/** In place of a seller: all but the house. */
export const EVERYBODY = 0
/** Of fewer deals a share says nothing yet. */
const SHOWN_FROM = 20

/** As if so many deals more had gone, half of them to the release: a record of few deals says little. */
const UNKNOWN = 20

/** What decides between two offers at one price, from a row of figures: in hundredths of a percent. */
export const RECORD = sql<number>`(completed + ${UNKNOWN / 2}) * 10000 / (deals + ${UNKNOWN})`

/** That of a seller who offers something new. */
export function recordOf(memberId: number) {
  return sql<number>`coalesce(
    (select ${RECORD} from deal_figures where seller_id = ${memberId}), 5000)`
}

export type DealRecord = Pick<
  Response<typeof readSeller>,
  'deals_30d' | 'completed_30d' | 'release_minutes' | 'up' | 'down'
>

type Counted = {
  deals: number
  completed: number
  minutes: number | null
  up: number
  down: number
}

export async function readRecord(tx: Tx, memberId: number): Promise<DealRecord> {
  const [record] = await readRecords(tx, [memberId])
  if (!record) throw new Error('a record without a row')
  return record
}

/** Of many, in the order they are asked for. */
export async function readRecords(tx: Tx, memberIds: readonly number[]): Promise<DealRecord[]> {
  const { rows } = await sql<Counted>`
    select coalesce(deals, 0) as deals, coalesce(completed, 0) as completed,
      release_minutes as minutes, coalesce(up, 0) as up, coalesce(down, 0) as down
    from unnest(${memberIds}::integer[]) with ordinality asked (id, place)
    left join deal_figures on seller_id = asked.id
    left join rating_tally on rating_tally.member_id = asked.id
    order by place`.execute(tx)
  return rows.map(describe)
}

function describe(row: Counted): DealRecord {
  const { deals, completed, minutes, up, down } = row
  const isShown = deals >= SHOWN_FROM
  return {
    deals_30d: deals,
    completed_30d: isShown ? Math.floor((completed * 100) / deals) : null,
    release_minutes: isShown ? minutes : null,
    up,
    down,
  }
}
