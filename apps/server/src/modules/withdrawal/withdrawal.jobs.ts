import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { Sweep } from '#platform/jobs.ts'
import { transition } from '#platform/state-machine.ts'
import { isHeld } from '#modules/security/index.ts'
import { coins } from '#modules/wallet/index.ts'

import { returnUndecidedBank } from './bank/bank-withdrawal.ts'
import { tellReturned } from './messages.ts'
import { blockOf } from './limits/blocks.ts'
import { holdBack, queueWithdrawal } from './chain/withdrawal-transaction.ts'
import { rejectWithdrawal } from './withdrawal.ending.ts'
import { forEntries, type WithdrawalRow } from './withdrawal.row.ts'
import { withdrawalStates } from './withdrawal.states.ts'

/** What time does to withdrawals: a new address has waited, nobody decided, the chain can take it. */

/** How soon one that could not leave is looked at again. */
const AGAIN_MS = 10_000

export function withdrawalSweeps({ hasChain }: { hasChain: boolean }): Sweep[] {
  return [
    { name: 'return undecided withdrawals', run: returnUndecided },
    { name: 'return undecided bank withdrawals', run: returnUndecidedBank },
    { name: 'let withdrawals go', run: (tx, { now }) => releaseNext(tx, { hasChain, now }) },
    { name: 'hold withdrawals back', run: (tx, { now }) => recallNext(tx, now) },
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
  await tellReturned(tx, row, wallNow)
  return 1
}

async function releaseNext(
  tx: Tx,
  { hasChain, now }: { hasChain: boolean; now: Date },
): Promise<number> {
  // A stopped currency may have any number of them: they are not looked at until it goes again.
  const { rows } = await sql<WithdrawalRow>`
    select due.* from unnest(${coins.map(({ id }) => id)}::integer[]) coin (currency)
    cross join lateral (
      select * from withdrawal where currency = coin.currency and next_check_at <= ${now}
      order by next_check_at limit 1 for update skip locked
    ) due
    where not exists (select from withdrawal_stop stop where stop.currency = coin.currency)
    order by due.next_check_at limit 1`.execute(tx)
  const [row] = rows
  if (!row) return 0
  const isFree = await canRelease(tx, row, now)
  const set = { next_check_at: new Date(now.getTime() + AGAIN_MS) }
  if (isFree && withdrawalStates.allows(row.state, 'release')) {
    await transition(tx, withdrawalStates, row, 'release', { now, set })
  } else await tx.updateTable('withdrawal').set(set).where('id', '=', row.id).execute()
  if (isFree && hasChain) await queueWithdrawal(tx, row, now)
  return 1
}

/** Nothing leaves a frozen account, during a hold, or while its currency is stopped. */
async function canRelease(tx: Tx, row: WithdrawalRow, now: Date): Promise<boolean> {
  const { memberId, currency } = forEntries(row)
  return (await blockOf(tx, { memberId, currencies: [currency], now })) === undefined
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
        isHeld(now),
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
