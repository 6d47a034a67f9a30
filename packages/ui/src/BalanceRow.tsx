import type { ReactNode } from 'react'

type BalanceRowProps = {
  /** 'USDT' */
  currency: string
  name?: string
  amount: ReactNode
  /** What of it is held by orders and withdrawals, in words. */
  locked?: ReactNode
  action?: ReactNode
}

/** One currency of a wallet. Zeros are shown, not hidden. */
export function BalanceRow({ currency, name, amount, locked, action }: BalanceRowProps) {
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <span className="grid">
        <span className="font-semibold">{currency}</span>
        {name !== undefined && <span className="text-small text-sub">{name}</span>}
      </span>
      <span className="grid min-w-0 text-right">
        <span className="num text-section font-semibold">{amount}</span>
        {locked !== undefined && <span className="num text-small text-sub">{locked}</span>}
      </span>
      {action !== undefined && <span className="w-full">{action}</span>}
    </li>
  )
}
