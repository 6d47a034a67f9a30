import { readStanding } from '@btbc/contract/account.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { IdCard } from 'lucide-react'

import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { LinkRow } from '#shell/LinkRow.tsx'

const pills = {
  0: { tone: 'idle', text: 'identity.notCertified' },
  1: { tone: 'waiting', text: 'identity.waiting' },
  2: { tone: 'good', text: 'identity.certified' },
} as const

/** The way to the identity screen, with where it stands. */
export function IdentityRow() {
  const t = useText()
  const status = useCall(readStanding).data?.review_status
  const pill = status === undefined ? undefined : pills[status]
  return (
    <LinkRow
      to={paths.identity()}
      icon={<IdCard size={20} aria-hidden className="shrink-0 text-mut" />}
      label={t('identity.title')}
      detail={pill && <StatusPill tone={pill.tone}>{t(pill.text)}</StatusPill>}
    />
  )
}
