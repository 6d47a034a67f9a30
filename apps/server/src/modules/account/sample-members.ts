import type { Db, Tx } from '@btbc/database/database.ts'

/** The members a fresh install comes with. House rule 9: they log in at this machine only. */

export const sampleMails = ['alice@btbc.test', 'bob@btbc.test', 'carol@btbc.test'] as const

/** Alice, whom visitors look around as; nobody on an install without sample members. */
export async function findSampleMember(database: Db | Tx): Promise<{ id: number } | undefined> {
  return await database
    .selectFrom('member')
    .select('id')
    .where('mail', '=', sampleMails[0])
    .where('is_sample', '=', true)
    .executeTakeFirst()
}
