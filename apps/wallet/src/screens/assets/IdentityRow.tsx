import { readStanding } from '@btbc/contract/account.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { IdCard } from 'lucide-react'

import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { identityPills } from '#identity/identity-words.ts'
import { paths } from '#paths.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

/** The way to the identity screen, with where it stands. */
export function IdentityRow() {
  const t = useText()
  const status = useCall(readStanding).data?.review_status
  const pill = status === undefined ? undefined : identityPills[status]
  return (
    <LinkRow
      to={paths.identity()}
      Icon={IdCard}
      label={t('identity.title')}
      detail={pill && <StatusPill tone={pill.tone}>{t(pill.text)}</StatusPill>}
    />
  )
}
