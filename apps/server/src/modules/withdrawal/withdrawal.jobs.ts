import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { At } from '#platform/clock.ts'
import type { Sweep } from '#platform/jobs.ts'
import { transition } from '#platform/state-machine.ts'
import { withdrawalsWait } from '#modules/security/index.ts'
import { endAcceptance } from '#modules/review/index.ts'
import { coins } from '#modules/wallet/index.ts'

import { returnUndecidedBank } from './bank/bank-withdrawal.ts'
import { tellReturned } from './messages.ts'
import { blockOf } from './limits/blocks.ts'
import { placeFor } from './limits/house-limit.ts'
import { canCover, holdBack, queueWithdrawal } from './chain/withdrawal-transaction.ts'
import { rejectWithdrawal } from './withdrawal.ending.ts'
import { forEntries, type WithdrawalRow } from './withdrawal.row.ts'
import { withdrawalStates } from './withdrawal.states.ts'

/** What time does to withdrawals: a new address has waited, nobody decided, the chain can take it. */

/** How soon one that could not leave is looked at again. */
const AGAIN_MS = 10_000
/** How many give up their places at once. */
const PLACES_MAX = 1000

export function withdrawalSweeps({ hasChain }: { hasChain: boolean }): Sweep[] {
  return [
    { name: 'return undecided withdrawals', run: returnUndecided },
    { name: 'return undecided bank withdrawals', run: returnUndecidedBank },
    { name: 'let withdrawals go', run: (tx, at) => releaseNext(tx, { ...at, hasChain }) },
    { name: 'hold withdrawals back', run: (tx, { now }) => recallNext(tx, now) },
    { name: 'give places of withdrawals up', run: (tx, { now }) => giveUpPlaces(tx, now) },
  ]
}

async function returnUndecided(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('state', '=', 'pending')
    .where('approved_at', 'is', null)
    .where('decide_by', '<=', now)
    .orderBy('decide_by')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return 0
  await rejectWithdrawal(tx, { row, remark: { code: 'undecided' }, now })
  await endAcceptance(tx, { queue: 'coin_withdrawal', id: row.id, now })
  await tellReturned(tx, row, wallNow)
  return 1
}

type Asked = At & { hasChain: boolean }

async function releaseNext(tx: Tx, asked: Asked): Promise<number> {
  const { now } = asked
  // A stopped currency may have any number of them: they are not looked at until it goes again.
  const { rows } = await sql<WithdrawalRow>`
    select due.* from unnest(${coins.map(({ id }) => id)}::integer[]) coin (currency)
    cross join lateral (
      select * from withdrawal where currency = coin.currency and next_check_at <= ${now}
      order by next_check_at, id limit 1 for update skip locked
    ) due
    where not exists (select from withdrawal_stop stop where stop.currency = coin.currency)
    order by due.next_check_at limit 1`.execute(tx)
  const [row] = rows
  if (!row) return 0
  const { memberId, currency } = forEntries(row)
  const block = await blockOf(tx, { memberId, currencies: [currency], now })
  if (block) return await putOff(tx, row, { now, until: block.until })
  const leavesAt = await placeOf(tx, row, asked)
  const isLate = leavesAt !== null && leavesAt > now
  const again = isLate ? leavesAt : new Date(now.getTime() + AGAIN_MS)
  const set = { leaves_at: leavesAt, next_check_at: again }
  if (withdrawalStates.allows(row.state, 'release')) {
    await transition(tx, withdrawalStates, row, 'release', { now, set })
  } else await tx.updateTable('withdrawal').set(set).where('id', '=', row.id).execute()
  if (leavesAt !== null && !isLate) await queueWithdrawal(tx, row, now)
  return 1
}

/** Among all that leaves; what the chain cannot take yet keeps nobody else from going. */
async function placeOf(tx: Tx, row: WithdrawalRow, asked: Asked): Promise<Date | null> {
  if (!asked.hasChain || !(await canCover(tx, row))) return null
  return await placeFor(tx, row, asked)
}

/**
 * Nothing leaves a frozen account, during a hold, or while its currency is stopped. All that a member
 * has waiting is put off at once: however many there are, they keep nobody else from going.
 */
async function putOff(
  tx: Tx,
  { member_id: memberId, currency }: WithdrawalRow,
  { now, until }: { now: Date; until: Date | null },
): Promise<number> {
  const due = tx
    .selectFrom('withdrawal')
    .select('id')
    .where('member_id', '=', memberId)
    .where('currency', '=', currency)
    .where('next_check_at', '<=', now)
    .forUpdate()
    .skipLocked()
  await tx
    .updateTable('withdrawal')
    .set({ leaves_at: null, next_check_at: until ?? new Date(now.getTime() + AGAIN_MS) })
    .where('member_id', '=', memberId)
    .where('id', 'in', due)
    .execute()
  return 1
}

/** What was queued before its account was frozen, or its member or currency stopped, and is not signed yet. */
async function recallNext(tx: Tx, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.id', 'withdrawal.member_id')
    .innerJoin('chain_transaction', 'chain_transaction.id', 'withdrawal.chain_transaction_id')
    .selectAll('withdrawal')
    .where('withdrawal.state', '=', 'approved')
    .where('chain_transaction.state', '=', 'queued')
    .where((each) =>
      each.or([
        each('member.frozen_at', 'is not', null),
        withdrawalsWait(now),
        each.exists(
          each
            .selectFrom('member_stop')
            .select('at')
            .whereRef('member_stop.member_id', '=', 'withdrawal.member_id'),
        ),
        each.exists(
          each
            .selectFrom('withdrawal_stop')
            .select('at')
            .whereRef('withdrawal_stop.currency', '=', 'withdrawal.currency'),
        ),
      ]),
    )
    .limit(1)
    .forUpdate(['withdrawal'])
    .skipLocked()
    .executeTakeFirst()
  if (!row) return 0
  return (await holdBack(tx, row, new Date(now.getTime() + AGAIN_MS))) ? 1 : 0
}

/** What a stop of its currency holds back keeps no place of others; when it goes again it asks for one. */
async function giveUpPlaces(tx: Tx, now: Date): Promise<number> {
  const again = new Date(now.getTime() + AGAIN_MS)
  const { numAffectedRows = 0n } = await sql`
    update withdrawal set leaves_at = null, next_check_at = least(next_check_at, ${again})
    where id = any(array(
      select id from withdrawal_stop stop
      join withdrawal on withdrawal.currency = stop.currency
      where state = 'approved' and chain_transaction_id is null and leaves_at is not null
      limit ${PLACES_MAX} for update of withdrawal skip locked))`.execute(tx)
  return Number(numAffectedRows)
}
