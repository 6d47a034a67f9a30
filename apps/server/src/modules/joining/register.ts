import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { registerMember } from '@btbc/contract/session.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { createMember, findCountry, readMail, readMobile } from '#modules/account/index.ts'
import { type Address } from '#platform/notifications/address.ts'
import { findInviter } from '#modules/team/index.ts'
import { welcomeMember } from './welcome.ts'
import {
  type CodeRow,
  type CodeTry,
  isCaptchaRight,
  openSession,
  readCodeState,
  redeemCode,
  useCaptcha,
} from '#modules/session/index.ts'
import { keepAgreement, termsSetting } from '#modules/terms/index.ts'
import { settingAt } from '#platform/settings.ts'
import { checkNewPassword, type Passwords } from '#platform/passwords.ts'

/** Opening an account: with a sent code it is verified at once, with a captcha it waits for a proof. */

type RegisterRequest = Request<typeof registerMember>

/** What stands behind an application: a code sent to its address, or a captcha. */
type Proof = { code: CodeTry } | { captcha: { t: string; answer: string; wallNow: Date } }

export type Application = {
  mail: string | undefined
  mobile: string
  country: string
  /** The address the account is opened with. */
  address: Address
  proof: Proof
  /** Undefined when the proof was wrong: then hashing was not worth the work. */
  passwordHash: string | undefined
}

/** Judges everything about an application but its proof, and hashes the password. */
export async function prepareRegistration(
  db: Db,
  parts: { request: RegisterRequest; passwords: Passwords; wallNow: Date },
): Promise<Application> {
  const { request, passwords, wallNow } = parts
  const application = readApplicant(request)
  const proof = readProof(request, application.address, wallNow)
  const { mail, mobile } = application
  const password = checkNewPassword(request.password, request.re_password, [mail, mobile])
  if (request.agreed === false) throw new Refusal('agreement_required')
  const isRight =
    'code' in proof
      ? (await readCodeState(db, proof.code)) !== 'wrong'
      : await isCaptchaRight(db, proof.captcha)
  const passwordHash = isRight ? await passwords.hash(password) : undefined
  return { ...application, proof, passwordHash }
}

function readApplicant(request: RegisterRequest) {
  const byMobile = request.type === 'mobile'
  const mailText = request.email ?? (byMobile ? undefined : request.user_string)
  const mobileText = request.mobile ?? (byMobile ? request.user_string : undefined)
  if (mailText === undefined && !byMobile) throw new Refusal('mail_required')
  if (mobileText === undefined) throw new Refusal('mobile_required')
  const mail = mailText === undefined ? undefined : readMail(mailText)
  if (mailText !== undefined && mail === undefined) throw new Refusal('mail_invalid')
  const country = findCountry(request)
  if (!country) throw new Refusal('country_required')
  const mobile = readMobile(mobileText, { area_code: country.dialCode, area_code_id: country.id })
  if (mobile === undefined) throw new Refusal('mobile_invalid')
  const address: Address =
    byMobile || mail === undefined
      ? { channel: 'sms', target: mobile }
      : { channel: 'mail', target: mail }
  return { mail, mobile, country: country.iso, address }
}

function readProof(request: RegisterRequest, { target }: Address, wallNow: Date): Proof {
  const { captcha_t, vercode, nonce } = request
  const code = request.code ?? request.email_code
  if (code !== undefined) return { code: { purpose: 'register', target, code, nonce, wallNow } }
  if (vercode === undefined) throw new Refusal('code_required')
  if (captcha_t === undefined) throw new Refusal('captcha_wrong')
  return { captcha: { t: captcha_t, answer: vercode, wallNow } }
}

/** Opens the account, its grants and its first session. A wrong proof is returned, to stay counted. */
export async function register(
  tx: Tx,
  parts: {
    request: RegisterRequest
    application: Application
    language: Language
    device: string
    ip: string
    random: (bytes: number) => Buffer
    now: Date
    wallNow: Date
  },
): Promise<Response<typeof registerMember> | Refusal> {
  const { request, application, language, device, ip, random, now, wallNow } = parts
  const { address, passwordHash } = application
  const proved = await prove(tx, application)
  if (proved instanceof Refusal) return proved
  if (passwordHash === undefined) throw new Refusal('try_again')
  const { code } = proved
  const inviter = await findInviter(tx, request.extension_code)
  const agreed = request.agreed ?? code?.agreed ?? false
  const shown = request.terms_version ?? code?.terms_version
  const termsVersion = await termsAgreed(tx, shown, now)
  const member = await createMember(tx, {
    mail: application.mail ?? null,
    mailProved: code !== undefined && address.channel === 'mail',
    mobile: application.mobile,
    mobileProved: code !== undefined && address.channel === 'sms',
    country: application.country,
    passwordHash,
    inviterId: inviter?.id ?? null,
    language,
    agreed,
    termsVersion,
    now,
    random,
  })
  if (agreed) await keepAgreement(tx, { memberId: member.id, version: termsVersion, now })
  const token = await openSession(tx, {
    memberId: member.id,
    remember: request.remember ?? true,
    device,
    ip,
    random,
    wallNow,
  })
  // Last: all who join wait for the pools.
  const welcome = code ? await welcomeMember(tx, { member, now, wallNow }) : undefined
  return {
    token,
    user_id: member.id,
    invite: inviter ? 'bound' : request.extension_code === undefined ? 'none' : 'unknown',
    invite_reward: welcome?.inviteReward ?? false,
    welcomed: welcome?.welcomed ?? false,
  }
}

/** What was shown, and never a version that nobody has written yet; without a word, what holds. */
async function termsAgreed(tx: Tx, shown: number | null | undefined, now: Date): Promise<number> {
  const { version } = await settingAt(tx, termsSetting, now)
  return Math.min(shown ?? version, version)
}

/** Uses the proof up. A right code that was used before is told to its owner as what it means. */
async function prove(
  tx: Tx,
  { proof, address }: Application,
): Promise<{ code: CodeRow | undefined } | Refusal> {
  if ('captcha' in proof) {
    const right = await useCaptcha(tx, proof.captcha)
    return right ? { code: undefined } : new Refusal('captcha_wrong')
  }
  const outcome = await redeemCode(tx, proof.code)
  if (outcome.state === 'right') return { code: outcome.row }
  if (outcome.state === 'wrong') return new Refusal('code_wrong')
  return new Refusal(address.channel === 'mail' ? 'mail_taken' : 'mobile_taken')
}
