import type { Db, Tx } from '@btbc/database/database.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Address } from 'viem'

import { balanceOnChain, type Chain, type CoinId } from '#chain/chain.ts'
import { type PurposeHandlers, queueTransaction } from '#chain/transactions.ts'
import { toUnits } from '#chain/units.ts'
import type { ChainWork } from '#chain/works.ts'

import { leastDeposit } from './deposit.rules.ts'

/**
 * Brings what lies on deposit addresses to the hot address. Both are custody: no balance of anybody
 * changes, but for the gas, which the treasury pays.
 */

const { BNB } = currencies

/** What a sweep's gas is paid from; what is left of it stays for the next. */
const GAS_UNITS = UNIT / 500n
/** Less than this many minimum deposits are not worth the gas. */
const WORTH_IT = 10n
const STARTED_PER_TURN_MAX = 5
const AGAIN_AFTER_MS = 60_000

export function createSweeper({ db, chain }: { db: Db; chain: Chain }): ChainWork {
  return {
    name: 'sweeps',
    async run({ now }) {
      const due = await findDue(db, now)
      for (const place of due) await start(db, chain, { ...place, now })
    },
  }
}

type Place = { index: number; address: Address; currency: CurrencyId }

/** Where something was credited since the last sweep, and no sweep is under way or was just tried. */
async function findDue(db: Db, now: Date): Promise<Place[]> {
  const tried = new Date(now.getTime() - AGAIN_AFTER_MS)
  const { rows } = await sql<Place>`
    select distinct given.hd_index as index, given.address, deposit.currency
    from deposit
    join deposit_address given on given.member_id = deposit.member_id
    where deposit.state = 'credited' and given.address is not null
      and not exists (
        select from deposit_sweep sweep
        where sweep.hd_index = given.hd_index and (
          sweep.ended_at is null
          or (sweep.currency = deposit.currency and sweep.state = 'failed' and sweep.ended_at > ${tried})
          or (sweep.currency = deposit.currency and sweep.state in ('done', 'skipped')
            and sweep.started_at >= deposit.credited_at)
        )
      )
    limit ${STARTED_PER_TURN_MAX}`.execute(db)
  return rows
}

/** Looks at the chain first, then writes down what is to be sent. */
async function start(db: Db, chain: Chain, place: Place & { now: Date }): Promise<void> {
  const { index, address, currency, now } = place
  const onChain = await balanceOnChain(chain, { coin: currency as CoinId, address })
  const gas = await chain.rpc.getBalance({ address })
  const isNative = currency === BNB.id
  const to = chain.hotAddress
  const there = toUnits(onChain)
  const amount = isNative ? there - GAS_UNITS : there
  const isWorthIt = amount >= WORTH_IT * leastDeposit(currency)
  const hasGas = isNative || toUnits(gas) >= GAS_UNITS
  await db.transaction().execute(async (tx) => {
    const opened = await tx
      .insertInto('deposit_sweep')
      .values({
        hd_index: index,
        currency,
        amount: amount > 0n ? amount : 0n,
        state: isWorthIt ? (hasGas ? 'sending' : 'gas') : 'skipped',
        started_at: now,
        ended_at: isWorthIt ? null : now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened || !isWorthIt) return
    if (hasGas) await queueSweep(tx, { id: opened.id, index, currency, amount, to, now })
    else await queueGas(tx, { id: opened.id, address, now })
  })
}

async function queueSweep(
  tx: Tx,
  sweep: {
    id: number
    index: number
    currency: CurrencyId
    amount: bigint
    to: string
    now: Date
  },
): Promise<void> {
  const { id, index, currency, amount, to, now } = sweep
  await queueTransaction(tx, {
    purpose: 'sweep',
    refId: BigInt(id),
    from: `deposit:${index}`,
    currency,
    to,
    amount,
    now,
  })
}

async function queueGas(
  tx: Tx,
  { id, address, now }: { id: number; address: string; now: Date },
): Promise<void> {
  await queueTransaction(tx, {
    purpose: 'gas_topup',
    refId: BigInt(id),
    from: 'hot',
    currency: BNB.id,
    to: address,
    amount: GAS_UNITS,
    now,
  })
}

/** The gas is there: the coins follow. */
export function gasTold({ hotAddress: to }: Pick<Chain, 'hotAddress'>): PurposeHandlers {
  return {
    async onFinal(tx, { ref_id: ref }, { now }) {
      const sweep = await tx
        .updateTable('deposit_sweep')
        .set({ state: 'sending' })
        .where('id', '=', Number(ref))
        .where('state', '=', 'gas')
        .returningAll()
        .executeTakeFirstOrThrow()
      const { id, hd_index: index, amount } = sweep
      await queueSweep(tx, { id, index, currency: sweep.currency as CurrencyId, amount, to, now })
    },
    onFailed: (tx, { ref_id: ref }, { now }) => end(tx, { ref, from: 'gas', to: 'failed', now }),
  }
}

export const sweepTold: PurposeHandlers = {
  onFinal: (tx, { ref_id: ref }, { now }) => end(tx, { ref, from: 'sending', to: 'done', now }),
  onFailed: (tx, { ref_id: ref }, { now }) => end(tx, { ref, from: 'sending', to: 'failed', now }),
}

async function end(
  tx: Tx,
  turn: { ref: bigint; from: 'gas' | 'sending'; to: 'done' | 'failed'; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposit_sweep')
    .set({ state: turn.to, ended_at: turn.now })
    .where('id', '=', Number(turn.ref))
    .where('state', '=', turn.from)
    .returning('id')
    .executeTakeFirstOrThrow()
}
