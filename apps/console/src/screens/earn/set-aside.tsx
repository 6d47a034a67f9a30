import type { listEarnTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { formatAmount, mulDiv, parseAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { ReactNode } from 'react'

import type { Answer } from '#api/call.ts'
import { money } from '#format.ts'
import { bpsOf } from '#screens/earn/terms-fields.ts'

const ROUND = 100n * UNIT
const WHOLE_BPS = 10_000n

type Asked = {
  /** What is paid for each of these days, in percent of what is put in. */
  rate: string
  days: string
  pool: Answer<typeof listEarnTerms>['cover'][number] | undefined
}

/** What terms cost their pool, as long as they are fine: a sale sets the income of its whole term aside. */
export function setAside({ rate, days, pool }: Asked): ReactNode {
  const [percent, times] = [parseAmount(rate.trim(), 2), parseAmount(days.trim(), 0)]
  if (!percent || !times || !pool) return undefined
  const aside = mulDiv(ROUND, BigInt(bpsOf(rate)) * times, WHOLE_BPS, 'down')
  const available = parseAmount(pool.available) ?? 0n
  const usdt = (units: bigint) => money(formatAmount(units), currencies.USDT.id)
  const isMore = aside > ROUND
  return (
    <span className={isMore ? 'font-semibold text-warn' : undefined}>
      {isMore && `${say('earn.bringsMore')} `}
      {say('earn.setsAside', {
        amount: usdt(ROUND),
        aside: usdt(aside),
        pool: pool.pool,
        available: usdt(available),
        enough: usdt(mulDiv(available, ROUND, aside * UNIT, 'down') * UNIT),
      })}
    </span>
  )
}
