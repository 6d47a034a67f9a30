import { CallRefused } from '@btbc/client/client.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import { useErrorText } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { NextStep } from '#shell/Refused.tsx'

/** Why nothing was started, where it was pressed, and the way out when there is one. */
export function StartRefused({ error, onBuy }: { error: Error; onBuy: () => void }) {
  const t = useText()
  const errorText = useErrorText()
  const code = error instanceof CallRefused ? error.code : undefined
  return (
    <Banner
      tone="bad"
      action={
        code === 'no_launches' ? (
          <span className="flex flex-wrap gap-x-6">
            <button type="button" aria-haspopup="dialog" onClick={onBuy} className={linkClass}>
              {t('home.getStarts')}
            </button>
            <AppLink to={paths.share()} className={linkClass}>
              {t('home.invite')}
            </AppLink>
          </span>
        ) : (
          <NextStep error={error} />
        )
      }
    >
      {errorText(error)}
    </Banner>
  )
}
