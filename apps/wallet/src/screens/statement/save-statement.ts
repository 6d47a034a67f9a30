import { listAttestations } from '@btbc/contract/proof.ts'
import { readStatement } from '@btbc/contract/wallet.ts'

import { send, type Answer } from '#api/call.ts'
import { saveFile } from '#files/save-file.ts'
import { toCsv } from '@btbc/contract/csv.ts'
import type { Shown } from '#screens/statement/StatementScreen.tsx'

const PAGE_LIMIT = 200
/** Where a file ends that nobody will read. */
const PAGES_MAX = 250

type Line = Answer<typeof readStatement>['list'][number]
type Signed = Pick<Answer<typeof listAttestations>['list'][number], 'number' | 'at' | 'books'>

/** The whole statement of one account as a file; words as the calls have them, for programs too. */
export async function saveStatement({ wallet, currency }: Shown): Promise<void> {
  const lines = new Map<number, Line>()
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const request = { wallet, currency, limit: PAGE_LIMIT, page }
    const { list, total } = await send(readStatement, request)
    for (const line of list) lines.set(line.id, line)
    if (list.length === 0 || page * PAGE_LIMIT >= total) break
  }
  const proofs = await send(listAttestations, { limit: 1 })
  saveFile(
    `btbc-test-statement-${wallet}-${currency}.csv`,
    toCsv(statementRows([...lines.values()], proofs.list[0])),
  )
}

/** The newest line first; at the end where the books stood when they were last signed. */
export function statementRows(lines: readonly Line[], signed: Signed | undefined): string[][] {
  const rows = lines.map((line) => [
    line.order_no,
    line.created_at,
    line.kind,
    line.info,
    line.value,
    line.balance,
  ])
  const end = signed ? [[`${signed.number}`, signed.at, 'books.head', signed.books, '', '']] : []
  return [['order_no', 'created_at', 'kind', 'info', 'value', 'balance'], ...rows, ...end]
}
