import type { Db, Tx } from '@btbc/database/database.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { balanceOnChain, type Chain, type CoinId } from '#chain/chain.ts'
import { type PurposeHandlers, queueTransaction } from '#chain/transactions.ts'
import { toUnits } from '#chain/units.ts'
import { transition } from '#platform/state-machine.ts'
import type { ChainWork } from '#chain/works.ts'

import { sweepStates } from './sweep.states.ts'
import {
  findUnswept,
  isWorthIt,
  putBackUnswept,
  takeUnswept,
  type Unswept,
  waitUnswept,
} from './unswept.ts'

/**
 * Brings what was credited at deposit addresses to the hot address, and nothing else that lies there:
 * what is not final yet stays where the watcher will find it. Both places are custody: no balance of
 * anybody changes, but for the gas, which the treasury pays.
 */

const { BNB } = currencies

/** What a sweep's gas is paid from; what is left of it stays for the next. */
const GAS_UNITS = UNIT / 500n
const STARTED_PER_TURN_MAX = 5

export function createSweeper(parts: {
  db: Db
  chain: Chain
  report: (error: unknown, what: string) => void
}): ChainWork {
  const { db, chain, report } = parts
  return {
    name: 'sweeps',
    async run({ now }) {
      for (const due of await findUnswept(db, now, STARTED_PER_TURN_MAX)) {
        try {
          await start(db, chain, { ...due, now })
        } catch (error) {
          // One address keeps no other one waiting.
          await waitUnswept(db, due, now)
          report(error, `the sweep of address ${due.index} is tried again`)
        }
      }
    },
  }
}

/** Looks at the chain first, then writes down what is to be sent. */
async function start(db: Db, chain: Chain, due: Unswept & { now: Date }): Promise<void> {
  const { index, address, currency, now } = due
  const onChain = await balanceOnChain(chain, { coin: currency as CoinId, address })
  const gas = await chain.rpc.getBalance({ address })
  const isNative = currency === BNB.id
  const there = isNative ? toUnits(onChain) - GAS_UNITS : toUnits(onChain)
  const amount = there < due.amount ? there : due.amount
  if (!isWorthIt(currency, amount)) return await waitUnswept(db, due, now)
  const hasGas = isNative || toUnits(gas) >= GAS_UNITS
  const to = chain.hotAddress
  await db.transaction().execute(async (tx) => {
    const opened = await tx
      .insertInto('deposit_sweep')
      .values({
        hd_index: index,
        currency,
        amount,
        state: hasGas ? 'sending' : 'gas',
        started_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!opened) return
    await takeUnswept(tx, { index, currency, amount, now })
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
export function gasPurpose({ hotAddress: to }: Pick<Chain, 'hotAddress'>): PurposeHandlers {
  return {
    async onFinal(tx, { ref_id: ref }, { now }) {
      const sweep = await transition(tx, sweepStates, { id: ref, state: 'gas' }, 'send', { now })
      const { id, hd_index: index, amount } = sweep
      await queueSweep(tx, { id, index, currency: sweep.currency as CurrencyId, amount, to, now })
    },
    onFailed: (tx, told, { now }) => fail(tx, { id: told.ref_id, state: 'gas' }, now),
  }
}

export const sweepPurpose: PurposeHandlers = {
  async onFinal(tx, { ref_id: ref }, { now }) {
    await transition(tx, sweepStates, { id: ref }, 'confirm', { now })
  },
  onFailed: (tx, told, { now }) => fail(tx, { id: told.ref_id, state: 'sending' }, now),
}

async function fail(
  tx: Tx,
  sweep: { id: bigint; state: 'gas' | 'sending' },
  now: Date,
): Promise<void> {
  const failed = await transition(tx, sweepStates, sweep, 'fail', { now })
  const { hd_index: index, amount } = failed
  await putBackUnswept(tx, { index, currency: failed.currency as CurrencyId, amount, now })
}
