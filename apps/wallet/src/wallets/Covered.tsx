import type { ReactNode } from 'react'

import { useText } from '#i18n/text.ts'
import { COVER } from '#wallets/hiding.ts'

/** An amount, or dots in its place that a screen reader calls hidden. */
export function Covered({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  const t = useText()
  if (!hidden) return children
  return (
    <>
      <span aria-hidden>{COVER}</span>
      <span className="sr-only">{t('wallet.hidden')}</span>
    </>
  )
}
