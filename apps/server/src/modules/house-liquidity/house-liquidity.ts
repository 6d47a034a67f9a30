import type { Response } from '@btbc/contract/endpoint.ts'
import type { readSimulation } from '@btbc/contract/market-data.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { lockWork } from '@btbc/database/locks.ts'
import { post } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { createHouseMember } from '#modules/account/index.ts'
import { issue, type Market } from '#modules/exchange/index.ts'
import { type Prices, pricesAt } from '#modules/wallet/index.ts'

import { DAY_MS } from '#platform/durations.ts'

import { laterInventory, liquidityFunded, marketStocked } from './house-liquidity.entries.ts'
import {
  dayOf,
  hashOfSeed,
  openWalk,
  PULL_STEPS,
  STEP_S,
  STEPS_PER_DAY,
  SWING_PPB,
} from './walk.ts'

/**
 * The house's own member on the exchange, and the days of its simulation: a secret seed for each,
 * whose hash is stored and public before the day, and which is public itself after it.
 */

export const HOUSE_MAIL = 'house@btbc.test'
const SEED_BYTES = 32
const DAYS_SHOWN = 30

type Random = (bytes: number) => Buffer

/** Opens the member once and funds it once, on old installs too. Nobody can log in as it. */
export async function openHouseMember(
  tx: Tx,
  { now, random }: { now: Date; random: Random },
): Promise<number> {
  await lockWork(tx, 'houseMember')
  const id =
    (await findHouseMember(tx)) ?? (await createHouseMember(tx, { mail: HOUSE_MAIL, now, random }))
  await post(tx, liquidityFunded(id, now))
  return id
}

/** Takes what a market trades that was opened later, once. Answers how many were stocked. */
export async function stockMarkets(
  tx: Tx,
  { memberId, markets, now }: { memberId: number; markets: readonly Market[]; now: Date },
): Promise<number> {
  let stocked = 0
  for (const stock of laterInventory) {
    if (!markets.some(({ base }) => base === stock.currency)) continue
    await issue(tx, { markets, now })
    const { posted } = await post(tx, marketStocked(memberId, stock, now))
    if (posted) stocked += 1
  }
  return stocked
}

export async function findHouseMember(database: Db | Tx): Promise<number | undefined> {
  const member = await database
    .selectFrom('member')
    .select('id')
    .where('mail', '=', HOUSE_MAIL)
    .where('is_house', '=', true)
    .executeTakeFirst()
  return member?.id
}

/** Commits to the seeds of today and tomorrow, and fixes where today begins. Answers how many rows are new. */
export async function commitDays(
  tx: Tx,
  { now, markets, random }: { now: Date; markets: readonly Market[]; random: Random },
): Promise<number> {
  const today = dayOf(now)
  const days = [today, dayOf(new Date(now.getTime() + DAY_MS))]
  const { rows: missing } = await sql<{ day: string }>`
    select wanted.day from unnest(${days}::date[]) wanted (day)
    where not exists (select from simulation_day known where known.day = wanted.day)
    order by wanted.day`.execute(tx)
  let added = 0
  for (const { day } of missing) {
    const seed = random(SEED_BYTES)
    const row = { day, seed, seed_hash: hashOfSeed(seed), committed_at: now }
    const { numInsertedOrUpdatedRows: rows = 0n } = await tx
      .insertInto('simulation_day')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    added += Number(rows)
  }
  return added + (await fixOpenings(tx, today, markets))
}

/**
 * A day begins where the walk of the day before ended, or else at the reference. That is the one of its
 * midnight, and stays for the day: whoever fixes it, and however late.
 */
async function fixOpenings(tx: Tx, today: string, markets: readonly Market[]): Promise<number> {
  const { rows: without } = await sql<{ id: number }>`
    select wanted.id from unnest(${markets.map(({ id }) => id)}::integer[]) wanted (id)
    where not exists (select from simulation_opening known
      where known.day = ${today} and known.market_id = wanted.id)`.execute(tx)
  const missing = markets.filter(({ id }) => without.some((each) => each.id === id))
  if (missing.length === 0) return 0
  const before = await readWalks(tx, dayOf(new Date(Date.parse(today) - DAY_MS)), markets)
  const prices = await pricesAt(tx, new Date(today))
  const rows = missing.map(({ id }) => {
    const reference = referenceOf(prices, id)
    const price = before.get(id)?.(STEPS_PER_DAY) ?? reference
    return { day: today, market_id: id, price, reference }
  })
  await tx
    .insertInto('simulation_opening')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return rows.length
}

/** The walk of each market on a day; none for a day that was not committed. */
export async function readWalks(
  database: Db | Tx,
  day: string,
  markets: readonly Market[],
): Promise<Map<number, (step: number) => bigint>> {
  const row = await database
    .selectFrom('simulation_day')
    .select('seed')
    .where('day', '=', day)
    .executeTakeFirst()
  const openings = await readOpenings(database, day)
  const walks = new Map<number, (step: number) => bigint>()
  for (const { id } of markets) {
    const opening = openings.get(id)
    if (!row || opening === undefined) continue
    const { price, reference } = opening
    walks.set(id, openWalk({ seed: row.seed, marketId: id, opening: price, reference }))
  }
  return walks
}

type Opening = { price: bigint; reference: bigint }

async function readOpenings(database: Db | Tx, day: string): Promise<Map<number, Opening>> {
  const rows = await database
    .selectFrom('simulation_opening')
    .select(['market_id', 'price', 'reference'])
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ market_id: id, ...opening }) => [id, opening]))
}

function referenceOf(prices: Prices, marketId: CurrencyId): bigint {
  const price = prices[marketId]
  if (price === undefined) throw new RangeError(`There is no reference price of ${marketId}`)
  return price
}

/** The rule of the walk, the hashes of the last days, and the seeds of those that are over. */
export async function describeSimulation(
  tx: Tx,
  { now, markets, isOn }: { now: Date; markets: readonly Market[]; isOn: boolean },
): Promise<Response<typeof readSimulation>> {
  const today = dayOf(now)
  const prices = await pricesAt(tx, now)
  const days = await tx
    .selectFrom('simulation_day')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(DAYS_SHOWN)
    .execute()
  const openings = await tx
    .selectFrom('simulation_opening')
    .selectAll()
    .where('day', '>=', days.at(-1)?.day ?? today)
    .where('day', '<=', today)
    .orderBy('day')
    .orderBy('market_id')
    .execute()
  return {
    is_on: isOn,
    step_s: STEP_S,
    swing_ppb: Number(SWING_PPB),
    pull_steps: Number(PULL_STEPS),
    references: markets.map(({ id }) => ({ currency_id: id, price: referenceOf(prices, id) })),
    days: days.map(({ day, seed, seed_hash: hash, committed_at: committedAt }) => ({
      day,
      seed_hash: hash.toString('hex'),
      committed_at: committedAt,
      seed: day < today ? seed.toString('hex') : null,
      openings: openings
        .filter((each) => each.day === day)
        .map(({ market_id: marketId, price, reference }) => ({
          currency_id: marketId,
          price,
          reference,
        })),
    })),
  }
}
