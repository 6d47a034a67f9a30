import { payWays } from '@btbc/contract/payee.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { lockWork } from '@btbc/database/locks.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'

import { createHouseMember, lockMember } from '#modules/account/index.ts'
import { addOffer, enlistSeller, LEAST, stockOffer } from '#modules/offer/index.ts'
import { takeWay } from '#modules/payee/index.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Sweep } from '#platform/jobs.ts'

import { endDeal } from './deal.end.ts'

/**
 * The house's own seller, labelled as simulated wherever it is named: it has offers from the stock of
 * the treasury, and confirms what is said to be paid by itself, so that a newcomer sees the whole way
 * without a second person. It is matched as everybody is, in small deals, and sells so much a day to one
 * buyer. When little is left the treasury stocks it again, once a day.
 */

export const SELLER_MAIL = 'seller@btbc.test'
const STOCK = 20_000n * UNIT
const LITTLE = STOCK / 10n
/** Of one deal, in the fiat currency. */
const MOST = 1000n * UNIT
const TREASURY = houseAccount('pool:treasury', currencies.USDT.id)
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
    if (known !== undefined) return await openAgain(tx, known, !isOn)
    if (!isOn) return
    const memberId = await createHouseMember(tx, { mail: SELLER_MAIL, now, random })
    await post(tx, stockGranted(memberId, { key: 'genesis:seller', amount: STOCK }, now))
    await enlistSeller(tx, memberId, now)
    for (const way of payWays) await takeWay(tx, { memberId, way, random, now })
    const terms = { percent: UNIT, min: LEAST, max: MOST, ways: [...payWays] }
    await addOffer(tx, {
      memberId,
      terms: { ...terms, terms: 'TEST. Answers by itself within seconds.' },
      stock: STOCK,
      now,
    })
  })
}

/** Switched off it sells nothing, and still ends what it has sold. */
async function openAgain(tx: Tx, memberId: number, isPaused: boolean): Promise<void> {
  await tx
    .updateTable('offer')
    .set({ is_paused: isPaused, most: MOST })
    .where('member_id', '=', memberId)
    .execute()
}

function stockGranted(
  memberId: number,
  { key, amount }: { key: string; amount: bigint },
  now: Date,
): Entry {
  return {
    key,
    kind: 'genesis.sample_granted',
    at: now,
    memberId,
    moves: [
      {
        from: TREASURY,
        to: memberAccount(memberId, 'legal', currencies.USDT.id),
        amount,
      },
    ],
  }
}

async function findSimulated(tx: Tx): Promise<number | undefined> {
  return (await simulated(tx).executeTakeFirst())?.id
}

/** The seller, to ask for in one statement with what is due of theirs. */
function simulated(tx: Tx) {
  return tx
    .selectFrom('member')
    .select('id')
    .where('mail', '=', SELLER_MAIL)
    .where('is_house', '=', true)
}

/** Fills the stock up when little is left, as far as the treasury has it. */
export const stockAgain: Sweep = {
  name: 'the simulated seller is stocked again',
  everyMs: MINUTE_MS,
  async run(tx, { now }) {
    const little = tx
      .selectFrom('offer')
      .select(['id', 'member_id', 'stock', 'in_deals'])
      .where('member_id', '=', simulated(tx))
      .where('is_paused', '=', false)
      .where(({ eb }) => eb(eb('stock', '+', eb.ref('in_deals')), '<', LITTLE))
    const found = await little.executeTakeFirst()
    if (!found) return 0
    const { member_id: memberId } = found
    await lockMember(tx, memberId)
    const offer = await little.forNoKeyUpdate().executeTakeFirst()
    if (!offer) return 0
    const wanted = STOCK - offer.stock - offer.in_deals
    const { available } = await balanceOf(tx, TREASURY)
    const amount = available < wanted ? available : wanted
    if (amount < LITTLE) return 0
    const key = `seller:stocked:${now.toISOString().slice(0, 10)}`
    const { posted } = await post(tx, stockGranted(memberId, { key, amount }, now))
    if (!posted) return 0
    await stockOffer(tx, { memberId, id: offer.id, change: amount, now })
    return 1
  },
}

/** It believes everybody: what is paid with test money is paid. */
export const answerByItself: Sweep = {
  name: 'the simulated seller confirms',
  async run(tx, { now, wallNow }) {
    const due = await tx
      .selectFrom('deal')
      .selectAll()
      .where('seller_id', '=', simulated(tx))
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
