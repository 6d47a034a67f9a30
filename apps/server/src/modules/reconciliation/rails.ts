import type { Db } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Gateway } from '#payment-provider/gateway.ts'
import { type RailStanding, bankStanding, gatewayStanding } from '#modules/rail/index.ts'

import type { Comparison } from './reconciliation.ts'

/** The mirrors of the rails against the provider's books, and against what two operators accepted. */

/** Rails count in the units of the books; a comparison is written in 18 decimals. */
const SCALE = 10n ** 10n

/** Each rail by itself: `silent` says why another could not be compared. */
export async function compareRails(
  db: Db,
  gateway: Gateway | undefined,
): Promise<{ comparisons: Comparison[]; silent: unknown[] }> {
  const standings = [bankStanding(db), ...(gateway ? [gatewayStanding(db, gateway)] : [])]
  const looked = await Promise.allSettled(standings)
  return {
    comparisons: looked.flatMap((each) =>
      each.status === 'fulfilled' ? comparisonOf(each.value) : [],
    ),
    silent: looked.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : [])),
  }
}

/** What is under way to us is no difference. */
function comparisonOf({ rail, ledger, outside, agrees }: RailStanding): Comparison {
  return {
    source: `rail:${rail}`,
    currency: currencies.BANK.id,
    block: null,
    books: ledger * SCALE,
    outside: (agrees ? ledger : outside) * SCALE,
  }
}
