import type { Db } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Gateway } from '#payment-provider/gateway.ts'
import { type RailStanding, bankStanding, gatewayStanding } from '#modules/rail/index.ts'

import type { Finding } from './reconciliation.ts'

/** The mirrors of the rails against the provider's books, and against what two operators accepted. */

/** Rails count in the units of the books; a comparison is written in 18 decimals. */
const SCALE = 10n ** 10n

export async function compareRails(db: Db, gateway: Gateway | undefined): Promise<Finding[]> {
  const bank = findingOf(await bankStanding(db))
  return gateway ? [bank, findingOf(await gatewayStanding(db, gateway))] : [bank]
}

/** What is under way to us is no difference. */
function findingOf({ rail, ledger, outside, agrees }: RailStanding): Finding {
  return {
    source: `rail:${rail}`,
    currency: currencies.BANK.id,
    block: null,
    books: ledger * SCALE,
    outside: (agrees ? ledger : outside) * SCALE,
  }
}
