import type { Db, Tx } from '@btbc/database/database.ts'

import { drawSecret, lettersOf } from '#platform/authenticators.ts'
import { seal, sealingKey, unseal } from '#platform/sealing.ts'

/** The secret of an operator's authenticator, sealed where it is kept. */

const SEALED = 'authenticators of operators'

export async function sealTotp(
  database: Db | Tx,
  random: (bytes: number) => Buffer,
): Promise<Buffer> {
  return seal(await sealingKey(database, SEALED), drawSecret(random), random)
}

/** In the letters that an authenticator takes. */
export async function readTotp(database: Db | Tx, sealed: Buffer): Promise<string> {
  return lettersOf(unseal(await sealingKey(database, SEALED), sealed))
}
