import type { StepUpMethod } from '@btbc/contract/security.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'

import type { TextKey } from '#i18n/text.ts'

export const actionTexts: Record<StepUpAction, TextKey> = {
  withdraw: 'security.doWithdraw',
  bank_withdraw: 'security.doBankWithdraw',
  address_add: 'security.doAddAddress',
  api_key: 'security.doApiKey',
  contact: 'security.doContact',
  fund_pin: 'security.doFundPin',
  fund_pin_remove: 'security.doRemoveFundPin',
  totp_add: 'security.doAddTotp',
  totp_remove: 'security.doRemoveTotp',
  passkey_add: 'security.doAddPasskey',
  passkey_remove: 'security.doRemovePasskey',
  recovery_codes: 'security.doRecoveryCodes',
  phrase: 'security.doPhrase',
  unfreeze: 'security.doUnfreeze',
  known_only_end: 'security.doEndKnownOnly',
  deal_confirm: 'security.doConfirmDeal',
}

export const methodTexts: Record<StepUpMethod, TextKey> = {
  passkey: 'security.passkey',
  totp: 'security.totp',
  recovery: 'security.recoveryCode',
  pin_code: 'security.pinAndCode',
  code: 'session.code',
}
