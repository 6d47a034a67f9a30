import type { Db, Tx } from '@btbc/database/database.ts'

import { giveTotp, readTotpSecret } from './totp.ts'

/**
 * What a sample member who sells confirms with. Its start says the secret of the authenticator, and nobody
 * the PIN: it is asked for only where there is no authenticator, and whoever takes that off sets another PIN
 * with the password and a sent code.
 */

export async function giveSampleFactors(
  tx: Tx,
  sample: {
    memberId: number
    pinHash: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<void> {
  const { memberId, pinHash, random, wallNow } = sample
  const pin = { member_id: memberId, pin_hash: pinHash, set_at: wallNow }
  await tx.insertInto('fund_pin').values(pin).execute()
  await giveTotp(tx, { memberId, random, wallNow })
}

/** Undefined where there is no such member, or none of theirs is in force. */
export async function readSampleSecret(db: Db, mail: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('member')
    .select('id')
    .where('mail', '=', mail)
    .where('is_sample', '=', true)
    .executeTakeFirst()
  return member && (await readTotpSecret(db, member.id))
}
