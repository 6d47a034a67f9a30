import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Contacts } from '#components/Contacts.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const CONTACTS_MAX = 6

/** Somebody to ask, for members and for those who cannot log in. */
export function SupportScreen() {
  const t = useText()
  return (
    <Page title={t('content.support')}>
      <p className="text-mut">{t('content.supportIntro')}</p>
      <Contacts most={CONTACTS_MAX} />
      <div className="card px-4">
        <LinkRow to={paths.help()} label={t('content.help')} />
      </div>
    </Page>
  )
}
