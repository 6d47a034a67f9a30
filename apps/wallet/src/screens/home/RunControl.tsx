import { readProfile } from '@btbc/contract/account.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { lazy, Suspense } from 'react'

import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { useStart } from '#mining/useStart.ts'
import { paths } from '#paths.ts'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { useOnline } from '#shell/online.ts'

const NotVerified = lazy(async () => ({
  default: (await import('#screens/home/HomeNotices.tsx')).NotVerified,
}))
const Refused = lazy(async () => ({
  default: (await import('#shell/Refused.tsx')).Refused,
}))

type RunControlProps = {
  launches: number
  /** What an invited friend brings. */
  invited: number
  finished: boolean
  onStarted: () => void
  onBuy: () => void
}

/** The one button of an idle dial: what it does, what it uses, or how to get what it needs. */
export function RunControl({ launches, invited, finished, onStarted, onBuy }: RunControlProps) {
  const t = useText()
  const online = useOnline()
  const verified = useCall(readProfile).data?.verified ?? true
  const start = useStart(startRun)

  if (!verified) return <NotVerified />
  if (launches === 0)
    return (
      <div className="grid gap-2">
        <Button onClick={onBuy}>{t('home.getStarts')}</Button>
        <p className="text-center text-small text-mut">
          {t('home.noStarts')}{' '}
          <AppLink to={paths.share()} className={`-my-2.5 ${linkClass}`}>
            {t('home.orInvite', { starts: invited })}
          </AppLink>
        </p>
      </div>
    )
  return (
    <div className="grid gap-2">
      <Button
        busy={start.busy}
        disabledReason={online ? undefined : t('shell.offline')}
        onClick={() => start.run({}, onStarted)}
      >
        {finished ? t('home.startNext') : t('home.start')}
      </Button>
      <p className="num text-center text-small text-mut">
        {t('home.startCost', { left: launches })}
      </p>
      {start.error && (
        <Suspense>
          <Refused error={start.error} />
        </Suspense>
      )}
    </div>
  )
}
