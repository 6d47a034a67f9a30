import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { type Endpoint, SAME_WITHIN_S } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockEach } from '@btbc/database/locks.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import { type RawBuilder, sql } from 'kysely'

import { APART_MS } from '#platform/recent.ts'
import { seal, sealingKey, unseal } from '#platform/sealing.ts'
import type { KeyedCall, StoredAnswers } from '#platform/stored-answers.ts'

/** One key of one member has one effect and one stored answer. */

export type IdempotentCall = KeyedCall & {
  /** The answer holds a secret and is not stored in the clear. */
  confidential: boolean
}

/** What makes a call the same as an earlier one: its key or, for a few seconds, all it says. */
export function keyedCallOf(
  call: Pick<Endpoint, 'path' | 'sameWithin_s' | 'holdsSecret'>,
  asked: {
    memberId: number
    request: unknown
    key: string | undefined
    /** The caller's, which stands nowhere in the database: only calls that hold a secret need it. */
    token?: string | undefined
    wallNow: Date
  },
): KeyedCall | undefined {
  const { memberId, request, key, token, wallNow } = asked
  const requestHash =
    call.holdsSecret === true
      ? hashSecretRequest(call.path, request, token)
      : createHash('sha256').update(textOf(call.path, request)).digest()
  if (key !== undefined) return { memberId, key, requestHash }
  if (call.sameWithin_s === undefined) return undefined
  const since = new Date(wallNow.getTime() - call.sameWithin_s * 1000)
  // No client's key has a space.
  return { memberId, key: `same ${requestHash.toString('hex')}`, requestHash, since }
}

/**
 * The caller's key, 1 to 255 visible characters. Anything else, two of them among it, is refused:
 * whoever sends one counts on there being one effect.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\u0021-\u007e]{1,255}$/.test(key)) return key
  throw new Refusal('invalid_request', { field: 'Idempotency-Key' })
}

function textOf(path: string, request: unknown): string {
  const text = JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return `${path}\0${text}`
}

/**
 * Nobody who reads the table can try passwords against it. The same key from another session is refused,
 * as with another request.
 */
function hashSecretRequest(path: string, request: unknown, token: string | undefined): Buffer {
  if (token === undefined) throw new Error(`${path} was asked without a token`)
  return createHmac('sha256', token).update(textOf(path, request)).digest()
}

/**
 * Looks the key up before the effect. Answers the stored message when this call was already answered.
 * A second call under the same key waits here for the first one to end. Refuses a key that was used
 * for another request.
 */
export async function findAnswer(
  tx: Tx,
  call: IdempotentCall,
): Promise<{ message: unknown } | undefined> {
  await holdKeys(tx, [call], { waits: true })
  const row = await tx
    .selectFrom('idempotency')
    .select(['request_hash', 'answer', 'created_at'])
    .where('member_id', '=', call.memberId)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!row) return undefined
  if (isOver(call, row.created_at)) {
    await forgetAnswers(tx, [call])
    return undefined
  }
  if (!call.requestHash.equals(row.request_hash)) throw new Refusal('key_reused')
  if (!call.confidential) return { message: row.answer }
  const stored: unknown = row.answer
  if (typeof stored !== 'string') throw new Error('a confidential answer is not sealed')
  const sealed = Buffer.from(stored, 'base64')
  const message: unknown = JSON.parse(
    unseal(await sealingKey(tx, 'stored answers'), sealed).toString('utf8'),
  )
  return { message }
}

/**
 * Nothing else is done under the key of a call until this transaction ends. Keys under which something is
 * under way are waited for, or their calls are not among those that are answered.
 */
export async function holdKeys<Call extends Pick<KeyedCall, 'memberId' | 'key'>>(
  tx: Tx,
  calls: readonly Call[],
  { waits }: { waits: boolean },
): Promise<ReadonlySet<Call>> {
  if (calls.length === 0) return new Set()
  const names = calls.map(({ memberId, key }) => `${memberId}:${key}`)
  const held = await lockEach(tx, { kind: 'answer', names, waits })
  return new Set(calls.filter((_, n) => held[n] === true))
}

