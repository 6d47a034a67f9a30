import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { listCoins as listCoinsCall } from '@btbc/contract/wallet.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Wallet } from '@btbc/ledger/account.ts'
import { type Balance, balancesOfMember } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import { coins, getCoin } from './coins.ts'
import { ownTransfer } from './wallet.entries.ts'

/** Moving coins between one's own wallets, and which wallets a coin may be put into. */

type CoinList = Response<typeof listCoinsCall>

export async function transferOwn(
  tx: Tx,
  request: {
    memberId: number
    from: Wallet
    to: Wallet
    currencyId: number
    amount: bigint | undefined
    /** Names the transfer in the books. */
    id: string
    now: Date
  },
): Promise<Record<string, never>> {
  const { memberId, from, to, currencyId, amount, id, now } = request
  if (amount === undefined || amount === 0n) throw new Refusal('amount_required')
  if (from === to) throw new Refusal('same_account')
  const { id: currency } = getCoin(currencyId)
  if (!(await mayTake(tx, currency, to))) throw new Refusal('wallet_closed')
  await post(tx, ownTransfer({ id, memberId, from, to, currency, amount }, now))
  return {}
}

/** Change is the way out of the house: it takes from the others whatever its flag says of trading. */
async function mayTake(tx: Tx, currency: CurrencyId, wallet: Wallet): Promise<boolean> {
  if (wallet === 'change') return true
  const flags = await tx
    .selectFrom('coin_wallets')
    .select(`is_${wallet}`)
    .where('currency', '=', currency)
    .forShare()
    .executeTakeFirst()
  return flags?.[`is_${wallet}`] ?? false
}

export async function listCoins(tx: Tx, { memberId }: { memberId: number }): Promise<CoinList> {
  const flags = await tx.selectFrom('coin_wallets').selectAll().execute()
  const balances = await balancesOfMember(tx, memberId)
  return coins.map(({ id, code }) => {
    const flag = flags.find(({ currency }) => currency === id)
    return {
      id,
      name: code,
      is_match: flag?.is_match ? 1 : 0,
      is_legal: flag?.is_legal ? 1 : 0,
      is_lever: flag?.is_lever ? 1 : 0,
      is_micro: flag?.is_micro ? 1 : 0,
      wallet: balancesOfCoin(balances, id),
    }
  })
}

/** What the member has of one coin in each of the four wallets. */
export async function readCoinBalances(
  tx: Tx,
  { memberId, currency }: { memberId: number; currency: CurrencyId },
): Promise<CoinList[number]['wallet']> {
  return balancesOfCoin(await balancesOfMember(tx, memberId), currency)
}

function balancesOfCoin(
  balances: readonly Balance[],
  currency: CurrencyId,
): CoinList[number]['wallet'] {
  const of = (wallet: Wallet) =>
    balances.find((each) => each.purpose === wallet && each.currency === currency)
  return {
    change_balance: of('change')?.available ?? 0n,
    lock_change_balance: of('change')?.held ?? 0n,
    legal_balance: of('legal')?.available ?? 0n,
    lock_legal_balance: of('legal')?.held ?? 0n,
    lever_balance: of('lever')?.available ?? 0n,
    lock_lever_balance: of('lever')?.held ?? 0n,
    micro_balance: of('micro')?.available ?? 0n,
    lock_micro_balance: of('micro')?.held ?? 0n,
  }
}
