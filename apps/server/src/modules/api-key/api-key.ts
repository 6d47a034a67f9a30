import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { sql } from 'kysely'

import { believed } from '#platform/believed.ts'
import type { Confirm } from '#platform/confirm.ts'
import { languageOfMember, tellMember } from '#modules/account/index.ts'
import { isProtected, refuseFrozen } from '#modules/security/index.ts'
import { doubt, isDoubted } from '#platform/doubts.ts'
import { type SessionCaller, lockCaller } from '#modules/session/index.ts'
import { refuseUnverified } from '#modules/identity/identity.ts'
import { seal, sealingKey, unseal } from '#platform/sealing.ts'

import { abilitiesIn } from './abilities.ts'
import { refuseUnsaved } from './withdraw-scope.ts'

/** Keys of a member's own programs. The secret is shown once and kept encrypted: HMAC needs it. */

const KEYS_MAX = 20
const KEY_BYTES = 48
const SECRET_BYTES = 48

/** How long a key is believed without asking the database. */
const CACHED_MS = 5000
const CACHED_MAX = 20_000

type Scope = 'read' | 'trade' | 'withdraw'

export type ApiKey = {
  id: number
  memberId: number
  secret: string
  /** What its member agreed to. */
  termsVersion: number
  mayTrade: boolean
  mayWithdraw: boolean
  addresses: string[]
}

