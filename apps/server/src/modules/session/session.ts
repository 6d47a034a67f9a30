import { hash } from 'node:crypto'

import { Refusal } from '@btbc/contract/refusals.ts'
import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { sql } from 'kysely'

import { type Member, getMember, lockMember, tellMember } from '#modules/account/index.ts'
import { believed } from '#platform/believed.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/** Sessions: a random token the member holds, of which only the hash is stored. */

const TOKEN_BYTES = 32

export const REMEMBERED = { lifeMs: 30 * DAY_MS, idleMs: 7 * DAY_MS }
export const PASSING = { lifeMs: DAY_MS, idleMs: 2 * HOUR_MS }

/** How long a token is believed without asking the database. */
const CACHED_MS = 5000
const CACHED_MAX = 20_000
/** Longer than any transaction that ends a session may take to commit. */
const ENDING_MS = MINUTE_MS
const SEEN_EVERY_MS = 5 * MINUTE_MS

export type SessionCaller = { memberId: number; sessionId: number }

/** What a token says: whose it is, whether their account is frozen, and what they agreed to. */
export type KnownCaller = SessionCaller & { isFrozen: boolean; termsVersion: number }

const knownCallers = believed<KnownCaller>(CACHED_MS, CACHED_MAX)
/** Hashes of sessions that were ended or changed here a moment ago: the commit may be under way. */
const ending = new Map<string, number>()

export type NewSession = {
  memberId: number
  remember: boolean
  device: string
  ip: string
  random: (bytes: number) => Buffer
  wallNow: Date
}

/** Opens a session and answers its token, which is stored nowhere. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  const { memberId, remember, device, ip, random, wallNow } = session
  const token = random(TOKEN_BYTES).toString('base64url')
  const { lifeMs } = remember ? REMEMBERED : PASSING
  await tx
    .insertInto('session')
    .values({
      member_id: memberId,
      token_hash: hashToken(token),
      remember,
      device,
      ip,
      created_at: wallNow,
      last_seen_at: wallNow,
      expires_at: new Date(wallNow.getTime() + lifeMs),
    })
    .execute()
  return token
}

/**
 * The member as they stay until the transaction ends, while the session that asks is still there. A
 * reset that ended it may have come in between: whoever changes what a reset undoes asks here first.
 */
export async function lockCaller(tx: Tx, { memberId, sessionId }: SessionCaller): Promise<Member> {
  const member = await lockMember(tx, memberId)
  const session = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!session) throw new Refusal('login_required')
  return member
}

/** Who holds this token, or undefined when the session has ended. */
export async function findCaller(
  db: Db,
  token: string,
  wallNow: Date,
): Promise<KnownCaller | undefined> {
  const key = hash('sha256', token)
  const known = knownCallers.get(key, wallNow.getTime())
  if (known) return known
  const caller = await askForCaller(db, { tokenHash: Buffer.from(key, 'hex'), wallNow })
  if (caller && !ending.has(key)) knownCallers.set(key, caller, wallNow.getTime())
  return caller
}

/**
 * Who holds each token; whoever was not seen for a while is seen now, unless their session is ending.
 * That may be lost with the machine, so nobody waits for the disk.
 */
const FIND_CALLERS = prepare(
  'session_callers',
  `with seen as (
     update session set last_seen_at = $2::timestamptz
     where set_config('synchronous_commit', 'off', true) is not null and id = any (array(
       select id from session where token_hash = any ($1::bytea[]) and last_seen_at <= $3::timestamptz
         and ${isOpenBetween('$2::timestamptz', '$4::timestamptz', '$5::timestamptz')}
       for update skip locked
     ))
   )
   select session.id as "sessionId", member.id as "memberId",
     member.frozen_at is not null as "isFrozen", coalesce(member.terms_version, 1) as "termsVersion"
   from unnest($1::bytea[]) with ordinality asked (token_hash, place)
   left join session on session.token_hash = asked.token_hash
     and ${isOpenBetween('$2::timestamptz', '$4::timestamptz', '$5::timestamptz')}
   left join member on member.id = session.member_id
   order by place`,
)

