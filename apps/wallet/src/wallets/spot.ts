import { readProfile } from '@btbc/contract/account.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import { useCall } from '#api/query.ts'

/** What Spot has of a currency; unknown until it is read: then the server is the one to refuse. */
export function useSpot(currency: number): bigint | undefined {
  const balances = useCall(readProfile).data?.change_wallet.balance
  const balance = balances?.find((each) => each.currency === currency)
  return balance && (parseAmount(balance.change_balance) ?? 0n)
}
