import type { Db, Tx } from '@btbc/database/database.ts'

/** A secret of this install, random since the database was made. */
export async function readSecret(
  database: Db | Tx,
  name:
    | 'api_keys'
    | 'codes'
    | 'operators'
    | 'passwords'
    | 'proofs'
    | 'push'
    | 'security'
    | 'uploads',
): Promise<Buffer> {
  const { value } = await database
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
