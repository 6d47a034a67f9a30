import { readSecurity, renewRecoveryCodes } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { ShownCodes } from '#screens/security/ShownCodes.tsx'
import { useConfirmed } from '#security/useConfirmed.ts'
import { Page } from '#shell/Page.tsx'

/** How many are left, and new ones. */
export function RecoveryCodesScreen() {
  const t = useText()
  const state = useCall(readSecurity)
  const { tryIt, busy, error } = useConfirmed(renewRecoveryCodes)
  const [codes, setCodes] = useState<string[]>([])

  async function renew() {
    const made = await tryIt({})
    if (made) setCodes(made.recovery_codes)
  }

  return (
    <Page title={t('security.recoveryCodes')}>
      {codes.length === 0 && <p className="text-mut">{t('security.recoveryWhy')}</p>}
      <ShownCodes codes={codes} />
      <Loaded query={state} skeleton={<Skeleton className="h-14" />}>
        {({ recovery_codes: left }) => (
          <div className="card flex flex-wrap items-center justify-between gap-3 p-4">
            <span>{t('security.recoveryCodes')}</span>
            <StatusPill tone={left > 2 ? 'good' : 'waiting'}>
              {t('security.codesLeft', { count: left })}
            </StatusPill>
          </div>
        )}
      </Loaded>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      <Button variant="ghost" busy={busy} onClick={() => void renew()}>
        {t('security.codesRenew')}
      </Button>
      <p className="text-small text-sub">{t('security.codesRenewHint')}</p>
    </Page>
  )
}
