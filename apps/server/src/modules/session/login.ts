import type { Request } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { logIn } from '@btbc/contract/session.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import {
  allCountedAs,
  countedAs,
  type Member,
  findMemberByLogin,
  lockMember,
  tellMember,
} from '#modules/account/index.ts'
import { findUnread, type Unread, spendTyped } from './captcha.ts'
import {
  countWrongTry,
  forgiveTries,
  LOCK_MINUTES,
  lockTries,
  readTries,
  refuseLocked,
  type TrySource,
} from '#platform/wrong-tries.ts'
import { HOUR_MS } from '#platform/durations.ts'
import type { Passwords } from '#platform/passwords.ts'
import { openSession } from './session.ts'
import type { CallerAddress } from '#network/caller-address.ts'

/**
 * Logging in. Whether an account exists, and what else it is called, shows neither in the answer nor in
 * the time it takes. So wrong tries are counted twice: where it shows under what was typed, and unseen
 * under whoever it belongs to. When that many failed together, the right password is as wrong as any.
 */

const PASSWORD_MIN = 6
const LOCKED = 'login_locked'

type LoginRequest = Request<typeof logIn>

export type LoginTry = {
  member: Member | undefined
  source: TrySource
  /** All that one member is called by together, or what was typed when nobody is called so. */
  unseen: TrySource
  /** What was wrong with the picture: then the password was not compared. */
  unread: Unread | undefined
  right: boolean
  /** The password hashed anew, when the stored hash has other parameters than we use now. */
  newHash: string | undefined
}

/** The name a member's wrong tries are counted under unseen. */
function unseenName(memberId: number): string {
  return `member:${memberId}`
}

/** Forgets the wrong tries under each name of a member, from everywhere. */
export async function forgiveLogins(tx: Tx, member: Member): Promise<void> {
  for (const name of [unseenName(member.id), ...allCountedAs(member)]) {
    await forgiveTries(tx, name)
  }
}

/** Everything slow about a login: finds the member and compares the password, outside the transaction. */
export async function prepareLogin(
  db: Db,
  parts: {
    request: LoginRequest
    origin: CallerAddress
    isLocal: boolean
    passwords: Passwords
    wallNow: Date
  },
): Promise<LoginTry> {
  const { request, origin, isLocal, passwords, wallNow } = parts
  const { user_string, password } = request
  if (user_string === undefined) throw new Refusal('account_required')
  if (password === undefined || password.length < PASSWORD_MIN) throw new Refusal('password_short')
  const member = await findMemberByLogin(db, user_string, request)
  const account = countedAs(user_string, request)
  const source = { account, network: origin.network, local: origin.local }
  // As if it were local: the tries of its network are counted once.
  const name = member ? unseenName(member.id) : `nobody:${account}`
  const unseen = { account: name, network: origin.network, local: true }
  const { lockedUntil, needsCaptcha } = await readTries(db, source, wallNow)
  refuseLocked({ lockedUntil }, wallNow)
  const unread = needsCaptcha ? await findUnread(db, request, wallNow) : undefined
  // Few passwords are compared at once: whoever invents names does not fill the line with them.
  if (unread) return { member, source, unseen, unread, right: false, newHash: undefined }
  const { right: matches, outdated } = await passwords.verify(member?.password_hash, password)
  // From anywhere else a sample member's password is as wrong as any (house rule 9).
  const right = matches && (isLocal || !member || !member.is_sample)
  const newHash = right && outdated ? await passwords.hash(password) : undefined
  return { member, source, unseen, unread, right, newHash }
}

/** Answers the token. A refusal is returned, not thrown, where a wrong try has to stay counted. */
export async function login(
  tx: Tx,
  parts: {
    request: LoginRequest
    tried: LoginTry
    origin: CallerAddress
    device: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<string | Refusal> {
  const { request, tried, origin, device, random, wallNow } = parts
  const { member, source, unseen, unread, right, newHash } = tried
  const count = await lockTries(tx, source, wallNow)
  refuseLocked(count, wallNow)
  const unseenCount = await lockTries(tx, unseen, wallNow)
  const isLetIn = right && unseenCount.lockedUntil === undefined
  const isAsked = unread !== undefined || count.needsCaptcha
  const used = isAsked ? await spendTyped(tx, request, wallNow) : undefined
  const failure = unread ?? used ?? passwordFailure(isLetIn)
  if (failure !== undefined || member === undefined) {
    const { locked, needsCaptcha } = await countWrongTry(tx, source, count, wallNow)
    const { locked: isLockedUnseen } = await countWrongTry(tx, unseen, unseenCount, wallNow)
    if ((locked || isLockedUnseen) && member) await tellOfLock(tx, { member, origin, wallNow })
    return new Refusal(failure ?? 'login_failed', { captcha: Number(needsCaptcha) })
  }
  const present = await lockMember(tx, member.id)
  // It was another password that was compared: a reset or a change has come in between.
  if (present.password_hash !== member.password_hash) throw new Refusal('try_again')
  await forgiveTries(tx, source.account, source.network)
  await forgiveTries(tx, unseen.account, unseen.network)
  refuseFrozenLogin(present)
  if (newHash !== undefined) {
    await tx
      .updateTable('member')
      .set({ password_hash: newHash })
      .where('id', '=', member.id)
      .execute()
  }
  const remember = request.remember ?? true
  return await openSession(tx, {
    memberId: member.id,
    remember,
    device,
    ip: origin.ip,
    random,
    wallNow,
  })
}

/** Once an hour: strangers could bury what else the member is told. */
async function tellOfLock(
  tx: Tx,
  parts: { member: Member; origin: CallerAddress; wallNow: Date },
): Promise<void> {
  const { member, origin, wallNow } = parts
  await lockMember(tx, member.id)
  const told = await tx
    .selectFrom('notice')
    .select('id')
    .where('member_id', '=', member.id)
    .where('message', '=', LOCKED)
    .where('told_at', '>', new Date(wallNow.getTime() - HOUR_MS))
    .limit(1)
    .executeTakeFirst()
  if (told) return
  const facts = { account: member.account_number, ip: origin.ip, minutes: LOCK_MINUTES }
  await tellMember(tx, member, { kind: LOCKED, facts, wallNow })
}

/** Whoever froze the account does not trust who knows its password: only a reset since then lets in. */
export function refuseFrozenLogin({
  frozen_at: frozenAt,
  password_reset_at: resetAt,
}: Member): void {
  if (frozenAt === null) return
  if (resetAt === null || resetAt < frozenAt) throw new Refusal('login_frozen')
}

function passwordFailure(right: boolean): 'login_failed' | undefined {
  return right ? undefined : 'login_failed'
}
