import type { Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import { isOld } from './silence.ts'
import { toUnits } from '#chain/units.ts'

/** Of one coin: who holds the most of it, and what all others hold, in the smallest units of the chain. */
export type Holders = { addresses: string[]; others: string }

export type CustodyCheck = {
  block: bigint
  /** What custody held for the books at that block, in the smallest units of the chain. */
  held: bigint
  /** What the books said of it when it was compared, in units. */
  books: bigint
  /** How much more custody held than the books said at that block, in units, floored. */
  difference: bigint
  /** Null when it was too long ago to say. */
  agrees: boolean | null
  holders: Holders
}

/** What custody said when it was asked last, by coin; empty before there was a chain to ask. */
export async function readCustodyChecks(
  tx: Tx,
  wallNow: Date,
): Promise<Map<CurrencyId, CustodyCheck>> {
  const rows = await tx
    .selectFrom('reconciliation')
    .select(['currency', 'block', 'books', 'outside', 'agrees', 'heard_at', 'holders'])
    .where('source', '=', 'chain')
    .execute()
  return new Map(
    rows.map(({ currency, block, books, outside, agrees: agreed, heard_at: heardAt, ...row }) => {
      const difference = toUnits(outside - books)
      const holders = (row.holders ?? { addresses: [], others: outside.toString() }) as Holders
      const agrees = agreed && isOld(heardAt, wallNow) ? null : agreed
      return [
        currency as CurrencyId,
        {
          block: block ?? 0n,
          held: outside,
          books: toUnits(books),
          difference,
          agrees,
          holders,
        },
      ] as const
    }),
  )
}