/** Long enough ago, or by a clock that was set back since. */
function isOver({ since }: KeyedCall, at: Date): boolean {
  if (since === undefined) return false
  return at <= since || at.getTime() > since.getTime() + SAME_WITHIN_S * 1000 + APART_MS
}

async function forgetAnswers(tx: Tx, calls: readonly KeyedCall[]): Promise<void> {
  if (calls.length === 0) return
  await sql`delete from idempotency where (member_id, key) in (${ofCalls(calls)})`.execute(tx)
}

/** `(member_id, key)` of each. */
function ofCalls(calls: readonly KeyedCall[]): RawBuilder<unknown> {
  return sql`select * from unnest(${calls.map(({ memberId }) => memberId)}::integer[],
    ${calls.map(({ key }) => key)}::text[])`
}

/** Stores the answer in the same transaction as the effect. */
export async function storeAnswer(
  tx: Tx,
  call: IdempotentCall,
  message: unknown,
  { wallNow, isBrief }: { wallNow: Date; isBrief: boolean },
): Promise<void> {
  await tx
    .insertInto('idempotency')
    .values({
      member_id: call.memberId,
      key: call.key,
      request_hash: call.requestHash,
      answer: JSON.stringify(call.confidential ? await sealAnswer(tx, message) : message),
      created_at: wallNow,
      brief_at: isBrief ? wallNow : null,
    })
    .execute()
}

type StoredAnswer = { member_id: number; request_hash: Buffer; answer: unknown; created_at: Date }

/**
 * For each call of a batch what was answered to it before; a key that was used for another request is
 * one too. Everybody's row is locked, and nobody has two calls.
 */
async function findAnswers(
  tx: Tx,
  calls: readonly KeyedCall[],
): Promise<(call: KeyedCall) => { message: unknown } | Refusal | undefined> {
  if (calls.length === 0) return () => undefined
  const { rows } = await sql<StoredAnswer>`
    select member_id, request_hash, answer, created_at from idempotency
    where (member_id, key) in (${ofCalls(calls)})`.execute(tx)
  const known = new Map(rows.map((row) => [row.member_id, row]))
  const old = calls.filter((call) => {
    const row = known.get(call.memberId)
    return row !== undefined && isOver(call, row.created_at)
  })
  await forgetAnswers(tx, old)
  for (const { memberId } of old) known.delete(memberId)
  return ({ memberId, requestHash }) => {
    const row = known.get(memberId)
    if (!row) return undefined
    if (!requestHash.equals(row.request_hash)) return new Refusal('key_reused')
    return { message: row.answer }
  }
}

/** Stores the answers to calls of a batch with what they have done. */
function answersStored(
  answers: readonly { call: KeyedCall; message: unknown }[],
  wallNow: Date,
): Fragment {
  return {
    name: 'answered',
    text: `insert into idempotency (member_id, key, request_hash, answer, created_at)
      select member_id, key, decode(request_hash, 'hex'), answer::jsonb, $5
      from unnest($1::integer[], $2::text[], $3::text[], $4::text[])
        as a (member_id, key, request_hash, answer)`,
    values: [
      answers.map(({ call }) => call.memberId),
      answers.map(({ call }) => call.key),
      answers.map(({ call }) => call.requestHash.toString('hex')),
      answers.map(({ message }) => JSON.stringify(message)),
      wallNow,
    ],
  }
}

export const storedAnswers: StoredAnswers = { find: findAnswers, rowsOf: answersStored }

async function sealAnswer(tx: Tx, message: unknown): Promise<string> {
  const plain = Buffer.from(JSON.stringify(message))
  return seal(await sealingKey(tx, 'stored answers'), plain, randomBytes).toString('base64')
}
