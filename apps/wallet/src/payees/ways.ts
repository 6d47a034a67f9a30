import type { PayWay } from '@btbc/contract/payee.ts'

import type { TextKey } from '#i18n/text.ts'

/** What the ways of payment are called. */
export const wayTexts: Readonly<Record<PayWay, TextKey>> = {
  alipay: 'payee.alipay',
  wechat: 'payee.wechat',
  bank: 'payee.bank',
}

export const ways = Object.keys(wayTexts) as PayWay[]
