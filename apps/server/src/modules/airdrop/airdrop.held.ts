import type { Tx } from '@btbc/database/database.ts'

import { lockMembers } from '#modules/account/index.ts'

import { AT_ONCE, giveTo, mark } from './airdrop.give.ts'

/** What was set aside for members whose rewards were held: theirs once that is undone. */

/** Only says so: an airdrop is locked before its members everywhere, and here they already are. */
export async function releaseAirdrops(tx: Tx, memberIds: readonly number[]): Promise<void> {
  if (memberIds.length === 0) return
  await tx
    .updateTable('airdrop_member')
    .set({ is_due: true })
    .where('member_id', 'in', memberIds)
    .where('is_held', '=', true)
    .execute()
}

/** Gives what was held of one airdrop; whose rewards are held again waits again. */
export async function giveReleased(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const airdrop = await tx
    .selectFrom('airdrop')
    .selectAll()
    .where('id', '=', (row) =>
      row
        .selectFrom('airdrop_member')
        .select('airdrop_id')
        .where('is_due', '=', true)
        .orderBy('airdrop_id')
        .limit(1),
    )
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!airdrop) return 0
  const due = await tx
    .selectFrom('airdrop_member')
    .select('member_id')
    .where('airdrop_id', '=', airdrop.id)
    .where('is_due', '=', true)
    .orderBy('member_id')
    .limit(AT_ONCE)
    .execute()
  const next = due.map((row) => row.member_id)
  const locked = await lockMembers(tx, next, { waits: true })
  const members = next.filter((id) => locked.get(id)?.areRewardsHeld === false)
  await mark(tx, { airdrop, members: next, set: { is_due: false } })
  await mark(tx, { airdrop, members, set: { is_held: false } })
  await giveTo(tx, { airdrop, members, now, wallNow })
  await tx
    .updateTable('airdrop')
    .set({ given: airdrop.given + members.length, held: airdrop.held - members.length })
    .where('id', '=', airdrop.id)
    .execute()
  return next.length
}
