import { say } from '@btbc/contract/operator/operator-text.ts'

import { instantOf, isInstant, nowTyped } from '#desk/instant.ts'

/** What both forms read from their fields. */

/** For how many days anything is locked or kept at the most. */
export const DAYS_MAX = 3650

/** Nothing typed is as soon as another operator accepts. */
export function momentFault(typed: string): { from?: string } {
  if (typed === '') return {}
  if (!isInstant(typed)) return { from: say('earn.timeWrong') }
  return instantOf(typed) < instantOf(nowTyped()) ? { from: say('earn.timePast') } : {}
}

/** '1.25' are 125 hundredths. */
export function bpsOf(percent: string): number {
  const [whole = '', fraction = ''] = percent.trim().split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
