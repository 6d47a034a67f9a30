import type { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText, type TextKey } from '#i18n/text.ts'

type Info = Answer<typeof readWithdrawalTerms>
/** What may be asked for, and of that what may leave at once, as the server said it last. */
type Span = { min: string; max: string; at_once?: string }

/** From how much to how much; where nothing can leave, why, and when again. */
export function OutLimits({ info, span = info }: { info: Info; span?: Span }) {
  const t = useText()
  const money = useShortMoney()
  if (leavesNothing(span))
    return (
      <p role="status" className="text-small text-warn">
        {t(whyNothing(info))}
      </p>
    )
  const { min, max, at_once: atOnce = max } = span
  return (
    <>
      <p className="num text-small text-mut">
        {t('withdrawal.limits', {
          min: money(min, info.currency_name),
          max: money(max, info.currency_name),
        })}
      </p>
      {units(atOnce) < units(max) && (
        <p role="status" className="num text-small text-warn">
          {leavesNothing({ min, max: atOnce })
            ? t('withdrawal.limitHouse')
            : t('withdrawal.limitAtOnce', { most: money(atOnce, info.currency_name) })}
        </p>
      )}
    </>
  )
}

/** What is less than the least that can leave is nothing. */
export function leavesNothing({ min, max }: Span): boolean {
  return units(max) < units(min)
}

function whyNothing({ min, day_left, month_left, welcome_stays }: Info): TextKey {
  if (units(month_left) < units(min)) return 'withdrawal.limitMonth'
  if (units(day_left) < units(min)) return 'withdrawal.limitDay'
  return welcome_stays === null ? 'withdrawal.limitHouse' : 'withdrawal.limitWelcome'
}

function units(amount: string): bigint {
  return parseAmount(amount) ?? 0n
}
