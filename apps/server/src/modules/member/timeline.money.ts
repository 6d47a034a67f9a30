import type { Tx } from '@btbc/database/database.ts'
import { statementOfMember, type StatementLine } from '@btbc/ledger/statement.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'

import { recordText } from '#modules/wallet/index.ts'

import type { Placed } from './timeline.sources.ts'
import type { Places } from './timeline.places.ts'

/**
 * What happened to the money. A place says how many lines were read, of which entry the last one was,
 * and how many lines of that entry: what is posted meanwhile moves nothing out of sight, and nothing
 * is shown twice.
 */

const SOURCE = 'money'

export async function readMoney(
  tx: Tx,
  asked: { memberId: number; places: Places; most: number },
): Promise<Placed[]> {
  const { memberId, places, most } = asked
  const [read, entry, ofEntry] = (places.get(SOURCE) ?? '').split('-').map(Number)
  const start = (read ?? 0) - (ofEntry ?? 0)
  const isUnseen = (line: StatementLine) => entry === undefined || Number(line.entryId) <= entry
  const lines = await linesFrom(tx, { memberId, start, most: most + (ofEntry ?? 0), isUnseen })
  const fresh = lines.filter(isUnseen)
  return placed(fresh, { read: start + lines.length - fresh.length, seen: ofEntry ?? 0 })
}

type Wanted = {
  memberId: number
  start: number
  most: number
  isUnseen: (line: StatementLine) => boolean
}

/** Lines from one on, in pages of the books, until there are as many as wanted or no more. */
async function linesFrom(tx: Tx, { memberId, start, most, isUnseen }: Wanted) {
  const first = Math.floor(start / most) + 1
  const skipped = start - (first - 1) * most
  const lines: StatementLine[] = []
  for (let page = first; ; page += 1) {
    const { rows } = await statementOfMember(tx, memberId, { limit: most, page })
    lines.push(...rows)
    const isEnough = lines.slice(skipped).filter(isUnseen).length >= most
    if (isEnough || rows.length < most) return lines.slice(skipped)
  }
}

function placed(
  lines: readonly StatementLine[],
  { read, seen }: { read: number; seen: number },
): Placed[] {
  let ofEntry = 0
  return lines
    .map((line, at) => {
      ofEntry = lines[at - 1]?.entryId === line.entryId ? ofEntry + 1 : 1
      return describe(line, `${read + at + 1}-${line.entryId}-${ofEntry}`)
    })
    .slice(seen)
}

function describe(line: StatementLine, place: string): Placed {
  const currency = getCurrency(line.currency)
  const amount = wireUnits(line.value < 0n ? -line.value : line.value, currency)
  const [, ...key] = place.split('-')
  return {
    source: SOURCE,
    place,
    line: {
      key: `${SOURCE}.${key.join('.')}`,
      kind: 'money',
      at: line.at,
      title: recordText(line.kind, 'en'),
      detail: `${line.value < 0n ? 'out of' : 'into'} ${line.purpose}, entry ${line.entryId}`,
      amount,
      currency: currency.id,
      desk: null,
      case_id: null,
    },
  }
}
