import { readStanding } from '@btbc/contract/account.ts'
import type { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { leavesNothing } from '#payments/OutLimits.tsx'
import { AppLink } from '#shell/AppLink.tsx'

type Info = Answer<typeof readWithdrawalTerms>

const IN_REVIEW = 1

/** What is in the way, why, and what can be done about it. */
export function Blocks({ info, toBank = false }: { info: Info; toBank?: boolean }) {
  return (
    <>
      {info.blocked && <Blocked blocked={info.blocked} />}
      {!info.outside && <Unverified info={info} toBank={toBank} />}
      {info.welcome_stays !== null && !toBank && <WelcomeStays worth={info.welcome_stays} />}
    </>
  )
}

function Blocked({ blocked }: { blocked: NonNullable<Info['blocked']> }) {
  const t = useText()
  const { dateTime } = useFormats()
  switch (blocked.reason) {
    case 'frozen':
      return (
        <Banner
          tone="warn"
          action={
            <AppLink
              to={paths.security()}
              className={buttonClass({ variant: 'ghost', size: 'medium' })}
            >
              {t('shell.toSecurity')}
            </AppLink>
          }
        >
          {t('withdrawal.frozen')}
        </Banner>
      )
    case 'stopped':
      return <Banner tone="warn">{t('withdrawal.stopped')}</Banner>
    case 'checked':
      return <Banner tone="warn">{t('withdrawal.checked')}</Banner>
    case 'held':
      return (
        <Banner tone="warn">
          {t('withdrawal.held', { until: blocked.until === null ? '' : dateTime(blocked.until) })}
        </Banner>
      )
  }
}

function WelcomeStays({ worth }: { worth: string }) {
  const t = useText()
  const money = useShortMoney()
  return (
    <Banner tone="info">{t('withdrawal.welcomeStays', { worth: money(worth, 'USDT') })}</Banner>
  )
}

/** Until the identity is accepted coins go to other members only, and nothing to a bank. */
function Unverified({ info, toBank }: { info: Info; toBank: boolean }) {
  const t = useText()
  const money = useShortMoney()
  const status = useCall(readStanding).data?.review_status
  if (status === IN_REVIEW) return <Banner tone="info">{t('withdrawal.inReview')}</Banner>
  const words = () => {
    if (toBank) return t('withdrawal.unverifiedBank')
    if (leavesNothing(info)) return t('withdrawal.unverifiedNone')
    return t('withdrawal.unverified', { max: money(info.max, info.currency_name) })
  }
  return (
    <Banner
      tone="info"
      action={
        <AppLink
          to={paths.identity()}
          className={buttonClass({ variant: 'ghost', size: 'medium' })}
        >
          {t('withdrawal.verify')}
        </AppLink>
      }
    >
      {words()}
    </Banner>
  )
}
