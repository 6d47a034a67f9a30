import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Language } from '@btbc/contract/wire.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import type { Tables } from '@btbc/database/tables.ts'
import type { Selectable } from 'kysely'

import {
  type Member,
  findMemberByAddress,
  findMemberToReset,
  languageOfMember,
} from '#modules/account/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Address } from '#platform/notifications/address.ts'
import { sendMessage } from '#platform/notifications/messages.ts'
import { drawDigits } from '#platform/random-text.ts'
import { readSecret } from '#platform/secrets.ts'
import { refuseTooManySends, type SendLimits } from './send-limits.ts'

/**
 * Codes that are sent: bound to purpose, target, member and nonce; the newest kills the older. A code
 * for a reset is bound to who asked for it as well: strangers neither kill it nor use up its tries.
 */

export type CodePurpose = 'register' | 'forget' | 'withdraw' | 'bind' | 'contact'

const LIFE_MS = 10 * MINUTE_MS
const TRIES_MAX = 5
const LENGTH: Record<CodePurpose, number> = {
  register: 6,
  forget: 8,
  withdraw: 6,
  bind: 6,
  contact: 6,
}
export const RESEND_S = 60

export type CodeToSend = {
  purpose: CodePurpose
  to: Address
  /** Of the codes that only a logged-in member asks for. */
  member: Member | undefined
  agreed: boolean | undefined
  termsVersion: number | undefined
  /** Of a code that confirms one thing alone: what it is bound to, and that in words. */
  confirms?: { boundTo: Buffer; what: string }
  /** Whether whoever asks has read a picture. */
  isPictureRead?: boolean
  ip: string
  limits: SendLimits | undefined
  language: Language
  random: (bytes: number) => Buffer
  wallNow: Date
}

/**
 * Sends a code. What is answered and how often it may be asked does not tell whether an account
 * exists: the message alone does, and only the owner of the address reads it.
 */
export async function sendCode(
  tx: Tx,
  request: CodeToSend,
): Promise<{ nonce: string; resend_s: number }> {
  const { purpose, to, member, random, wallNow } = request
  const { target } = to
  await lockNamed(tx, 'codeTarget', target)
  await refuseTooManySends(tx, { ...request, target, memberId: member?.id })
  let older = tx
    .updateTable('code')
    .set({ replaced_at: wallNow })
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('member_id', 'is not distinct from', member?.id ?? null)
    .where('replaced_at', 'is', null)
  if (purpose === 'forget') older = older.where('ip', '=', request.ip)
  await older.execute()
  const nonce = random(24).toString('base64url')
  const code = drawDigits(random, LENGTH[purpose])
  const row = { purpose, target, member_id: member?.id ?? null, nonce }
  await tx
    .insertInto('code')
    .values({
      ...row,
      code_hash: hashCode(await readSecret(tx, 'codes'), row, code),
      bound_to: request.confirms?.boundTo ?? null,
      ip: request.ip,
      network: request.limits?.network ?? null,
      agreed: request.agreed ?? null,
      terms_version: request.termsVersion ?? null,
      created_at: wallNow,
      expires_at: new Date(wallNow.getTime() + LIFE_MS),
    })
    .execute()
  await sendToOwner(tx, request, code)
  return { nonce, resend_s: RESEND_S }
}

async function sendToOwner(tx: Tx, request: CodeToSend, code: string): Promise<void> {
  const { purpose, to, member, wallNow } = request
  const owner = await (purpose === 'forget' ? findMemberToReset : findMemberByAddress)(tx, to)
  const language = owner ? languageOfMember(owner) : request.language
  const phrase = owner?.phrase
  const isProved =
    owner !== undefined &&
    (to.channel === 'mail' ? owner.mail_proved_at : owner.mobile_proved_at) !== null
  if (purpose === 'forget') {
    if (owner) await sendMessage(tx, to, { kind: 'forget_code', language, code, phrase, wallNow })
  } else if (isProved && owner.id !== member?.id) {
    const kind = purpose === 'contact' ? 'contact_taken' : 'already_member'
    await sendMessage(tx, to, { kind, language, phrase, wallNow })
  } else {
    const { confirms } = request
    await sendMessage(tx, to, {
      kind: confirms ? 'confirm_code' : `${purpose}_code`,
      ...(confirms && { facts: { what: confirms.what } }),
      language: request.language,
      code,
      // Not to an address that may be a stranger's.
      phrase: purpose === 'contact' ? undefined : member?.phrase,
      wallNow,
    })
  }
}

export type CodeRow = Selectable<Tables['code']>

