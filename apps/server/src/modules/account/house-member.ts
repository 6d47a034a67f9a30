import type { Tx } from '@btbc/database/database.ts'

import { createMember } from './account.ts'

/** A member of the house itself, told apart wherever one is named. Nobody can log in as it. */
export async function createHouseMember(
  tx: Tx,
  { mail, now, random }: { mail: string; now: Date; random: (bytes: number) => Buffer },
): Promise<number> {
  const { id } = await createMember(tx, {
    mail,
    mailProved: true,
    mobile: null,
    mobileProved: false,
    country: 'GB',
    // The hash of no password: a member of the house is not found by login either.
    passwordHash: '!',
    inviterId: null,
    language: 'en',
    agreed: false,
    termsVersion: null,
    now,
    random,
  })
  await tx.updateTable('member').set({ is_house: true }).where('id', '=', id).execute()
  return id
}
