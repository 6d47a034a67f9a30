import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { findSampleMember, getMember } from '#modules/account/index.ts'
import type { CallerAddress } from '#network/caller-address.ts'
import { refuseFrozenLogin } from './login.ts'
import { openSession } from './session.ts'

/**
 * Logs in as the first sample member without a password: who sits at this machine may read it on the
 * terminal anyway. From anywhere else there is nothing at this address (house rule 9).
 */
export async function lookAround(
  tx: Tx,
  parts: {
    isLocal: boolean
    from: CallerAddress
    device: string
    random: (bytes: number) => Buffer
    wallNow: Date
  },
): Promise<string> {
  const { isLocal, from, device, random, wallNow } = parts
  const sample = isLocal ? await findSampleMember(tx) : undefined
  if (sample === undefined) throw new Refusal('not_found')
  refuseFrozenLogin(await getMember(tx, sample.id))
  const visit = { memberId: sample.id, remember: false, device, ip: from.ip }
  return await openSession(tx, { ...visit, random, wallNow })
}
