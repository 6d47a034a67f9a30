import { formatAmount } from '@btbc/money/amount.ts'

/** What a risky call is confirmed for: said once, for the server that asks and the app that proves. */

/** What a step-up can be asked for. A proof of one action is worth nothing for another. */
export const stepUpActions = [
  'withdraw',
  'bank_withdraw',
  'address_add',
  'api_key',
  'contact',
  'fund_pin',
  'fund_pin_remove',
  'totp_add',
  'totp_remove',
  'passkey_add',
  'passkey_remove',
  'recovery_codes',
  'phrase',
  'unfreeze',
  'known_only_end',
  'deal_confirm',
] as const
export type StepUpAction = (typeof stepUpActions)[number]

export type StepUp<Field extends string = string> = {
  action: StepUpAction
  /** The fields of the request that a proof is good for: with another value in one it is worth nothing. */
  binds: readonly Field[]
  /** Some requests need none: the use case says which. */
  sometimes?: boolean
}

/** What a proof is made for, field by field, from the request as a client or the server has it. */
export function boundBy(
  { binds }: StepUp,
  request: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(binds.map((name) => [name, textOf(request[name])]))
}

function textOf(value: unknown): string {
  if (typeof value === 'bigint') return formatAmount(value)
  if (typeof value === 'string' || typeof value === 'number') return `${value}`
  return Array.isArray(value) ? value.join(',') : ''
}
