import { readProfile } from '@btbc/contract/account.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { useCall } from '#api/query.ts'
import { Contact, Contacts } from '#content/Contacts.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { isLoggedIn } from '#session.ts'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const CONTACTS_MAX = 6
const OWN = 'own-contact'

/** The one of these that was given to this member. */
function OwnContact() {
  const t = useText()
  const member = useCall(readProfile)
  const agent = member.data?.agent
  if (!agent) return member.isPending && <Skeleton className="h-38" />
  return (
    <section aria-labelledby={OWN} className="grid gap-2">
      <h2 id={OWN} className="font-semibold">
        {t('support.yours')}
      </h2>
      <p className="text-small text-mut">{t('support.yoursIntro')}</p>
      <div className="card px-4">
        <Contact contact={agent} />
      </div>
    </section>
  )
}

/** Somebody to ask, for members and for those who cannot log in. */
export function SupportScreen() {
  const t = useText()
  return (
    <Page title={t('content.support')}>
      <p className="text-mut">{t('support.intro')}</p>
      {isLoggedIn() && <OwnContact />}
      <Contacts most={CONTACTS_MAX} />
      <div className="card px-4">
        <LinkRow to={paths.help()} label={t('content.help')} />
      </div>
    </Page>
  )
}