export type CodeTry = {
  purpose: CodePurpose
  target: string
  memberId?: number
  code: string
  nonce: string | undefined
  /** Where the try comes from: of a code for a reset that names no nonce. */
  ip?: string
  wallNow: Date
}

/** `used` is said only to somebody who knows the right code. */
export type CodeOutcome = { state: 'right' | 'used'; row: CodeRow } | { state: 'wrong' }

/**
 * Tries a code and counts a wrong try. Five are all there are, from wherever and however parallel they
 * come: the row is locked until the transaction ends, so a wrong try must be kept, not undone.
 */
export async function tryCode(tx: Tx, tried: CodeTry): Promise<CodeOutcome> {
  const newest = await newestCode(tx, tried).forUpdate().executeTakeFirst()
  return newest ? await tryRow(tx, newest, tried) : { state: 'wrong' }
}

/** As `tryCode`; a right code is used up. */
export async function redeemCode(tx: Tx, tried: CodeTry): Promise<CodeOutcome> {
  const outcome = await tryCode(tx, tried)
  if (outcome.state === 'right') await useCode(tx, outcome.row, tried.wallNow)
  return outcome
}

/** Uses up a code that `tryCode` found right. */
export async function useCode(tx: Tx, { id }: Pick<CodeRow, 'id'>, wallNow: Date): Promise<void> {
  await tx.updateTable('code').set({ used_at: wallNow }).where('id', '=', id).execute()
}

/** What a code is just now: for slow work that is worth doing only then. Counts nothing. */
export async function readCodeState(db: Db, tried: CodeTry): Promise<CodeOutcome['state']> {
  const row = await newestCode(db, tried).executeTakeFirst()
  if (!row || row.tries >= TRIES_MAX) return 'wrong'
  if (!isSame(await readSecret(db, 'codes'), row, tried)) return 'wrong'
  return row.used_at === null ? 'right' : 'used'
}

/**
 * Proves a code for `check_email` without using it up. A client that names neither address nor nonce
 * means the one address that asked from where it is; when several did, nobody can tell which.
 */
export async function checkCode(
  tx: Tx,
  tried: {
    code: string
    target: string | undefined
    nonce: string | undefined
    ip: string
    wallNow: Date
  },
): Promise<CodeOutcome> {
  const { code, target, nonce, ip, wallNow } = tried
  const purpose = code.length === LENGTH.forget ? 'forget' : 'register'
  if (target !== undefined) return await tryCode(tx, { ...tried, purpose, target })
  let asked = tx
    .selectFrom('code')
    .select(['purpose', 'target', 'nonce'])
    .where('purpose', '=', purpose)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', wallNow)
  asked = nonce === undefined ? asked.where('ip', '=', ip) : asked.where('nonce', '=', nonce)
  const [only, ...others] = await asked.limit(2).execute()
  if (!only || others.length > 0) return { state: 'wrong' }
  return await tryCode(tx, { purpose, target: only.target, code, nonce: only.nonce, ip, wallNow })
}

function newestCode(database: Db | Tx, tried: CodeTry) {
  const { purpose, target, memberId, nonce, ip, wallNow } = tried
  const newest = database
    .selectFrom('code')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('member_id', 'is not distinct from', memberId ?? null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', wallNow)
  if (purpose !== 'forget') return newest
  // A client that knows no nonce means the code that was asked for from where it is.
  return nonce === undefined ? newest.where('ip', '=', ip ?? '') : newest.where('nonce', '=', nonce)
}

async function tryRow(tx: Tx, row: CodeRow, tried: CodeTry): Promise<CodeOutcome> {
  if (row.tries >= TRIES_MAX) return { state: 'wrong' }
  if (isSame(await readSecret(tx, 'codes'), row, tried)) {
    return { state: row.used_at === null ? 'right' : 'used', row }
  }
  await countTry(tx, row)
  return { state: 'wrong' }
}

/** Counts a wrong try, also of something else that only who knows the code may try. */
export async function countTry(tx: Tx, { id, tries }: CodeRow): Promise<void> {
  await tx
    .updateTable('code')
    .set({ tries: tries + 1 })
    .where('id', '=', id)
    .execute()
}

function isSame(secret: Buffer, row: CodeRow, { code, nonce }: CodeTry): boolean {
  const isSameRequest = nonce === undefined || nonce === row.nonce
  return timingSafeEqual(hashCode(secret, row, code), row.code_hash) && isSameRequest
}

function hashCode(
  secret: Buffer,
  row: { purpose: string; target: string; member_id: number | null; nonce: string },
  code: string,
): Buffer {
  const bound = [row.purpose, row.target, String(row.member_id ?? ''), row.nonce, code]
  return createHmac('sha256', secret).update(bound.join('\0')).digest()
}
