import { useLingui } from '@lingui/react'

import { i18n } from '#i18n/language.ts'
import type buy from '#locales/en/buy.json'
import type calendar from '#locales/en/calendar.json'
import type campaign from '#locales/en/campaign.json'
import type claim from '#locales/en/claim.json'
import type content from '#locales/en/content.json'
import type deal from '#locales/en/deal.json'
import type exchange from '#locales/en/exchange.json'
import type feedback from '#locales/en/feedback.json'
import type firstPage from '#locales/en/firstPage.json'
import type fund from '#locales/en/fund.json'
import type home from '#locales/en/home.json'
import type identity from '#locales/en/identity.json'
import type lab from '#locales/en/lab.json'
import type lock from '#locales/en/lock.json'
import type mining from '#locales/en/mining.json'
import type proof from '#locales/en/proof.json'
import type recharge from '#locales/en/recharge.json'
import type renewal from '#locales/en/renewal.json'
import type security from '#locales/en/security.json'
import type notice from '#locales/en/notice.json'
import type payee from '#locales/en/payee.json'
import type payments from '#locales/en/payments.json'
import type packets from '#locales/en/packets.json'
import type points from '#locales/en/points.json'
import type rails from '#locales/en/rails.json'
import type seller from '#locales/en/seller.json'
import type session from '#locales/en/session.json'
import type settings from '#locales/en/settings.json'
import type shell from '#locales/en/shell.json'
import type support from '#locales/en/support.json'
import type team from '#locales/en/team.json'
import type upload from '#locales/en/upload.json'
import type transfer from '#locales/en/transfer.json'
import type wallet from '#locales/en/wallet.json'
import type withdrawal from '#locales/en/withdrawal.json'

type Areas = {
  buy: typeof buy
  calendar: typeof calendar
  campaign: typeof campaign
  claim: typeof claim
  content: typeof content
  deal: typeof deal
  exchange: typeof exchange
  feedback: typeof feedback
  firstPage: typeof firstPage
  fund: typeof fund
  home: typeof home
  identity: typeof identity
  lab: typeof lab
  lock: typeof lock
  mining: typeof mining
  proof: typeof proof
  recharge: typeof recharge
  renewal: typeof renewal
  security: typeof security
  notice: typeof notice
  payee: typeof payee
  payments: typeof payments
  packets: typeof packets
  points: typeof points
  rails: typeof rails
  seller: typeof seller
  session: typeof session
  settings: typeof settings
  shell: typeof shell
  support: typeof support
  team: typeof team
  upload: typeof upload
  transfer: typeof transfer
  wallet: typeof wallet
  withdrawal: typeof withdrawal
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
