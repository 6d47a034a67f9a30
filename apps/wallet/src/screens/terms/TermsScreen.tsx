import { Button } from '@btbc/ui/Button.tsx'
import { useCanGoBack, useRouter } from '@tanstack/react-router'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { ArticlePage } from '#content/ArticlePage.tsx'

/** What one agrees to; read in the middle of a form, so the way back leads there. */
export function TermsScreen() {
  const t = useText()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <ArticlePage ask={{ slug: 'terms' }} heading={t('session.termsTitle')} back={paths.home()}>
      {canGoBack && (
        <Button variant="ghost" onClick={() => router.history.back()}>
          {t('session.backToForm')}
        </Button>
      )}
    </ArticlePage>
  )
}
