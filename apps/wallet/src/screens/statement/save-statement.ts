import { readStatement } from '@btbc/contract/wallet.ts'

import { send, type Answer } from '#api/call.ts'
import { saveFile } from '#files/save-file.ts'
import { toCsv } from '#files/csv.ts'
import type { Shown } from '#screens/statement/StatementScreen.tsx'

const PAGE_LIMIT = 200
/** Where a file ends that nobody will read. */
const PAGES_MAX = 250

type Line = Answer<typeof readStatement>['list'][number]

/** The whole statement of one account as a file; words as the calls have them, for programs too. */
export async function saveStatement({ wallet, currency }: Shown): Promise<void> {
  const { signal } = new AbortController()
  const lines = new Map<number, Line>()
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const request = { wallet, currency, limit: PAGE_LIMIT, page }
    const { list, total } = await send(readStatement, request, { signal })
    for (const line of list) lines.set(line.id, line)
    if (list.length === 0 || page * PAGE_LIMIT >= total) break
  }
  saveFile(
    `btbc-test-statement-${wallet}-${currency}.csv`,
    toCsv([
      ['order_no', 'created_at', 'kind', 'info', 'value', 'balance'],
      ...[...lines.values()].map((line) => [
        line.order_no,
        line.created_at,
        line.kind,
        line.info,
        line.value,
        line.balance,
      ]),
    ]),
  )
}
