import type {
  changeContact as changeContactCall,
  requestContactCode,
} from '@btbc/contract/contact.ts'
import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { CountedRefusal, Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import {
  type Dialling,
  type Member,
  isProved,
  languageOfMember,
  lockMember,
  masked,
  proveAddress,
  provedAddresses,
  readAddress,
} from '#modules/account/index.ts'
import { type Address } from '#platform/notifications/address.ts'
import { endApiKeys } from '#modules/api-key/index.ts'
import { refuseFrozen } from '#modules/security/index.ts'
import {
  type SendLimits,
  type SessionCaller,
  endSessions,
  lockCaller,
  sendCode,
  tryCode,
  useCode,
} from '#modules/session/index.ts'
import { sendMessage } from '#platform/notifications/messages.ts'

/**
 * Another mail address or phone: a code sent to the new one shows that it is the member's, a step-up
 * that it is the member who asks. Where we wrote to before is told, and withdrawals wait 24 hours.
 */

const PURPOSE = 'contact'

/**
 * Sends a code to an address that is to be the member's. The answer is the same when it is another
 * member's: the mail alone differs, and only its owner reads it.
 */
export async function sendContactCode(
  tx: Tx,
  parts: {
    request: Request<typeof requestContactCode>
    memberId: number
    ip: string
    limits: SendLimits | undefined
    language: Language
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<Response<typeof requestContactCode>> {
  const { request, memberId } = parts
  const member = await lockMember(tx, memberId)
  refuseFrozen(member, PURPOSE)
  const to = readNew(member, request.address, request)
  if (provedAddresses(member).length === 0) throw new Refusal('not_verified')
  const nothingAgreed = { agreed: undefined, termsVersion: undefined }
  const sent = await sendCode(tx, { ...parts, ...nothingAgreed, purpose: PURPOSE, to, member })
  return { ...sent, address: to.target }
}

/** Changes the address. A wrong code stays counted; nothing else is written then. */
export async function changeContact(
  tx: Tx,
  parts: {
    request: Request<typeof changeContactCall>
    caller: SessionCaller
    confirm: Confirm
    now: Date
    wallNow: Date
  },
): Promise<void> {
  const { request, caller, confirm, now, wallNow } = parts
  const { memberId, sessionId } = caller
  const { contact_code: code, nonce } = request
  const member = await lockCaller(tx, caller)
  refuseFrozen(member, PURPOSE)
  const to = readNew(member, request.address, {})
  const { target } = to
  const tried = { purpose: PURPOSE, target, memberId, code, nonce, wallNow } as const
  const outcome = await tryCode(tx, tried)
  if (outcome.state !== 'right') throw new CountedRefusal('code_wrong')
  // A wrong one here keeps what was written before it: the code of the address is used up afterwards.
  await confirm({ address: target })
  await useCode(tx, outcome.row, wallNow)
  await proveAddress(tx, member, to, now)
  await tx
    .updateTable('member')
    .set({ contact_changed_at: now })
    .where('id', '=', memberId)
    .execute()
  await endSessions(tx, { memberId, except: sessionId, wallNow })
  await endApiKeys(tx, { memberId, wallNow })
  await tellOldAddresses(tx, { member, to, wallNow })
}

/** What was typed as a mail address or a phone that is not proved to be the member's already. */
function readNew(member: Member, typed: string, dialling: Dialling): Address {
  const to = readAddress(typed, dialling)
  if (!to) {
    if (typed.includes('@')) throw new Refusal('mail_invalid')
    throw new Refusal(/^[+\d\s().-]+$/.test(typed) ? 'mobile_invalid' : 'address_invalid')
  }
  const present = to.channel === 'mail' ? member.mail : member.mobile
  if (present === to.target && isProved(member, to)) throw new Refusal('already_verified')
  return to
}

/** Where the member read our messages until now: whoever took the account over does not read there. */
async function tellOldAddresses(
  tx: Tx,
  { member, to, wallNow }: { member: Member; to: Address; wallNow: Date },
): Promise<void> {
  const kind = to.channel === 'mail' ? 'mail_changed' : 'mobile_changed'
  const facts = { account: member.account_number, to: masked(to.target) }
  const message = { kind, facts, phrase: member.phrase, wallNow } as const
  const language = languageOfMember(member)
  for (const old of provedAddresses(member)) {
    await sendMessage(tx, old, { ...message, language })
  }
}
