import { poolNames, poolSources } from '@btbc/contract/operator/pool.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { houseAccount, housePurposes } from '@btbc/ledger/account.ts'
import { balanceOf, balancesOfHouse } from '@btbc/ledger/balances.ts'
import { InsufficientBalance, post } from '@btbc/ledger/post.ts'
import { formatAmount, plainAmount, wireUnits } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId, findCurrency, getCurrency } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { poolFunded } from './pool.entries.ts'
import { type Effect, getProposal, propose } from '#modules/review/index.ts'

/** Filling a pool, by two. A pool is filled from the house's own, never from a member's wallet. */

type Pool = (typeof poolNames)[number]
type Source = (typeof poolSources)[number]

const { USDT, BTBC, LAUNCH, POINT } = currencies
/** What pools are made of. */
const POOLED: readonly CurrencyId[] = [USDT.id, BTBC.id, LAUNCH.id, POINT.id]
const COIN_SOURCES: readonly Source[] = ['treasury', 'fees']

/** The treasury holds what is on chain; launches and points exist by issue alone. */
function sourcesOf(currency: CurrencyId): readonly Source[] {
  if (currency === LAUNCH.id || currency === POINT.id) return ['issuance']
  return currency === BTBC.id ? [...COIN_SOURCES, 'issuance'] : COIN_SOURCES
}

function purposeOf(name: Pool | Source) {
  if (name === 'fees' || name === 'issuance') return name
  return `pool:${name}` as const
}

function currenciesOf(name: Pool | Source): readonly CurrencyId[] {
  const known: readonly CurrencyId[] = housePurposes[purposeOf(name)].currencies
  const isSource = (each: string): each is Source => poolSources.some((source) => source === each)
  return known.filter((id) =>
    isSource(name) ? POOLED.includes(id) && sourcesOf(id).includes(name) : POOLED.includes(id),
  )
}

export async function listPools(tx: Tx) {
  const balances = await balancesOfHouse(tx)
  return [...poolNames, ...poolSources].flatMap((name) =>
    currenciesOf(name).map((id) => {
      const currency = getCurrency(id)
      const found = balances.find(
        (each) => each.purpose === purposeOf(name) && each.currency === id,
      )
      // What may still be issued is the way down to the floor.
      const units = (found?.available ?? 0n) - (name === 'issuance' ? (found?.floor ?? 0n) : 0n)
      const isPool = poolNames.some((each) => each === name)
      return {
        name,
        currency: id,
        currency_name: currency.code,
        available: wireUnits(units, currency),
        sources: isPool ? [...sourcesOf(id)] : [],
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
    sourcesOf(currency.id).includes(from)
  if (!isKnown) throw new Refusal('pool_unknown')
  const step = wireUnits(1n, currency)
  if (amount === 0n || amount % step !== 0n)
    throw new Refusal('invalid_request', { field: 'amount' })
  const units = amount / step
  await refuseShort(tx, { from, currency: currency.id, units })
  const figure = `${plainAmount(units, currency.scale)} ${currency.code}`
  const id = await propose(tx, {
    kind: 'pool.fund',
    subject: `pool:${pool} ${currency.code}`,
    payload: { pool, currency: currency.id, from, units: units.toString() },
    summary: `${figure} from ${from} to pool:${pool}`,
    reason,
    caller,
    now,
  })
  if (id === undefined) throw new Refusal('proposal_pending')
  return await getProposal(tx, { id, caller, now })
}

async function refuseShort(
  tx: Tx,
  { from, currency, units }: { from: Source; currency: CurrencyId; units: bigint },
): Promise<void> {
  if (from === 'issuance') return
  const { available } = await balanceOf(tx, houseAccount(purposeOf(from), currency))
  if (available < units) throw short({ available, needed: units, currency })
}

const Payload = z.object({
  pool: z.enum(poolNames),
  currency: z.int(),
  from: z.enum(poolSources),
  units: z.string(),
})

/** What the acceptance of a funding does: one entry, named after the proposal. */
export const applyPoolFunding: Effect = async (tx, { id, payload, now }) => {
  const { pool, from, units, currency } = Payload.parse(payload)
  const entry = poolFunded({
    proposalId: id,
    from: purposeOf(from),
    pool: purposeOf(pool),
    currency: getCurrency(currency).id,
    amount: BigInt(units),
    now,
  })
  try {
    await post(tx, entry)
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error
    const { available, needed, account } = error
    throw short({ available, needed, currency: account.currency })
  }
}

function short(facts: { available: bigint; needed: bigint; currency: CurrencyId }): Refusal {
  const { scale, code } = getCurrency(facts.currency)
  return new Refusal('pool_source_short', {
    available: formatAmount(facts.available, scale),
    needed: formatAmount(facts.needed, scale),
    currency: code,
  })
}
