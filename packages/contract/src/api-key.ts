import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { stepUpFields, stepUpRefusals } from '#security.ts'
import { Id, list, Nothing, optional, paging, text, Timestamp } from '#wire.ts'

/** Keys with which a member's own programs use the exchange API under /api/v3. */

const LABEL_LENGTH_MAX = 40
const ADDRESSES_MAX = 20

const Scope = z.enum(['read', 'trade', 'withdraw'])

export const createApiKey = endpoint({
  path: '/security/api_key',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['keys'],
  stepUp: {
    action: 'api_key',
    binds: ['label', 'scopes', 'addresses', 'withdraw_to'],
    sometimes: true,
  },
  confidential: true,
  summary:
    'Create a key for the exchange API; its secret is shown this once. A list of addresses, the right to withdraw and, where the member has set up a PIN, authenticator or passkey, the right to trade need a step-up (action api_key, payload label, scopes, addresses and, with that right, withdraw_to, each joined by commas)',
  request: {
    label: text(LABEL_LENGTH_MAX),
    scopes: z.array(Scope).check(z.minLength(1), z.maxLength(3)),
    /** The only addresses it may be used from; none means any. */
    addresses: optional(z.array(z.union([z.ipv4(), z.ipv6()])).check(z.maxLength(ADDRESSES_MAX))),
    /** With the right to withdraw: the addresses of the member's book it may withdraw to. */
    withdraw_to: optional(z.array(text(42)).check(z.maxLength(ADDRESSES_MAX))),
    ...stepUpFields,
  },
  response: z.object({ id: z.int(), key: z.string(), secret: z.string() }),
  refusals: [
    'too_many_api_keys',
    'api_key_addresses',
    'saved_address_not_found',
    'identity_required',
    'identity_pending',
    ...stepUpRefusals,
  ],
})

export const listApiKeys = endpoint({
  path: '/security/api_keys',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['keys'],
  summary: 'Keys in use, newest first',
  request: {},
  response: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      key: z.string(),
      scopes: z.array(Scope),
      addresses: z.array(z.string()),
      withdraw_to: z.array(z.string()),
      created_at: Timestamp,
      last_used_at: z.nullable(Timestamp),
      uses: z.int(),
    }),
  ),
  refusals: [],
})

export const revokeApiKey = endpoint({
  path: '/security/api_key/revoke',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['keys'],
  summary: 'Revoke a key at once; its open orders stay',
  request: { id: Id },
  response: Nothing,
  refusals: ['api_key_not_found'],
})

export const listApiKeyUses = endpoint({
  path: '/security/api_key/log',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['keys'],
  summary: 'What keys were used for, by the minute, newest first; revoked keys too',
  request: paging,
  response: list(
    z.object({
      id: z.int(),
      label: z.string(),
      call: z.string(),
      address: z.string(),
      outcome: z.enum(['accepted', 'refused']),
      uses: z.int(),
      last_at: Timestamp,
    }),
  ),
  refusals: [],
})

export const apiKeyCalls = { createApiKey, listApiKeys, revokeApiKey, listApiKeyUses }
