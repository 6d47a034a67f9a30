import { CallRefused } from '@btbc/client/client.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import { useErrorText } from '#api/query.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink, linkClass } from '#shell/AppLink.tsx'

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
    <AppLink to={place.to} className={linkClass}>
      {t(place.label)}
    </AppLink>
  )
}

/** Why it was not done, if it was not, where it was asked for, with the way on where there is one. */
export function Refused({ error }: { error: Error | null }) {
  const errorText = useErrorText()
  if (!error) return null
  return (
    <Banner tone="bad" action={<NextStep error={error} />}>
      {errorText(error)}
    </Banner>
  )
}
