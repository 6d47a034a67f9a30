import { useLingui } from '@lingui/react'

import { i18n } from '#i18n/language.ts'

type Areas = {
  buy: typeof import('#locales/en/buy.json')
  calendar: typeof import('#locales/en/calendar.json')
  campaign: typeof import('#locales/en/campaign.json')
  claim: typeof import('#locales/en/claim.json')
  content: typeof import('#locales/en/content.json')
  deal: typeof import('#locales/en/deal.json')
  exchange: typeof import('#locales/en/exchange.json')
  feedback: typeof import('#locales/en/feedback.json')
  firstPage: typeof import('#locales/en/firstPage.json')
  fund: typeof import('#locales/en/fund.json')
  home: typeof import('#locales/en/home.json')
  identity: typeof import('#locales/en/identity.json')
  lab: typeof import('#locales/en/lab.json')
  lock: typeof import('#locales/en/lock.json')
  mining: typeof import('#locales/en/mining.json')
  notice: typeof import('#locales/en/notice.json')
  packets: typeof import('#locales/en/packets.json')
  payee: typeof import('#locales/en/payee.json')
  payments: typeof import('#locales/en/payments.json')
  points: typeof import('#locales/en/points.json')
  proof: typeof import('#locales/en/proof.json')
  rails: typeof import('#locales/en/rails.json')
  recharge: typeof import('#locales/en/recharge.json')
  renewal: typeof import('#locales/en/renewal.json')
  security: typeof import('#locales/en/security.json')
  seller: typeof import('#locales/en/seller.json')
  session: typeof import('#locales/en/session.json')
  settings: typeof import('#locales/en/settings.json')
  shell: typeof import('#locales/en/shell.json')
  support: typeof import('#locales/en/support.json')
  team: typeof import('#locales/en/team.json')
  transfer: typeof import('#locales/en/transfer.json')
  upload: typeof import('#locales/en/upload.json')
  wallet: typeof import('#locales/en/wallet.json')
  withdrawal: typeof import('#locales/en/withdrawal.json')
}

/** Every text by `area.key`; a key that English does not have does not compile. */
export type TextKey = {
  [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}`
}[keyof Areas]

type Values = Record<string, string | number>
export type Say = (key: TextKey, values?: Values) => string

/** In a component: `const t = useText()`, then `t('home.start')`. Renders again when the language changes. */
export function useText(): Say {
  return useLingui()._
}

/** Outside components. */
export const say: Say = (key, values) => i18n._(key, values)
