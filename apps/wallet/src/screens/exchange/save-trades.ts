import { listOwnTrades } from '@btbc/contract/exchange.ts'

import { send } from '#api/call.ts'
import { saveFile } from '#files/save-file.ts'
import { tradesCsv, type OwnTrade } from '#screens/exchange/trades-csv.ts'

const PAGE_LIMIT = 200
/** Where a file ends that nobody will read. */
const PAGES_MAX = 500

/** Every trade of the member as a file of the browser. */
export async function saveTrades(): Promise<void> {
  const trades: OwnTrade[] = []
  let page = await readPage('')
  trades.push(...page.list)
  for (let pages = 1; pages < PAGES_MAX && page.next !== null; pages += 1) {
    page = await readPage(page.next)
    trades.push(...page.list)
  }
  saveFile('btbc-test-trades.csv', tradesCsv(trades))
}

async function readPage(cursor: string) {
  return await send(listOwnTrades, { limit: PAGE_LIMIT, ...(cursor !== '' && { cursor }) })
}
