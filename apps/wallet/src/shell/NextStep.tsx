import { CallRefused } from '@btbc/client/client.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'

import { useText, type TextKey } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

type Place = { to: string; label: TextKey }

/** Where the words of a refusal send one. */
const places: Partial<Record<RefusalCode, Place>> = {
  account_frozen: { to: paths.security(), label: 'shell.toSecurity' },
  insufficient_balance: { to: paths.recharge(), label: 'shell.toDeposit' },
  not_verified: { to: paths.account(), label: 'home.verifyLink' },
  seller_unprotected: { to: paths.security(), label: 'shell.toSecurity' },
}

/** A refusal as a next step: a link, where there is something to be done about it. */
export function NextStep({ error }: { error: unknown }) {
  const t = useText()
  const place = error instanceof CallRefused ? places[error.code] : undefined
  if (!place) return null
  return (
    <AppLink
      to={place.to}
      className="press inline-flex min-h-11 items-center font-semibold text-ac underline"
    >
      {t(place.label)}
    </AppLink>
  )
}
