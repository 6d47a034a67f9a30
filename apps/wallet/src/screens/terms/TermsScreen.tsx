import { readProfile } from '@btbc/contract/account.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useCanGoBack, useRouter } from '@tanstack/react-router'

import { useCall } from '#api/query.ts'
import { AgreeToTerms } from '#content/AgreeToTerms.tsx'
import { ArticlePage } from '#content/ArticlePage.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { isLoggedIn } from '#session.ts'

/** What one agrees to. Read in the middle of a form, the way back leads there. */
export function TermsScreen() {
  const t = useText()
  return (
    <ArticlePage ask={{ slug: 'terms' }} heading={t('session.termsTitle')} back={paths.home()}>
      {isLoggedIn() ? <AgreementDue /> : <BackToForm />}
    </ArticlePage>
  )
}

function AgreementDue() {
  const due = useCall(readProfile).data?.terms_due
  return due === true && <AgreeToTerms />
}

function BackToForm() {
  const t = useText()
  const router = useRouter()
  if (!useCanGoBack()) return null
  return (
    <Button variant="ghost" onClick={() => router.history.back()}>
      {t('shell.back')}
    </Button>
  )
}
