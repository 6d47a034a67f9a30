import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Confirm } from '#platform/confirm.ts'
import { lockMember } from '#modules/account/index.ts'

import { findDestination } from './destination.ts'
import type { Chain } from '#chain/chain.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Addresses a member knows. A new one waits a day before money leaves for it at once. */

const NEW_ADDRESS_MS = DAY_MS
const SAVED_MAX = 50

export async function saveAddress(
  tx: Tx,
  request: {
    memberId: number
    typed: string | undefined
    name: string
    isContract: boolean
    chain: Chain | undefined
    confirm: Confirm
    now: Date
  },
): Promise<{ id: number; usable_at: Date }> {
  const { memberId, name, confirm, now } = request
  const { address } = await findDestination(tx, request)
  await lockMember(tx, memberId)
  const known = await tx
    .selectFrom('saved_address')
    .select('address')
    .where('member_id', '=', memberId)
    .execute()
  if (known.some((each) => each.address === address)) throw new Refusal('saved_address_exists')
  if (known.length >= SAVED_MAX) throw new Refusal('too_many_saved_addresses', { limit: SAVED_MAX })
  await confirm()
  return await tx
    .insertInto('saved_address')
    .values({
      member_id: memberId,
      address,
      name,
      added_at: now,
      usable_at: new Date(now.getTime() + NEW_ADDRESS_MS),
    })
    .returning(['id', 'usable_at'])
    .executeTakeFirstOrThrow()
}

export async function listSavedAddresses(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
) {
  const rows = await tx
    .selectFrom('saved_address')
    .select(['id', 'name', 'address', 'added_at', 'usable_at'])
    .where('member_id', '=', memberId)
    .orderBy('name')
    .orderBy('id')
    .limit(SAVED_MAX)
    .execute()
  return rows.map((row) => ({ ...row, is_usable: row.usable_at <= now }))
}

export async function removeSavedAddress(
  tx: Tx,
  { memberId, id }: { memberId: number; id: number },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_address')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('saved_address_not_found')
}

/** From when on money may leave for this address: now, once it is known. */
export async function addressReadyAt(
  tx: Tx,
  { memberId, address, now }: { memberId: number; address: string; now: Date },
): Promise<Date> {
  const { saved, arrived } = await tx
    .selectNoFrom((none) => [
      none
        .selectFrom('saved_address')
        .select('usable_at')
        .where('member_id', '=', memberId)
        .where('address', '=', address)
        .as('saved'),
      none
        .selectFrom('withdrawal')
        .select((row) => row.fn.min('ended_at').as('at'))
        .where('member_id', '=', memberId)
        .where('address', '=', address)
        .where('state', '=', 'done')
        .as('arrived'),
    ])
    .executeTakeFirstOrThrow()
  const known = [saved, arrived].flatMap((at) => (at === null ? [] : [at.getTime()]))
  const ready = Math.min(...known, now.getTime() + NEW_ADDRESS_MS)
  return new Date(Math.max(ready, now.getTime()))
}
