import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

/** The right of a key to withdraw: to addresses of the member's book that are in the key's own list. */

type Key = { keyId: number; memberId: number }

/** Refuses unless the key may withdraw to this address now. The key stays as it is meanwhile. */
export async function refuseUnlisted(
  tx: Tx,
  { keyId, memberId, address, now }: Key & { address: string; now: Date },
): Promise<void> {
  const key = await tx
    .selectFrom('api_key')
    .select('withdraw_to')
    .where('id', '=', keyId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('may_withdraw', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!key) throw new Refusal('api_key_no_withdrawal')
  const saved = await tx
    .selectFrom('saved_address')
    .select('usable_at')
    .where('member_id', '=', memberId)
    .where('address', '=', address)
    .executeTakeFirst()
  if (!saved || !key.withdraw_to.includes(address)) throw new Refusal('api_key_address')
  if (saved.usable_at > now) throw new Refusal('api_key_address_new')
}

/** Refuses a list with an address that is not in the member's book. */
export async function refuseUnsaved(
  tx: Tx,
  { memberId, addresses }: { memberId: number; addresses: readonly string[] },
): Promise<void> {
  const saved = await tx
    .selectFrom('saved_address')
    .select('address')
    .where('member_id', '=', memberId)
    .execute()
  const known = new Set(saved.map(({ address }) => address))
  if (addresses.some((each) => !known.has(each))) throw new Refusal('saved_address_not_found')
}
