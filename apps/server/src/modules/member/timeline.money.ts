import type { Tx } from '@btbc/database/database.ts'
import { linesBefore, statementOfMember, type StatementLine } from '@btbc/ledger/statement.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'

import { recordText } from '#modules/wallet/index.ts'

import type { Placed } from './timeline.sources.ts'
import type { Places } from './timeline.places.ts'

/** What happened to the money. A place is the last line that was read: its entry and its account. */

const SOURCE = 'money'

export async function readMoney(
  tx: Tx,
  { memberId, places, most }: { memberId: number; places: Places; most: number },
): Promise<Placed[]> {
  const place = places.get(SOURCE)
  const lines =
    place === undefined
      ? (await statementOfMember(tx, memberId, { limit: most, page: 1 })).rows
      : await linesBefore(tx, memberId, { before: readPlace(place), limit: most })
  return lines.map(describe)
}

function readPlace(place: string) {
  const [entryId = 0n, accountId = 0n] = place.split('-').map(BigInt)
  return { entryId, accountId }
}

function describe(line: StatementLine): Placed {
  const { entryId, accountId } = line
  const currency = getCurrency(line.currency)
  const amount = wireUnits(line.value < 0n ? -line.value : line.value, currency)
  return {
    source: SOURCE,
    place: `${entryId}-${accountId}`,
    line: {
      key: `${SOURCE}.${entryId}.${accountId}`,
      kind: 'money',
      at: line.at,
      title: recordText(line.kind, 'en'),
      detail: `${line.value < 0n ? 'out of' : 'into'} ${line.purpose}, entry ${entryId}`,
      amount,
      currency: currency.id,
      desk: null,
      case_id: null,
    },
  }
}