export async function createApiKey(
  tx: Tx,
  request: {
    caller: SessionCaller
    label: string
    scopes: readonly Scope[]
    addresses: readonly string[]
    withdrawTo: readonly string[]
    confirm: Confirm
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<{ id: number; key: string; secret: string }> {
  const { caller, label, scopes, addresses, withdrawTo, random, wallNow } = request
  const { memberId } = caller
  // The row of the member stands for the number of its keys, too: two requests count one after the other.
  const member = await lockCaller(tx, caller)
  refuseFrozen(member, 'api_key')
  // Whoever may withdraw with a key is known, and so is where to.
  const mayWithdraw = scopes.includes('withdraw')
  if (mayWithdraw !== withdrawTo.length > 0) throw new Refusal('api_key_addresses')
  if (mayWithdraw) {
    await refuseUnverified(tx, memberId)
    await refuseUnsaved(tx, { memberId, addresses: withdrawTo })
  }
  // Whoever narrows where a key may be used from relies on it: it is not for a stolen session to say.
  // Nor what trades, where the member has more to show than a session.
  const mayTrade = scopes.includes('trade')
  if (addresses.length > 0 || mayWithdraw || (mayTrade && (await isProtected(tx, memberId)))) {
    await request.confirm()
  }
  const { count } = await tx
    .selectFrom('api_key')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(KEYS_MAX)) throw new Refusal('too_many_api_keys', { limit: KEYS_MAX })
  const key = alphanumeric(random(KEY_BYTES))
  const secret = alphanumeric(random(SECRET_BYTES))
  const { id } = await tx
    .insertInto('api_key')
    .values({
      member_id: memberId,
      label,
      key,
      sealed_secret: seal(await sealingKey(tx, 'api key secrets'), Buffer.from(secret), random),
      may_trade: mayTrade,
      may_withdraw: mayWithdraw,
      withdraw_to: [...withdrawTo],
      addresses: [...addresses],
      created_at: wallNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const may = abilitiesIn(languageOfMember(member), { mayTrade, mayWithdraw, addresses })
  const facts = { account: member.account_number, label, may }
  await tellMember(tx, member, { kind: 'api_key_made', facts, wallNow })
  return { id, key, secret }
}

export async function listApiKeys(tx: Tx, memberId: number) {
  const rows = await tx
    .selectFrom('api_key')
    .select(['id', 'label', 'key', 'may_trade', 'may_withdraw', 'withdraw_to', 'addresses'])
    .select(['created_at', 'last_used_at', 'uses'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ may_trade: mayTrade, may_withdraw: mayWithdraw, uses, ...row }) => ({
    ...row,
    scopes: scopesOf(mayTrade, mayWithdraw),
    uses: Number(uses),
  }))
}

function scopesOf(mayTrade: boolean, mayWithdraw: boolean): Scope[] {
  return [
    'read',
    ...(mayTrade ? ['trade' as const] : []),
    ...(mayWithdraw ? ['withdraw' as const] : []),
  ]
}

/** How many uses of a key behind a page are counted. */
const USES_COUNTED = 1_000
const USE_KEY = ['api_key_id', 'minute', 'call', 'address', 'outcome'] as const

export async function listUses(
  tx: Tx,
  { memberId, page, limit }: { memberId: number; page: number; limit: number },
) {
  // The last of each key, which its index has in order, and of these the last.
  const keys = tx
    .selectFrom('api_key')
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('api_key_use')
          .select(USE_KEY)
          .whereRef('api_key_id', '=', 'api_key.id')
          .orderBy('minute', 'desc')
          .orderBy('call', 'desc')
          .orderBy('address', 'desc')
          .orderBy('outcome', 'desc')
          .limit(page * limit + USES_COUNTED)
          .as('use'),
      (join) => join.onTrue(),
    )
    .where('member_id', '=', memberId)
    .select(USE_KEY)
    .orderBy('minute', 'desc')
    .orderBy('api_key.id', 'desc')
    .orderBy('call', 'desc')
    .orderBy('address', 'desc')
    .orderBy('outcome', 'desc')
  const uses = tx
    .selectFrom('api_key_use')
    .innerJoin('api_key', 'api_key.id', 'api_key_id')
    .select(['api_key.id', 'label', 'call', 'address', 'outcome', 'api_key_use.uses', 'last_at'])
    .orderBy('minute', 'desc')
    .orderBy('last_at', 'desc')
  const { rows, total } = await readPage(tx, uses, { page, limit }, { key: USE_KEY, keys })
  const list = rows.map((row) => ({
    ...row,
    uses: Number(row.uses),
    outcome: row.outcome === 'refused' ? ('refused' as const) : ('accepted' as const),
  }))
  return { list, total, page, limit }
}

export async function revokeApiKey(
  tx: Tx,
  { memberId, id, wallNow }: { memberId: number; id: number; wallNow: Date },
): Promise<void> {
  const revoked = await endApiKeys(tx, { memberId, only: id, wallNow })
  if (revoked === 0) throw new Refusal('api_key_not_found')
}

/** Ends keys for good, all of them or as said. */
export async function endApiKeys(
  tx: Tx,
  { memberId, only, wallNow }: { memberId: number; only?: number; wallNow: Date },
): Promise<number> {
  let revoking = tx
    .updateTable('api_key')
    .set({ revoked_at: wallNow })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
  if (only !== undefined) revoking = revoking.where('id', '=', only)
  const revoked = await revoking.returning('id').execute()
  doubt(memberId, wallNow)
  return revoked.length
}

const knownKeys = believed<ApiKey>(CACHED_MS, CACHED_MAX)

/** The key in use by this name, or undefined. */
export async function findApiKey(db: Db, key: string, wallNow: Date): Promise<ApiKey | undefined> {
  const known = knownKeys.get(key, wallNow.getTime())
  if (known && !isDoubted(known.memberId, wallNow)) return known
  const row = await db
    .selectFrom('api_key')
    .innerJoin('member', 'member.id', 'member_id')
    .select(['api_key.id', 'member_id', 'sealed_secret', 'may_trade', 'may_withdraw'])
    .select(['addresses', 'terms_version'])
    .where('key', '=', key)
    .where('revoked_at', 'is', null)
    .where('frozen_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const apiKey: ApiKey = {
    id: row.id,
    memberId: row.member_id,
    secret: unseal(await sealingKey(db, 'api key secrets'), row.sealed_secret).toString(),
    termsVersion: row.terms_version ?? 1,
    mayTrade: row.may_trade,
    mayWithdraw: row.may_withdraw,
    addresses: row.addresses,
  }
  knownKeys.set(key, apiKey, wallNow.getTime())
  return apiKey
}

/** Which of these keys are neither revoked nor of a frozen account. */
export async function keysInForce(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('api_key')
    .innerJoin('member', 'member.id', 'member_id')
    .select('api_key.id')
    .where('api_key.id', '=', sql<number>`any(${ids}::int[])`)
    .where('revoked_at', 'is', null)
    .where('frozen_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** 64 characters that need no escaping anywhere; `-` and `_` become letters, at hardly any loss. */
function alphanumeric(bytes: Buffer): string {
  return bytes.toString('base64url').replaceAll('-', 'A').replaceAll('_', 'Z')
}
