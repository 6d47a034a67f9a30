import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { useState } from 'react'

import { AgreeToTerms } from '#content/AgreeToTerms.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

/** What is new in the terms, once on each visit until the member agrees. */
export function TermsChanged() {
  const t = useText()
  const [isClosed, setClosed] = useState(false)
  return (
    <Sheet
      open={!isClosed}
      onOpenChange={(next) => setClosed(!next)}
      title={t('session.termsChanged')}
    >
      <div className="grid gap-4">
        <AgreeToTerms />
        <AppLink to={paths.terms()} className="press min-h-11 content-center text-center text-ac">
          {t('session.termsRead')}
        </AppLink>
        <Button variant="ghost" onClick={() => setClosed(true)}>
          {t('shell.close')}
        </Button>
      </div>
    </Sheet>
  )
}
