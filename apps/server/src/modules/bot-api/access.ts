import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Db } from '@btbc/database/database.ts'

import { type ApiKey, type KeyUses, findApiKey } from '#modules/api-key/index.ts'
import { readAddress } from '#network/address.ts'
import { MINUTE_MS } from '#platform/durations.ts'

import { botErrors } from './bot-error.ts'
import type { Parameters } from './parameters.ts'

/** Who calls, proved by key, address, signature and time. */

const RECV_WINDOW_MS = 5000
const RECV_WINDOW_MS_MAX = MINUTE_MS
const AHEAD_MS_MAX = 1000

export type Scope = 'key' | 'read' | 'trade' | 'withdraw'

export type AccessParts = {
  db: Db
  uses: KeyUses
  terms: { current: () => { version: number } }
  wallNow: () => Date
}

export type Claim = {
  key: string | undefined
  address: string
  call: string
  scope: Scope
  /** Whether it begins something: that waits until the member has agreed to the terms that hold. */
  places?: boolean
  /** The text that was signed; undefined where a key alone is enough. */
  signed?: { payload: string; parameters: Parameters }
}

/** Every use of a key is counted, refused ones too. */
export async function admitKey(parts: AccessParts, claim: Claim): Promise<ApiKey> {
  const { key, address, call } = claim
  if (key === undefined || !/^[A-Za-z0-9]{64}$/.test(key)) throw botErrors.keyFormat()
  const at = parts.wallNow()
  const apiKey = await findApiKey(parts.db, key, at)
  if (!apiKey) throw botErrors.key()
  const note = (outcome: 'accepted' | 'refused') =>
    parts.uses.note({ keyId: apiKey.id, call, address, outcome, at })
  try {
    check(apiKey, claim, at)
    if (claim.places === true && apiKey.termsVersion < parts.terms.current().version) {
      throw botErrors.rejected('The terms have changed: agree to them in the app first.')
    }
  } catch (error) {
    note('refused')
    throw error
  }
  note('accepted')
  return apiKey
}

function check(apiKey: ApiKey, { address, scope, signed }: Claim, at: Date): void {
  const { addresses } = apiKey
  const isListed = addresses.some((each) => readAddress(each) === address)
  if (addresses.length > 0 && !isListed) throw botErrors.key()
  if (scope === 'trade' && !apiKey.mayTrade) throw botErrors.key()
  if (scope === 'withdraw' && !apiKey.mayWithdraw) throw botErrors.key()
  if (!signed) return
  const { parameters, payload } = signed
  const wide = { min: 0, max: Number.MAX_SAFE_INTEGER }
  const sent = parameters.int('timestamp', wide)
  if (sent === undefined) throw botErrors.missing('timestamp')
  const window = parameters.milliseconds('recvWindow') ?? RECV_WINDOW_MS
  if (window > RECV_WINDOW_MS_MAX) throw botErrors.recvWindow()
  if (!isSignature(apiKey.secret, payload, parameters.needText('signature'))) {
    throw botErrors.signature()
  }
  if (sent >= at.getTime() + AHEAD_MS_MAX) throw botErrors.early()
  if (at.getTime() - sent > window) throw botErrors.late()
}

function isSignature(secret: string, payload: string, signature: string): boolean {
  const right = createHmac('sha256', secret).update(payload).digest()
  const sent = Buffer.from(/^[\da-f]{64}$/i.test(signature) ? signature : '', 'hex')
  return sent.length === right.length && timingSafeEqual(right, sent)
}

/** The query and the body as they were sent, one behind the other, without the signature itself. */
export function payloadOf(query: string, body: string): string {
  return withoutSignature(query) + withoutSignature(body)
}

function withoutSignature(text: string): string {
  if (!text.includes('signature=')) return text
  return text
    .split('&')
    .filter((pair) => !pair.startsWith('signature='))
    .join('&')
}
