import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Wallet } from '@btbc/ledger/account.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { reviewStatusOf } from '#modules/identity/identity.ts'
import { readWelcome } from '#modules/mining/index.ts'
import { type Coin, type Prices, pricesAt } from '#modules/wallet/index.ts'

import { fromWorth, worthOf } from './terms.ts'

/**
 * Until the identity is accepted, the welcome grant lowers what may be sent. Sold, it is still
 * there as what it was sold for: so what counts is worth, at the house's prices, which nobody prints.
 */
export type WelcomeStays = {
  /** In USDT: what has to stay. */
  worth: bigint
  /** In USDT: what the member holds beyond it. */
  left: bigint
}

const WALLETS = new Set<string>(['change', 'legal', 'lever', 'micro'] satisfies Wallet[])

/** Undefined when nothing has to stay. */
export async function welcomeStays(
  tx: Tx,
  { memberId, prices }: { memberId: number; prices: Prices },
): Promise<WelcomeStays | undefined> {
  if ((await reviewStatusOf(tx, memberId)) === 'verified') return undefined
  const grant = await readWelcome(tx, memberId)
  if (grant === undefined) return undefined
  const holdings = await balancesOfMember(tx, memberId)
  const worth = worthOf(prices, { currency: currencies.BTBC.id, amount: grant.btbc })
  const held = holdings
    .filter(({ purpose }) => WALLETS.has(purpose))
    .reduce(
      (sum, { currency, available, held: inOrders }) =>
        sum + worthOf(prices, { currency, amount: available + inOrders }),
      0n,
    )
  return { worth, left: held > worth ? held - worth : 0n }
}

/** In coins, by currency: what may be sent besides the grant; undefined when nothing has to stay. */
export async function leftBesidesWelcome(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
) {
  const prices = await pricesAt(tx, now)
  const stays = await welcomeStays(tx, { memberId, prices })
  return (currency: CurrencyId) =>
    stays && fromWorth(prices, { currency, worth: stays.left, rounding: 'down' })
}

/** Refuses to send what the welcome grant is worth to anybody, as coins or as what they were sold for. */
export async function refuseWelcomeSent(
  tx: Tx,
  asked: { memberId: number; coin: Coin; worth: bigint; prices: Prices },
): Promise<void> {
  const { memberId, coin, worth, prices } = asked
  const stays = await welcomeStays(tx, { memberId, prices })
  if (stays === undefined || worth <= stays.left) return
  const left = fromWorth(prices, { currency: coin.id, worth: stays.left, rounding: 'down' })
  throw new Refusal('welcome_stays', { left: formatAmount(left), currency: coin.code })
}
