import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { getAddress, isAddress } from 'viem'

import type { Chain } from '#chain/chain.ts'
import { getCoin } from '#modules/wallet/index.ts'

/** Every member's own address on the test chain: the key of this install at a stored index. */

/** The member's address, or undefined while nobody has asked for it. */
async function addressOf(tx: Tx, memberId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('deposit_address')
    .select('address')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.address ?? undefined
}

/** Whose deposit address this is; undefined when it is nobody's. */
export async function memberOfAddress(tx: Tx, address: string): Promise<number | undefined> {
  if (!isAddress(address, { strict: false })) return undefined
  const row = await tx
    .selectFrom('deposit_address')
    .select('member_id')
    .where('address', '=', getAddress(address))
    .executeTakeFirst()
  return row?.member_id
}

/** The member's address; the first time an index is given to them for ever. */
export async function giveAddress(
  tx: Tx,
  request: { memberId: number; chain: Pick<Chain, 'depositAddress'>; now: Date },
): Promise<string> {
  const { memberId, chain, now } = request
  const known = await addressOf(tx, memberId)
  if (known !== undefined) return known
  const given = await tx
    .insertInto('deposit_address')
    .values({ member_id: memberId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hd_index')
    .executeTakeFirst()
  if (!given) {
    // Another call of the same member was first and has committed since.
    const first = await addressOf(tx, memberId)
    if (first === undefined) throw new Error(`member ${memberId} has an index without an address`)
    return first
  }
  const address = chain.depositAddress(given.hd_index)
  await tx
    .updateTable('deposit_address')
    .set({ address })
    .where('member_id', '=', memberId)
    .execute()
  return address
}

/** The address of a member for a coin that comes in by the chain. */
export async function readAddress(
  tx: Tx,
  asked: { memberId: number; currencyId: number; chain: Chain | undefined; now: Date },
): Promise<string> {
  const { memberId, currencyId, chain, now } = asked
  getCoin(currencyId)
  if (!chain) throw new Refusal('chain_unavailable')
  return await giveAddress(tx, { memberId, chain, now })
}
