import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { useText } from '#i18n/text.ts'
import { AppLink } from '#shell/AppLink.tsx'

type CoinRowProps = { to: string; code: string; amount: ReactNode; locked: ReactNode }

/** One coin of an account; the whole row leads to its statement. */
export function CoinRow({ to, code, amount, locked }: CoinRowProps) {
  const t = useText()
  return (
    <li className="border-b border-line last:border-b-0">
      <AppLink to={to} className="press flex min-h-16 items-center justify-between gap-3 py-3">
        <span className="grid">
          <span className="font-semibold">{code}</span>
          <span className="text-small text-sub">{t('transfer.statement')}</span>
        </span>
        <span className="ml-auto grid min-w-0 text-right">
          <span className="num text-section font-semibold wrap-anywhere">{amount}</span>
          {locked !== undefined && <span className="num text-small text-sub">{locked}</span>}
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
      </AppLink>
    </li>
  )
}
