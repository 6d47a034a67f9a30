import type { Db, Tx } from '@btbc/database/database.ts'
import { InsufficientBalance, post } from '@btbc/ledger/post.ts'
import { UNITS_MAX } from '@btbc/money/amount.ts'
import { sql } from 'kysely'

import { coinIds } from '#chain/chain.ts'
import { grouped } from '#chain/figures.ts'
import { toUnits } from '#chain/units.ts'
import { callOperators } from '#modules/operator/index.ts'
import { getCoin } from '#modules/wallet/index.ts'
import { transition } from '#platform/state-machine.ts'

import type { MeasuredTransfer } from './measured.ts'
import { type BookedAt, countDeposits } from './counting.ts'
import { type Arrival, depositSeen } from './deposit.entries.ts'
import { depositStates } from './deposit.states.ts'

/** What is final goes into the books. */

/** Of each coin tried in a turn; the small ones first, so that the largest keeps nobody waiting. */
const PARKED_A_TURN = 5

/** False when the books have no room for it: the chain account may not fall further. */
export async function bookSeen(tx: Tx, deposit: Arrival, now: Date): Promise<boolean> {
  // Less than a unit is on the chain and nothing in the books.
  if (deposit.amount === 0n) return true
  if (deposit.amount > UNITS_MAX) return false
  try {
    await post(tx, depositSeen(deposit, now))
    return true
  } catch (error) {
    if (error instanceof InsufficientBalance) return false
    throw error
  }
}

/** One deposit too large waits by itself. */
export async function park(
  tx: Tx,
  { id, transfer, now, wallNow }: { id: number; transfer: MeasuredTransfer } & BookedAt,
): Promise<void> {
  const { onChain, currency } = transfer
  const problem = `the books have no room for ${grouped(onChain)} ${getCoin(currency).code}, and it waits until they have`
  const set = { problem, problem_at: now }
  await transition(tx, depositStates, { id }, 'park', { now, set })
  // Whoever fills the books can send any number more: the Overview shows them, and no mail says so again.
  const other = await tx
    .selectFrom('deposit')
    .select('id')
    .where('state', '=', 'parked')
    .where('currency', '=', currency)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (!other) await callAbout(tx, { id, problem, wallNow })
}

/** What was parked is booked as soon as it fits. */
export async function bookParked(db: Db, at: BookedAt): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select parked.id from unnest(${coinIds}::integer[]) coin (currency)
    cross join lateral (
      select id from deposit where state = 'parked' and deposit.currency = coin.currency
      order by amount limit ${PARKED_A_TURN}
    ) parked`.execute(db)
  for (const { id } of rows) {
    await db.transaction().execute((tx) => bookOneParked(tx, id, at))
  }
}

async function bookOneParked(tx: Tx, id: number, at: BookedAt): Promise<void> {
  const row = await tx
    .selectFrom('deposit')
    .select(['member_id', 'currency', 'on_chain', 'tx_hash'])
    .where('id', '=', id)
    .where('state', '=', 'parked')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const memberId = row.member_id
  const { id: currency } = getCoin(row.currency)
  const deposit = { id, memberId, currency, amount: toUnits(row.on_chain), txHash: row.tx_hash }
  if (!(await bookSeen(tx, deposit, at.now))) return
  const set = { problem: '', problem_at: null }
  await transition(tx, depositStates, { id }, 'book', { now: at.now, set })
  await countDeposits(tx, { memberId, currency, finals: [deposit], ...at })
}

/** An operator has to look at it; the Overview shows it as well. */
export async function callAbout(
  tx: Tx,
  { id, problem, wallNow }: { id: number; problem: string; wallNow: Date },
): Promise<void> {
  const subject = `deposit D${id}`
  await callOperators(tx, { subject, text: `About deposit D${id}: ${problem}.`, now: wallNow })
}