const askForCaller = askTogether(
  async (
    database,
    asked: readonly { tokenHash: Buffer; wallNow: Date }[],
  ): Promise<(KnownCaller | undefined)[]> => {
    const wallNow = new Date(Math.max(...asked.map((each) => each.wallNow.getTime())))
    const rows = await runPrepared<{ [Name in keyof KnownCaller]: KnownCaller[Name] | null }>(
      database,
      FIND_CALLERS,
      [
        asked.map(({ tokenHash }) => tokenHash),
        wallNow,
        before(wallNow, SEEN_EVERY_MS),
        before(wallNow, REMEMBERED.idleMs),
        before(wallNow, PASSING.idleMs),
      ],
    )
    return rows.map(({ memberId, sessionId, isFrozen, termsVersion }) =>
      memberId === null || sessionId === null
        ? undefined
        : { memberId, sessionId, isFrozen: isFrozen === true, termsVersion: termsVersion ?? 1 },
    )
  },
)

export async function listSessions(
  tx: Tx,
  request: { caller: SessionCaller; page: number; limit: number; wallNow: Date },
) {
  const { caller, page, limit, wallNow } = request
  const shown = tx
    .selectFrom('session')
    .where('member_id', '=', caller.memberId)
    .where(isOpen(wallNow))
    .select(['id', 'device', 'ip', 'created_at', 'last_seen_at'])
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, shown, request, { key: 'id' })
  const list = rows.map((row) => ({ ...row, current: row.id === caller.sessionId }))
  return { list, total, page, limit }
}

/** Who is logged in, for operators: the newest of them. */
export async function listOpenSessions(
  tx: Tx,
  { memberId, most, wallNow }: { memberId: number; most: number; wallNow: Date },
) {
  return await tx
    .selectFrom('session')
    .where('member_id', '=', memberId)
    .where(isOpen(wallNow))
    .select(['id', 'device', 'ip', 'created_at', 'last_seen_at'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Ends one of the member's own sessions and tells them by mail. */
export async function revokeSession(
  tx: Tx,
  { caller, id, wallNow }: { caller: SessionCaller; id: number; wallNow: Date },
): Promise<void> {
  const ended = await endSessions(tx, { memberId: caller.memberId, only: id, wallNow })
  const [device] = ended
  if (device === undefined) throw new Refusal('session_not_found')
  const member = await getMember(tx, caller.memberId)
  const facts = { account: member.account_number, device }
  await tellMember(tx, member, { kind: 'session_ended', facts, wallNow })
}

/** Ends the sessions of a member, all of them or as said, at once for this process. Answers their devices. */
export async function endSessions(
  tx: Tx,
  which: { memberId: number; only?: number; except?: number; wallNow: Date },
): Promise<string[]> {
  const { memberId, only, except, wallNow } = which
  let ended = tx.deleteFrom('session').where('member_id', '=', memberId)
  if (only !== undefined) ended = ended.where('id', '=', only)
  if (except !== undefined) ended = ended.where('id', '<>', except)
  const rows = await ended.returning(['token_hash', 'device']).execute()
  forget(rows, wallNow)
  return rows.map((row) => row.device)
}

/** What is known about a session changes with this transaction: it is looked up again meanwhile. */
export async function disbelieve(tx: Tx, sessionId: number, wallNow: Date): Promise<void> {
  const rows = await tx
    .selectFrom('session')
    .select('token_hash')
    .where('id', '=', sessionId)
    .execute()
  forget(rows, wallNow)
}

function forget(sessions: readonly { token_hash: Buffer }[], wallNow: Date): void {
  for (const [key, since] of ending) {
    if (Math.abs(wallNow.getTime() - since) > ENDING_MS) ending.delete(key)
  }
  for (const session of sessions) {
    const key = session.token_hash.toString('hex')
    ending.set(key, wallNow.getTime())
    knownCallers.delete(key)
  }
}

/** Whether the member has logged in again since this session began, and is still there. */
export async function isOutdone(tx: Tx, { memberId, sessionId }: SessionCaller): Promise<boolean> {
  const newer = await tx
    .selectFrom('session')
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '>', sessionId)
    .executeTakeFirst()
  return newer !== undefined
}

function isOpen(wallNow: Date) {
  return sql<boolean>`expires_at > ${wallNow} and last_seen_at > case when remember
    then ${before(wallNow, REMEMBERED.idleMs)}::timestamptz
    else ${before(wallNow, PASSING.idleMs)}::timestamptz end`
}

/** The same for a prepared statement, by the places of its values. */
function isOpenBetween(now: string, remembered: string, passing: string): string {
  return `expires_at > ${now} and last_seen_at > case when remember
    then ${remembered} else ${passing} end`
}

function before(moment: Date, ms: number): Date {
  return new Date(moment.getTime() - ms)
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
