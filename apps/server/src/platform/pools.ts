import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type HousePurpose, houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { type Entry, InsufficientBalance, post } from '@btbc/ledger/post.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { type CurrencyId, getCurrency } from '@btbc/money/currency.ts'

/** What a pool gives, or why it cannot: a promise is set aside whole or not made. */

/** A look before it is proposed; only the entry itself is sure. */
export async function refuseShort(
  tx: Tx,
  asked: { from: HousePurpose; currency: CurrencyId; needed: bigint },
): Promise<void> {
  const { from, currency, needed } = asked
  const { available } = await balanceOf(tx, houseAccount(from, currency))
  if (available < needed) throw short({ available, needed, currency })
}

/** Posts an entry that takes from a pool. */
export async function postFromPool(tx: Tx, entry: Entry): Promise<void> {
  try {
    await post(tx, entry)
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    const { available, needed, account } = error
    throw short({ available, needed, currency: account.currency })
  }
}

function short(facts: { available: bigint; needed: bigint; currency: CurrencyId }): Refusal {
  const { scale, code } = getCurrency(facts.currency)
  return new Refusal('pool_source_short', {
    available: formatAmount(facts.available, scale),
    needed: formatAmount(facts.needed, scale),
    currency: code,
  })
}
