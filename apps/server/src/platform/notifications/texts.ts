import type { Language } from '@btbc/contract/wire.ts'

import { type AccountMessage, accountTexts } from './texts/account.ts'
import { type CodeMessage, codeTexts } from './texts/codes.ts'
import { type ContactMessage, contactTexts } from './texts/contact.ts'
import { type DecisionMessage, decisionTexts } from './texts/decisions.ts'
import { type DepositMessage, depositTexts } from './texts/deposits.ts'
import type { MessageText } from './texts/text.ts'
import { type WithdrawalMessage, withdrawalTexts } from './texts/withdrawals.ts'

/** Every message there is; its texts stand in one file for each area. */
export type MessageKind =
  | AccountMessage
  | CodeMessage
  | ContactMessage
  | DecisionMessage
  | DepositMessage
  | WithdrawalMessage

export function messageText(language: Language, kind: MessageKind): MessageText {
  const texts: Record<MessageKind, MessageText> = {
    ...codeTexts[language],
    ...accountTexts[language],
    ...contactTexts[language],
    ...decisionTexts[language],
    ...depositTexts[language],
    ...withdrawalTexts[language],
  }
  return texts[kind]
}

/** Ends every mail to a member who chose a phrase. */
export const phraseLines: Record<Language, string> = {
  en: 'Your phrase: {phrase}',
  zh: '您的短语：{phrase}',
  kr: '내 문구: {phrase}',
  jp: 'あなたのフレーズ：{phrase}',
  hk: '您的短語：{phrase}',
  spa: 'Tu frase: {phrase}',
  bx: 'Sua frase: {phrase}',
  ban: 'আপনার বাক্য: {phrase}',
}
