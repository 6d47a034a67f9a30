import { coveredByPool } from '@btbc/contract/fund-yield.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Fund } from '#funds/fund.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

/** Why nobody can buy a fund now. */
export function useClosed(fund: Fund): string | undefined {
  const t = useText()
  const { dateTime } = useFormats()
  if (!fund.enable) return t('fund.closed')
  if (!fund.is_open) return t('fund.opens', { time: dateTime(fund.start_at) })
  const least = parseAmount(fund.min) ?? 0n
  if ((parseAmount(fund.covered) ?? 0n) >= least) return undefined
  const left = parseAmount(fund.reserve_left) ?? 0n
  const isTaken = coveredByPool(left, fund.rate_bps) >= least
  return isTaken ? t('lock.shareHeld') : t('fund.behindNone')
}
