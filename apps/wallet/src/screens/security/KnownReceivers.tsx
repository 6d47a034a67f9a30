import { keepToKnown, stopKeepingToKnown } from '@btbc/contract/freeze.ts'
import type { readSecurity } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Switch } from '@btbc/ui/Switch.tsx'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { useConfirmed } from '#security/useConfirmed.ts'

/** Money leaves to whom it went before: on at once, off after a day and with a proof. */
export function KnownReceivers({ state }: { state: Answer<typeof readSecurity> }) {
  const t = useText()
  const { dateTime } = useFormats()
  const on = useSend(keepToKnown)
  const off = useConfirmed(stopKeepingToKnown)
  const { known_only: isOn, known_only_ends_at: endsAt } = state

  function keep() {
    on.mutate({ request: {} }, { onSuccess: () => notify(t('security.knownOnlyNow')) })
  }

  async function change(wanted: boolean) {
    if (wanted) keep()
    else if (await off.tryIt({})) notify(t('security.knownOnlyLater'))
  }

  return (
    <div className="card grid gap-3 px-4 py-2">
      <Switch
        label={t('security.knownOnly')}
        hint={t('security.knownOnlyHint')}
        checked={isOn && endsAt === null}
        onChange={(wanted) => void change(wanted)}
      />
      {endsAt !== null && (
        <Banner
          tone="warn"
          action={
            <Button variant="ghost" size="medium" busy={on.isPending} onClick={keep}>
              {t('security.knownOnlyKeep')}
            </Button>
          }
        >
          {t('security.knownOnlyEnds', { time: dateTime(endsAt) })}
        </Banner>
      )}
      {off.error !== undefined && <Banner tone="bad">{off.error}</Banner>}
    </div>
  )
}
