import { say } from '@btbc/contract/operator/operator-text.ts'

import { isInstant } from '#desk/instant.ts'

/** What both forms read from their fields, and what is wrong with one. */

const WHOLE = /^\d{1,5}$/
const AMOUNT = /^\d{1,11}(\.\d{1,8})?$/
const PERCENT = /^\d{1,3}(\.\d{1,2})?$/

type Faults = Record<string, string>

/** A word for each of these fields that does not read as what it should be. */
export function faultsOf(fields: {
  whole?: Record<string, string>
  amounts?: Record<string, string>
  percents?: Record<string, string>
  times?: Record<string, string>
}): Faults {
  const of = (
    values: Record<string, string> = {},
    isFine: (text: string) => boolean,
    text: string,
  ) =>
    Object.entries(values).flatMap(([name, value]) => (isFine(value.trim()) ? [] : [[name, text]]))
  return Object.fromEntries([
    ...of(fields.whole, (text) => WHOLE.test(text), say('earn.wholeWrong')),
    ...of(fields.amounts, (text) => AMOUNT.test(text), say('pools.amountWrong')),
    ...of(fields.percents, (text) => PERCENT.test(text), say('earn.percentWrong')),
    ...of(fields.times, isInstant, say('earn.timeWrong')),
  ])
}

/** '1.25' are 125 hundredths. */
export function bpsOf(percent: string): number {
  const [whole = '', fraction = ''] = percent.trim().split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
