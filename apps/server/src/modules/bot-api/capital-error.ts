import { Refusal, type RefusalCode } from '@btbc/contract/refusals.ts'

import { BotError, botErrors, ofRefusal } from './bot-error.ts'

/** The noes of withdrawals, with the numbers and texts that clients of this API know. */

const noes: Partial<Record<RefusalCode, readonly [code: number, message: string]>> = {
  currency_not_found: [-4018, "We don't have this asset."],
  amount_required: [-4022, 'Not less than the minimum pick-up quantity.'],
  withdrawal_minimum: [-4022, 'Not less than the minimum pick-up quantity.'],
  withdrawal_maximum: [-4023, 'Within 24 hours, the withdrawal exceeds the maximum amount.'],
  withdrawal_house_limit: [-4023, 'Within 24 hours, the withdrawal exceeds the maximum amount.'],
  withdrawal_day_limit: [-4023, 'Within 24 hours, the withdrawal exceeds the maximum amount.'],
  withdrawal_month_limit: [-4023, 'Within 30 days, the withdrawal exceeds the maximum amount.'],
  insufficient_balance: [-4026, 'You have insufficient balance.'],
  withdrawals_held: [
    -4016,
    'Within 24 hours after password modification, withdrawal is prohibited.',
  ],
  withdrawals_stopped: [-4019, 'The current asset is not open for withdrawal.'],
  too_many_withdrawals: [-4015, 'Withdraw is limited.'],
  account_checked: [-4015, 'Withdraw is limited.'],
  account_frozen: [-4015, 'Withdraw is limited.'],
  identity_required: [-4015, 'Withdraw is limited.'],
  identity_pending: [-4015, 'Withdraw is limited.'],
  withdrawal_address_required: [-4033, 'Illegal address.'],
  withdrawal_address_space: [-4033, 'Illegal address.'],
  withdrawal_address_invalid: [-4033, 'Illegal address.'],
  withdrawal_address_checksum: [-4033, 'Illegal address.'],
  withdrawal_address_zero: [-4033, 'Illegal address.'],
  withdrawal_address_contract: [-4033, 'Illegal address.'],
  withdrawal_address_own: [-4033, 'Illegal address.'],
  api_key_address: [-4035, 'This address is not on the whitelist. Please join and try again.'],
  api_key_address_new: [-4036, 'The new address needs to be withdrawn in 24 hours.'],
  withdrawal_name_taken: [-4001, 'Invalid operation.'],
}

export function ofCapitalRefusal(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'api_key_no_withdrawal') return botErrors.key()
  const no = noes[error.code]
  return no ? new BotError(...no) : ofRefusal(error)
}
