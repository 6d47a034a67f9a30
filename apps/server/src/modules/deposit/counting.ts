import type { Db, Tx } from '@btbc/database/database.ts'
import type { DepositWaiting } from '@btbc/database/tables.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { plainAmount, sum } from '@btbc/money/amount.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import type { Selectable } from 'kysely'

import { tellMember, tellMembers } from '#modules/account/index.ts'
import { getCoin } from '#modules/wallet/index.ts'
import { publish } from '#platform/events.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { depositCredited } from './deposit.entries.ts'
import { leastDeposit } from './deposit.rules.ts'
import { depositStates } from './deposit.states.ts'
import { addUnswept } from './unswept.ts'

/**
 * What is final counts by itself, or with those that were too small alone. Anybody can send a million of
 * those, so their sum is kept and not added up, and they are credited some in each turn; what counts by
 * itself waits for none of them.
 */

const CREDITED_AT_ONCE = 500
const MEMBERS_A_TURN = 5

export type BookedAt = { now: Date; wallNow: Date }
type Whose = { memberId: number; currency: CurrencyId }
export type Final = { id: number; amount: bigint; txHash: string }

/** Credits what counts of these, which are final from now on, and of what waited for them. */
export async function countDeposits(
  tx: Tx,
  { finals, ...at }: Whose & BookedAt & { finals: readonly Final[] },
): Promise<void> {
  const { currency, now } = at
  const least = leastDeposit(currency)
  const waiting = await lockWaiting(tx, at)
  const large = finals.filter(({ amount }) => amount > 0n && amount >= least)
  await creditAlone(tx, { ...at, deposits: large })
  const small = finals.filter(({ amount }) => amount > 0n && amount < least)
  // Of older ones all that was there has reached the minimum: what was parked meanwhile has with them.
  const fresh = small.filter(({ id }) => id > waiting.counts_through)
  const belated = small.filter(({ id }) => id <= waiting.counts_through)
  const waits = waiting.amount + sum(fresh.map(({ amount }) => amount))
  const last = Math.max(waiting.last_id, ...fresh.map(({ id }) => id))
  const isReached = waits + sum(large.map(({ amount }) => amount)) >= least
  const counts = (isReached ? waits : 0n) + sum(belated.map(({ amount }) => amount))
  const counted = waiting.counted + counts
  const known = {
    amount: isReached ? 0n : waits,
    last_id: last,
    counted,
    counts_through: isReached ? last : waiting.counts_through,
    due_at: counted > 0n ? (waiting.due_at ?? now) : null,
  }
  await keep(tx, at, known)
  if (counts > 0n) await creditSmall(tx, { ...at, ...known })
}

/** Goes on with small ones that count, of those members who have waited longest. */
export async function creditRest(db: Db, at: BookedAt): Promise<void> {
  const due = await db
    .selectFrom('deposit_waiting')
    .select(['member_id', 'currency'])
    .where('due_at', '<=', at.now)
    .orderBy('due_at')
    .limit(MEMBERS_A_TURN)
    .execute()
  for (const { member_id: memberId, currency: number } of due) {
    const whose = { memberId, currency: getCoin(number).id, ...at }
    await db.transaction().execute(async (tx) => {
      const waiting = await lockWaiting(tx, whose)
      if (waiting.counted > 0n) await creditSmall(tx, { ...whose, ...waiting })
    })
  }
}

type Waiting = Omit<Selectable<DepositWaiting>, 'member_id' | 'currency'>

async function lockWaiting(tx: Tx, { memberId, currency }: Whose): Promise<Waiting> {
  await tx
    .insertInto('deposit_waiting')
    .values({ member_id: memberId, currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await tx
    .selectFrom('deposit_waiting')
    .select(['amount', 'last_id', 'counted', 'counts_through', 'due_at'])
    .where('member_id', '=', memberId)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function keep(tx: Tx, { memberId, currency }: Whose, known: Partial<Waiting>): Promise<void> {
  await tx
    .updateTable('deposit_waiting')
    .set(known)
    .where('member_id', '=', memberId)
    .where('currency', '=', currency)
    .execute()
}

async function creditAlone(
  tx: Tx,
  at: Whose & BookedAt & { deposits: readonly Final[] },
): Promise<void> {
  const { memberId, currency, deposits, wallNow } = at
  await credit(tx, at)
  const tellings = deposits.map(({ amount, txHash }) => ({
    memberId,
    kind: 'deposit_credited' as const,
    facts: { amount: plainAmount(amount), currency: getCoin(currency).code, hash: txHash },
  }))
  await tellMembers(tx, tellings, wallNow)
}

/** The first of those that count; its member hears of them once, when all are there. */
async function creditSmall(tx: Tx, at: Whose & BookedAt & Waiting): Promise<void> {
  const { memberId, currency, counted, counts_through: through, now, wallNow } = at
  const rows = await tx
    .selectFrom('deposit')
    .select(['id', 'amount', 'tx_hash as txHash'])
    .where('member_id', '=', memberId)
    .where('currency', '=', currency)
    .where('state', '=', 'final')
    .where('amount', '>', 0n)
    .where('id', '<=', through)
    .orderBy('id')
    .limit(CREDITED_AT_ONCE)
    .forUpdate()
    .execute()
  const [first] = rows
  if (first?.amount === counted) await creditAlone(tx, { ...at, deposits: rows })
  else await credit(tx, { ...at, deposits: rows })
  if (rows.length === CREDITED_AT_ONCE) return await keep(tx, at, { due_at: now })
  await keep(tx, at, { counted: 0n, due_at: null })
  if (first?.amount === counted) return
  const facts = { amount: plainAmount(counted), currency: getCoin(currency).code }
  await tellMember(tx, memberId, { kind: 'deposits_credited', facts, wallNow })
}

async function credit(
  tx: Tx,
  credited: Whose & { deposits: readonly Final[]; now: Date },
): Promise<void> {
  const { memberId, currency, deposits, now } = credited
  if (deposits.length === 0) return
  const ids = deposits.map(({ id }) => id)
  await transitionAll(tx, depositStates, ids, 'credit', { now })
  const entries = deposits.map((each) => depositCredited({ ...each, memberId, currency }, now))
  await postBatch(tx, entries)
  const amount = sum(deposits.map((each) => each.amount))
  await addUnswept(tx, { memberId, currency, amount, now })
  publish(tx, { to: memberId, kind: 'deposit.credited' })
}
