import type { TextKey } from '#i18n/text.ts'

/** What the form of a bank withdrawal asks for, and what is said where it is missing. */

export const BANK = 'bank'
export const ANY_CARD = 'anyonecard'
export type Platform = typeof BANK | typeof ANY_CARD

/** `?code=` of the seeds, with or without hyphens. */
export function platformOf(code: string | undefined): Platform {
  return code?.replaceAll(/[-_]/g, '').toLowerCase() === ANY_CARD ? ANY_CARD : BANK
}

export type BankDraft = {
  platform: Platform
  bank: string
  number: string
  holder: string
  branch: string
  area: string
  amount: string
}

export const emptyDraft: Omit<BankDraft, 'platform'> = {
  bank: '',
  number: '',
  holder: '',
  branch: '',
  area: '',
  amount: '',
}

export type Fault = { field: keyof BankDraft; text: TextKey }

/** The first thing that is missing, in the order of the form. */
export function faultOf(draft: BankDraft): Fault | undefined {
  const { platform, bank, number, holder, branch, area, amount } = draft
  if (bank === '') return { field: 'bank', text: 'withdrawal.selectBank' }
  if (number === '') return { field: 'number', text: 'withdrawal.enterNumber' }
  if (/\s/.test(number)) return { field: 'number', text: 'withdrawal.numberSpace' }
  if (holder.trim() === '') return { field: 'holder', text: 'withdrawal.enterHolder' }
  if (platform === ANY_CARD && branch.trim() === '') {
    return { field: 'branch', text: 'withdrawal.enterBranch' }
  }
  if (platform === ANY_CARD && area.trim() === '') {
    return { field: 'area', text: 'withdrawal.enterArea' }
  }
  if (amount === '') return { field: 'amount', text: 'withdrawal.enterAmount' }
  return undefined
}
