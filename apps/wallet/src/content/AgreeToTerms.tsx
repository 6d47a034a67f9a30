import { agreeTerms, readTerms } from '@btbc/contract/terms.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

/** What is new, what waits for a yes, and the yes: to exactly the version that is shown. */
export function AgreeToTerms() {
  const t = useText()
  const { date } = useFormats()
  const terms = useCall(readTerms)
  const agree = useSend(agreeTerms)
  return (
    <Loaded query={terms} skeleton={<Skeleton className="h-40" />}>
      {({ version, since, changes }) => (
        <div className="grid gap-3">
          <p className="num text-small text-sub">
            {t('session.termsSince', { date: date(since) })}
          </p>
          {changes !== '' && <p className="whitespace-pre-line">{changes}</p>}
          <p className="text-small text-mut">{t('session.termsNext')}</p>
          <Button
            busy={agree.isPending}
            onClick={() =>
              agree.mutate(
                { request: { version } },
                { onSuccess: () => notify(t('session.termsAgreed')) },
              )
            }
          >
            {t('session.termsAgree')}
          </Button>
        </div>
      )}
    </Loaded>
  )
}
