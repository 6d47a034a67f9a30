import { payWays } from '@btbc/contract/payee.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { lockWork } from '@btbc/database/locks.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import { createHouseMember } from '#modules/account/index.ts'
import { addOffer, enlistSeller } from '#modules/offer/index.ts'
import { takeWay } from '#modules/payee/index.ts'
import type { Sweep } from '#platform/jobs.ts'

import { endDeal } from './deal.end.ts'

/**
 * The house's own seller, labelled as simulated wherever it is named: it has offers from the stock of
 * the treasury, and confirms what is said to be paid by itself, so that a newcomer sees the whole way
 * without a second person. It is matched as everybody is.
 */

const MAIL = 'seller@btbc.test'
const STOCK = 20_000n * UNIT
const ANSWERS_AFTER_MS = 5000
const BATCH = 20

type Random = (bytes: number) => Buffer

/** Opens the seller once, on old installs too. Nobody can log in as it. */
export async function openSimulatedSeller(
  db: Db,
  { isOn, now, random }: { isOn: boolean; now: Date; random: Random },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockWork(tx, 'simulatedSeller')
    const known = await findSimulated(tx)
    if (known !== undefined) return await pauseAll(tx, known, !isOn)
    if (!isOn) return
    const memberId = await createHouseMember(tx, { mail: MAIL, now, random })
    await post(tx, stockGranted(memberId, now))
    await enlistSeller(tx, memberId, now)
    for (const way of payWays) await takeWay(tx, { memberId, way, random, now })
    const terms = { percent: UNIT, min: 10n * UNIT, max: 50_000n * UNIT, ways: [...payWays] }
    await addOffer(tx, {
      memberId,
      terms: { ...terms, terms: 'TEST. Answers by itself within seconds.' },
      stock: STOCK,
      now,
    })
  })
}

/** Switched off it sells nothing, and still ends what it has sold. */
async function pauseAll(tx: Tx, memberId: number, isPaused: boolean): Promise<void> {
  await tx
    .updateTable('offer')
    .set({ is_paused: isPaused })
    .where('member_id', '=', memberId)
    .execute()
}

function stockGranted(memberId: number, now: Date): Entry {
  return {
    key: 'genesis:seller',
    kind: 'genesis.sample_granted',
    at: now,
    memberId,
    moves: [
      {
        from: houseAccount('pool:treasury', currencies.USDT.id),
        to: memberAccount(memberId, 'legal', currencies.USDT.id),
        amount: STOCK,
      },
    ],
  }
}

async function findSimulated(tx: Tx): Promise<number | undefined> {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('mail', '=', MAIL)
    .where('is_house', '=', true)
    .executeTakeFirst()
  return member?.id
}

/** It believes everybody: what is paid with test money is paid. */
export const answerByItself: Sweep = {
  name: 'the simulated seller confirms',
  async run(tx, { now, wallNow }) {
    const sellerId = await findSimulated(tx)
    if (sellerId === undefined) return 0
    const due = await tx
      .selectFrom('deal')
      .selectAll()
      .where('seller_id', '=', sellerId)
      .where('state', '=', 'paid')
      .where('paid_at', '<=', new Date(now.getTime() - ANSWERS_AFTER_MS))
      .orderBy('paid_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of due) {
      const reason = { code: 'deal_confirmed' } as const
      await endDeal(tx, row, { event: 'confirm', toBuyer: row.number, reason, now, wallNow })
    }
    return due.length
  },
}
