import { poolNames, poolSources } from '@btbc/contract/operator/pool.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { housePurposes } from '@btbc/ledger/account.ts'
import { balancesOfHouse } from '@btbc/ledger/balances.ts'
import { plainAmount, wireUnits } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId, findCurrency, getCurrency } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { postFromPool, refuseShort } from '#platform/pools.ts'

import { poolFunded } from './pool.entries.ts'

/** Filling a pool, by two. A pool is filled from the house's own, never from a member's wallet. */

type Pool = (typeof poolNames)[number]
type Source = (typeof poolSources)[number]

const { USDT, BTBC, LAUNCH, POINT } = currencies
/** What pools are made of. */
const POOLED: readonly CurrencyId[] = [USDT.id, BTBC.id, LAUNCH.id, POINT.id]
const COIN_SOURCES: readonly Source[] = ['treasury', 'fees']

/** The treasury holds what is on chain; launches and points exist by issue alone. */
function sourcesIn(currency: CurrencyId): readonly Source[] {
  if (currency === LAUNCH.id || currency === POINT.id) return ['issuance']
  return currency === BTBC.id ? [...COIN_SOURCES, 'issuance'] : COIN_SOURCES
}

/** The treasury is itself filled from what the house has earned. */
function sourcesOf(pool: Pool, currency: CurrencyId): readonly Source[] {
  const known = sourcesIn(currency)
  return pool === 'treasury' ? known.filter((source) => source === 'fees') : known
}

const isSource = (name: string): name is Source => poolSources.some((source) => source === name)
const isPool = (name: string): name is Pool => poolNames.some((pool) => pool === name)

function purposeOf(name: Pool | Source) {
  if (name === 'fees' || name === 'issuance') return name
  return `pool:${name}` as const
}

function currenciesOf(name: Pool | Source): readonly CurrencyId[] {
  const known: readonly CurrencyId[] = housePurposes[purposeOf(name)].currencies
  return known.filter(
    (id) => POOLED.includes(id) && (!isSource(name) || sourcesIn(id).includes(name)),
  )
}

export async function listPools(tx: Tx) {
  const balances = await balancesOfHouse(tx)
  return [...new Set([...poolNames, ...poolSources])].flatMap((name) =>
    currenciesOf(name).map((id) => {
      const currency = getCurrency(id)
      const found = balances.find(
        (each) => each.purpose === purposeOf(name) && each.currency === id,
      )
      // What may still be issued is the way down to the floor.
      const units = (found?.available ?? 0n) - (name === 'issuance' ? (found?.floor ?? 0n) : 0n)
      return {
        name,
        currency: id,
        currency_name: currency.code,
        available: wireUnits(units, currency),
        sources: isPool(name) ? [...sourcesOf(name, id)] : [],
      }
    }),
  )
}

export async function proposeFunding(
  tx: Tx,
  request: {
    pool: Pool
    currency: number
    from: Source
    amount: bigint
    reason: string
    caller: OperatorCaller
    now: Date
  },
) {
  const { pool, from, amount, reason, caller, now } = request
  const currency = findCurrency(request.currency)
  const isKnown =
    currency !== undefined &&
    currenciesOf(pool).includes(currency.id) &&
    sourcesOf(pool, currency.id).includes(from)
  if (!isKnown) throw new Refusal('pool_unknown')
  const step = wireUnits(1n, currency)
  if (amount === 0n || amount % step !== 0n)
    throw new Refusal('invalid_request', { field: 'amount' })
  const units = amount / step
  // What may be issued is asked of the issuance itself, which has a floor.
  if (from !== 'issuance')
    await refuseShort(tx, { from: purposeOf(from), currency: currency.id, needed: units })
  const figure = `${plainAmount(units, currency.scale)} ${currency.code}`
  return await poolFunding.propose(tx, {
    subject: `pool:${pool} ${currency.code}`,
    payload: { pool, currency: currency.id, from, units: units.toString() },
    summary: `${figure} from ${from} to the pool ${pool.replaceAll('_', ' ')}`,
    reason,
    caller,
    now,
  })
}

/** One entry, named after the proposal. */
export const poolFunding = defineProposal({
  kind: 'pool.fund',
  payload: z.object({
    pool: z.enum(poolNames),
    currency: z.int(),
    from: z.enum(poolSources),
    units: z.string(),
  }),
  async apply(tx, { id, payload: { pool, from, units, currency }, now }) {
    const entry = poolFunded({
      proposalId: id,
      from: purposeOf(from),
      pool: purposeOf(pool),
      currency: getCurrency(currency).id,
      amount: BigInt(units),
      now,
    })
    await postFromPool(tx, entry)
  },
})
