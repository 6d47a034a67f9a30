import type { readProfile } from '@btbc/contract/account.ts'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { currentTag } from '#i18n/language.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { identityPills } from '#identity/identity-words.ts'
import { paths } from '#paths.ts'
import { maskMail, maskPhone } from '#screens/account/mask.ts'
import { AppLink } from '#shell/AppLink.tsx'

export type Member = Answer<typeof readProfile>

/** In the language on screen; it was chosen once and stays. */
function countryName(code: string | null): string {
  if (code === null) return '–'
  return new Intl.DisplayNames(currentTag(), { type: 'region' }).of(code) ?? code
}

/** Who is logged in. */
export function AccountCard({ member }: { member: Member }) {
  const t = useText()
  const formats = useFormats()
  const pill = identityPills[member.review_status]
  return (
    <div className="card grid grid-cols-1 gap-4 p-4">
      <CopyRow label={t('settings.accountNumber')} value={member.account_number} />
      <KeyValue
        items={[
          { label: t('security.mail'), value: maskMail(member.email) || '–' },
          { label: t('session.phone'), value: maskPhone(member.mobile) || '–' },
          { label: t('session.country'), value: countryName(member.country) },
          {
            label: t('settings.identity'),
            value: (
              <AppLink
                to={paths.identity()}
                className="press -my-2.5 inline-flex min-h-11 items-center"
              >
                <StatusPill tone={pill.tone}>{t(pill.text)}</StatusPill>
              </AppLink>
            ),
          },
          { label: t('settings.memberSince'), value: formats.date(member.created_at) },
        ]}
      />
    </div>
  )
}
