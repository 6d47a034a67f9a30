import { isZero } from '@btbc/money/amount.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import type { Deal } from '#deals/deal-words.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

const USDT = 3

/** What an ended deal gave to whom, and why; then where it is. */
export function Outcome({ deal }: { deal: Deal }) {
  const t = useText()
  const money = useMoney()
  const { dateTime } = useFormats()
  const { outcome, side } = deal
  if (!outcome) return null
  const isBuyer = side === 'buyer'
  const got = isBuyer ? outcome.buyer_number : outcome.seller_number
  return (
    <section aria-label={t('deal.outcome')} className="card grid gap-3 p-4">
      <KeyValue
        items={[
          { label: t('deal.toTheBuyer'), value: money(outcome.buyer_number, 'USDT') },
          { label: t('deal.toTheSeller'), value: money(outcome.seller_number, 'USDT') },
          { label: t('deal.endedAt'), value: dateTime(outcome.at) },
        ]}
      />
      {outcome.reason !== '' && (
        <p className="text-small wrap-anywhere">
          <span className="block text-mut">{t('deal.why')}</span>
          {outcome.reason}
        </p>
      )}
      {isBuyer && isZero(got) ? (
        <AppLink to={paths.buy()} className={buttonClass()}>
          {t('deal.again')}
        </AppLink>
      ) : (
        <AppLink to={paths.statement('legal', USDT)} className={buttonClass({ variant: 'ghost' })}>
          {t('deal.toWallet')}
        </AppLink>
      )}
    </section>
  )
}
