import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'

import { createMember, sampleMails } from '#modules/account/index.ts'
import { addOffer, enlistSeller } from '#modules/offer/index.ts'
import { takeWay } from '#modules/payee/index.ts'
import { grantWelcome } from '#modules/mining/index.ts'
import { endSessions } from '#modules/session/index.ts'
import { giveSampleFactors } from '#modules/security/index.ts'
import { promiseReferral } from '#modules/team/index.ts'

import { sampleGranted, sellerGranted } from './genesis.entries.ts'

/**
 * Members to look around with. Their password is known only while the server listens on this machine
 * alone; elsewhere it is drawn per install and said once; at a public address nobody has it (rule 9).
 */

/** Opens the sample members: Alice, Bob whom she invited, and Carol, who sells USDT. */
export async function openSample(
  tx: Tx,
  sample: {
    passwordHash: string
    pinHash: string
    now: Date
    wallNow: Date
    random: (bytes: number) => Buffer
  },
): Promise<void> {
  const { passwordHash, pinHash, now, wallNow, random } = sample
  const open = async (mail: string, inviterId: number | null) => {
    const { id } = await createMember(tx, {
      mail,
      mailProved: true,
      mobile: null,
      mobileProved: false,
      country: 'GB',
      passwordHash,
      inviterId,
      language: 'en',
      agreed: true,
      termsVersion: 1,
      sample: true,
      now,
      random,
    })
    await grantWelcome(tx, { memberId: id, now })
    return id
  }
  const [alice, bob, carol] = sampleMails
  const aliceId = await open(alice, null)
  const bobId = await open(bob, aliceId)
  await promiseReferral(tx, { inviterId: aliceId, inviteeId: bobId, now })
  const carolId = await open(carol, null)
  await giveSampleFactors(tx, { memberId: carolId, pinHash, random, wallNow })
  await openSeller(tx, { memberId: carolId, now, random })
  for (const id of [aliceId, bobId]) await post(tx, sampleGranted(id, now))
}

const STOCK = 20_000n * UNIT

/**
 * Somebody to buy from in a second browser. The house's own seller, who answers by itself, is cheaper
 * up to 1,000 in one deal; larger ones are Carol's.
 */
async function openSeller(
  tx: Tx,
  { memberId, now, random }: { memberId: number; now: Date; random: (bytes: number) => Buffer },
): Promise<void> {
  await post(tx, sellerGranted(memberId, STOCK, now))
  await enlistSeller(tx, memberId, now)
  const ways = ['alipay', 'wechat'] as const
  for (const way of ways) await takeWay(tx, { memberId, way, random, now })
  const terms = { percent: 2n * UNIT, min: 1000n * UNIT, max: 140_000n * UNIT, ways: [...ways] }
  await addOffer(tx, {
    memberId,
    terms: { ...terms, terms: 'TEST. Carol answers in the other browser.' },
    stock: STOCK,
    now,
  })
}

/** Gives the sample members another password and ends the sessions that the old one opened. */
export async function changeSamplePassword(
  tx: Tx,
  passwordHash: string,
  wallNow: Date,
): Promise<void> {
  const members = await tx
    .updateTable('member')
    .set({ password_hash: passwordHash })
    .where('is_sample', '=', true)
    .returning('id')
    .execute()
  for (const { id } of members) await endSessions(tx, { memberId: id, wallNow })
}
