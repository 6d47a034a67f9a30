import { listDeals } from '@btbc/contract/deal.ts'

import { send, type Answer } from '#api/call.ts'
import { toCsv } from '@btbc/contract/csv.ts'
import { saveFile } from '#files/save-file.ts'
import { askedOf, type Filters } from '#screens/deals/filters.ts'

const PAGE_LIMIT = 200
/** Where a file ends that nobody will read. */
const PAGES_MAX = 50

type Row = Answer<typeof listDeals>['list'][number]

/** The deals that the filters leave as a file, page by page by their key; words as the calls have them. */
export async function saveDeals(filters: Filters): Promise<void> {
  const rows: Row[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const last = rows.at(-1)?.id
    const key = last === undefined ? {} : { before: last }
    const { list } = await send(listDeals, { ...askedOf(filters), ...key, limit: PAGE_LIMIT })
    rows.push(...list)
    if (list.length < PAGE_LIMIT) break
  }
  saveFile('btbc-test-deals.csv', toCsv([header, ...rows.map((row) => columns(row))]))
}

const header = [
  'id',
  'type',
  'state',
  'seller_name',
  'buyer_name',
  'way_name',
  'deal_money',
  'fiat',
  'price',
  'number',
  'create_time',
  'pay_time',
]

function columns(row: Row): string[] {
  return [
    String(row.id),
    row.type,
    row.state,
    row.seller_name,
    row.buyer_name,
    row.way_name,
    row.deal_money,
    row.fiat,
    row.price,
    row.number,
    row.create_time,
    row.pay_time ?? '',
  ]
}
