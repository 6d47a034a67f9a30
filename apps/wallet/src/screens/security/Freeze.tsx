import { houseNow } from '@btbc/client/house-clock.ts'
import { freezeAccount, unfreezeAccount } from '@btbc/contract/freeze.ts'
import type { readSecurity } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Snowflake } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { useConfirmSheet } from '#confirming/useConfirmSheet.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { useConfirmed } from '#security/useConfirmed.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Section } from '#shell/Section.tsx'

/** For the moment one notices that somebody else is in. */
export function Freeze({ state }: { state: Answer<typeof readSecurity> }) {
  const t = useText()
  return (
    <Section title={t('security.emergency')}>
      {state.frozen_at === null ? <FreezeNow /> : <Frozen until={state.unfreezes_at} />}
    </Section>
  )
}

function FreezeNow() {
  const t = useText()
  const { ask, send, sheet } = useConfirmSheet(freezeAccount)
  return (
    <>
      <p className="text-small text-sub">{t('security.freezeHint')}</p>
      <Button variant="danger" icon={<Snowflake size={20} aria-hidden />} onClick={ask}>
        {t('security.freeze')}
      </Button>
      <Confirm
        {...sheet}
        title={t('security.freeze')}
        action={t('security.freezeNow')}
        danger
        onConfirm={() => send({ request: {} }, () => notify(t('security.frozenNow')))}
      >
        <p>{t('security.frozenStops')}</p>
        <p>{t('security.freezeBody')}</p>
      </Confirm>
    </>
  )
}

/** `until` is when its owner may unfreeze it, asked for no proof before; what the house froze, never. */
function Frozen({ until }: { until: string | null }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { tryIt, busy, error } = useConfirmed(unfreezeAccount)
  const mayUnfreeze = until !== null && Date.parse(until) <= houseNow()

  async function unfreeze() {
    if (await tryIt({})) notify(t('security.unfrozenNow'))
  }

  return (
    <div className="grid gap-4">
      <Banner tone="bad" action={<Help byHouse={until === null} />}>
        <p>
          {until === null
            ? t('security.frozenByHouse')
            : t('security.frozenBanner', { time: dateTime(until) })}
        </p>
        <p>{t('security.frozenStops')}</p>
      </Banner>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      {mayUnfreeze && (
        <Button variant="ghost" busy={busy} onClick={() => void unfreeze()}>
          {t('security.unfreeze')}
        </Button>
      )}
    </div>
  )
}

function Help({ byHouse }: { byHouse: boolean }) {
  const t = useText()
  return (
    <AppLink
      to={byHouse ? paths.feedback() : paths.support()}
      className="min-h-11 content-center font-semibold text-ac"
    >
      {t(byHouse ? 'settings.feedback' : 'content.support')}
    </AppLink>
  )
}
