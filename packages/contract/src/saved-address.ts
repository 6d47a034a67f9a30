import * as z from 'zod/mini'

import { endpoint } from '#endpoint.ts'
import { stepUpFields, stepUpRefusals } from '#security.ts'
import { AsTyped, Id, Nothing, optional, text, Timestamp } from '#wire.ts'

/** Addresses that a member saved under a name. */

/** What is wrong with an address that something is to be sent to. */
export const addressRefusals = [
  'withdrawal_address_space',
  'withdrawal_address_required',
  'withdrawal_address_invalid',
  'withdrawal_address_checksum',
  'withdrawal_address_zero',
  'withdrawal_address_contract',
  'withdrawal_address_own',
] as const

export const listAddresses = endpoint({
  path: '/wallet/address_book',
  methods: ['GET'],
  access: 'member',
  changes: false,
  about: ['addresses'],
  summary: 'Saved addresses, in the order of their names',
  request: {},
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      address: z.string(),
      added_at: Timestamp,
      /** From then on a withdrawal to it no longer waits. */
      usable_at: Timestamp,
      is_usable: z.boolean(),
    }),
  ),
  refusals: [],
})

export const addAddress = endpoint({
  path: '/wallet/address_add',
  methods: ['POST'],
  access: 'member',
  changes: true,
  sets: true,
  about: ['addresses'],
  stepUp: { action: 'address_add', binds: ['address'] },
  summary: 'Save an address under a name; after 24 hours a withdrawal to it no longer waits',
  request: { address: optional(AsTyped), name: text(40), ...stepUpFields },
  response: z.object({ id: z.int(), usable_at: Timestamp }),
  refusals: [
    ...addressRefusals,
    'saved_address_exists',
    'too_many_saved_addresses',
    'chain_unavailable',
    ...stepUpRefusals,
  ],
})

export const removeAddress = endpoint({
  path: '/wallet/address_remove',
  methods: ['POST'],
  access: 'member',
  changes: true,
  about: ['addresses'],
  summary: 'Forget a saved address',
  request: { id: Id },
  response: Nothing,
  refusals: ['saved_address_not_found'],
})

export const savedAddressCalls = { listAddresses, addAddress, removeAddress }
