import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { requestCode, verifyCode } from '@btbc/contract/session.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'

import {
  type Member,
  getMember,
  readAddress,
  readMobile,
  readResetAddress,
} from '#modules/account/index.ts'
import { type Address } from '#platform/notifications/address.ts'
import { useCaptcha } from './captcha.ts'
import { checkCode, sendCode } from './codes.ts'
import type { SendLimits } from './send-limits.ts'

/** What a caller asks of codes: one to be sent, one to be proved. */

type SendRequest = Request<typeof requestCode>
type CheckRequest = Request<typeof verifyCode>

export async function askForCode(
  tx: Tx,
  parts: {
    request: SendRequest
    caller: { memberId: number } | undefined
    ip: string
    limits: SendLimits | undefined
    language: Language
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<Response<typeof requestCode> | Refusal> {
  const { request, caller, wallNow } = parts
  const { type: purpose = 'register', captcha_t, vercode } = request
  const isMembers = purpose === 'bind' || purpose === 'withdraw'
  if (isMembers && !caller) throw new Refusal('login_required')
  const member = isMembers && caller ? await getMember(tx, caller.memberId) : undefined
  const to = member ? ownAddress(member, request) : readTarget(request)
  const isPictureRead = captcha_t !== undefined || vercode !== undefined
  if (isPictureRead) {
    const answer = { t: captcha_t ?? '', answer: vercode ?? '', wallNow }
    if (!(await useCaptcha(tx, answer))) return new Refusal('captcha_wrong')
  }
  return await sendCode(tx, {
    ...parts,
    purpose,
    to,
    member,
    agreed: request.agreed,
    termsVersion: request.terms_version,
    isPictureRead,
  })
}

function readTarget(request: SendRequest): Address {
  const { user_string, area_code, area_code_id, mobile_code } = request
  const dialling = { area_code, area_code_id, mobile_code }
  if (request.type === 'forget') return readResetAddress(user_string, dialling)
  if (user_string === undefined) throw new Refusal('address_invalid')
  const address = readAddress(user_string, dialling)
  if (address) return address
  if (user_string.includes('@')) throw new Refusal('mail_invalid')
  throw new Refusal(/^[+\d\s().-]+$/.test(user_string) ? 'mobile_invalid' : 'address_invalid')
}

/** The member's own address that was typed, or the first one they have. */
export function ownAddress(
  member: Member,
  request: Pick<SendRequest, 'user_string' | 'area_code' | 'area_code_id' | 'mobile_code'>,
): Address {
  const { mail, mobile } = member
  const own: Address[] = [
    ...(mail === null ? [] : [{ channel: 'mail' as const, target: mail }]),
    ...(mobile === null ? [] : [{ channel: 'sms' as const, target: mobile }]),
  ]
  const { user_string: typed } = request
  const meant =
    typed === undefined
      ? own[0]
      : own.find(
          ({ target }) =>
            target === readAddress(typed, request)?.target ||
            (target === mobile && mobile.endsWith(typed.replace(/^[+0]+/, ''))),
        )
  if (!meant) throw new Refusal('address_invalid')
  return meant
}

/** Proves a code without using it up; a wrong try stays counted. */
export async function proveCode(
  tx: Tx,
  { request, ip, wallNow }: { request: CheckRequest; ip: string; wallNow: Date },
): Promise<Response<typeof verifyCode> | Refusal> {
  const { user_string, mobile, nonce, area_code, area_code_id, mobile_code } = request
  const code = request.email_code ?? request.code
  if (code === undefined) throw new Refusal('code_required')
  const dialling = { area_code, area_code_id, mobile_code }
  if (mobile !== undefined && readMobile(mobile, dialling) === undefined)
    throw new Refusal('mobile_invalid')
  const target =
    user_string === undefined ? undefined : readResetAddress(user_string, dialling).target
  const tried = { code, target, nonce, ip, wallNow }
  const outcome = await checkCode(tx, tried)
  return outcome.state === 'right' ? {} : new Refusal('code_wrong')
}
