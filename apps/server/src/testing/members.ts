import { randomBytes } from 'node:crypto'

import type { Tx } from '@btbc/database/database.ts'

import { createMember } from '#modules/account/account.ts'
import { grantWelcome } from '#modules/mining/mining.ts'
import type { TestServer } from './server.ts'

/** A verified member without the way through mail, for the tests that need dozens. */
export async function makeMember(
  tx: Tx,
  { clock }: Pick<TestServer, 'clock'>,
  inviterId: number | null = null,
): Promise<number> {
  const now = clock.now()
  const { id } = await createMember(tx, {
    mail: `${randomBytes(8).toString('hex')}@example.test`,
    mailProved: true,
    mobile: null,
    mobileProved: false,
    country: 'CN',
    passwordHash: '-',
    inviterId,
    language: 'en',
    agreed: true,
    termsVersion: 1,
    now,
    random: randomBytes,
  })
  await grantWelcome(tx, { memberId: id, now })
  return id
}
