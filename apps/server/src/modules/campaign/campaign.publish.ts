import { ENTRANTS_MIN } from '@btbc/contract/campaign-rules.ts'
import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type {
  listHouseCampaigns as listCall,
  proposeCampaign as proposeCall,
  readHouseCampaign as readCall,
} from '@btbc/contract/operator/campaign.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { lockNamed } from '@btbc/database/locks.ts'
import { readPage } from '@btbc/database/page.ts'
import { plainAmount, UNITS_MAX } from '@btbc/money/amount.ts'
import { type CurrencyId, currencies, getCurrency } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { claimUndecided, defineProposal } from '#modules/review/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'
import { commitmentOf } from '#platform/committed-seed.ts'
import { DAY_MS } from '#platform/durations.ts'
import { postFromPool, refuseShort } from '#platform/pools.ts'
import { transition, transitionAll } from '#platform/state-machine.ts'

import { budgetReserved, prizeCurrency } from './campaign.entries.ts'
import { campaignStates } from './campaign.states.ts'
import { budgetsOf, budgetsOfEach, prizesOf } from './campaign.ts'
import { sayPrize } from './campaign.words.ts'
import { costOf } from './prizes.ts'

/** Publishing a campaign, by two: all it may cost is set aside when the second accepts, or not at all. */

const SECRET_BYTES = 32
const DAYS_MAX = 366
const AT_ONCE = 100

export async function listHouseCampaigns(
  tx: Tx,
  { page, limit }: { page: number; limit: number },
): Promise<Response<typeof listCall>> {
  const all = tx.selectFrom('campaign').selectAll().orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, all, { page, limit }, { key: 'id' })
  const budgets = await budgetsOfEach(
    tx,
    rows.map(({ id }) => id),
  )
  const list = rows.map(({ id, title, state, starts_at, ends_at, vests_at, seed }) => ({
    id,
    title,
    state,
    starts_at,
    ends_at,
    vests_at,
    budgets: budgets.get(id) ?? [],
    seed_hash: commitmentOf(seed),
  }))
  return { list, total, page, limit }
}

/** Whoever accepts one reads before what members will be told. */
export async function readHouseCampaign(tx: Tx, id: number): Promise<Response<typeof readCall>> {
  const found = await tx
    .selectFrom('campaign')
    .select(['rules', 'vests_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('campaign_not_found')
  const prizes = await prizesOf(tx, id)
  return {
    ...found,
    prizes: prizes.map(({ campaign_id: _campaign, taken: _taken, ...prize }) => prize),
  }
}

type Asked = Request<typeof proposeCall>
export type NewCampaign = Omit<Asked, 'reason'> & { isSample?: boolean }

export async function proposeCampaign(
  tx: Tx,
  asked: {
    request: Asked
    caller: OperatorCaller
    random: (bytes: number) => Buffer
    now: Date
  },
) {
  const { request, caller, random, now } = asked
  const { reason, ...campaign } = request
  const made = await writeCampaign(tx, { campaign, random, now })
  return await campaignPublishing.propose(tx, {
    subject: `campaign ${made.id}`,
    payload: { campaign: made.id },
    summary: summaryOf(campaign, made),
    reason,
    caller,
    now,
  })
}

type NewPrize = ReturnType<typeof readPrize>
type Budget = { currency: CurrencyId; budget: bigint }

/** Writes it down as proposed, with its prizes and what they may cost. */
export async function writeCampaign(
  tx: Tx,
  written: { campaign: NewCampaign; random: (bytes: number) => Buffer; now: Date },
): Promise<{ id: number; prizes: NewPrize[]; budgets: Budget[]; seedHash: string }> {
  const { campaign, random, now } = written
  const { title, rules, starts_at, ends_at, vests_at = null, isSample = false } = campaign
  refuseDates(campaign, now)
  await refuseOverlap(tx, campaign)
  const prizes = campaign.prizes.map((prize) => readPrize(prize))
  if (prizes.filter(({ kind }) => kind === 'draw').length > 1) throw new Refusal('campaign_prizes')
  const budgets = addUp(prizes)
  for (const { currency, budget: needed } of budgets)
    await refuseShort(tx, { from: 'pool:campaign', currency, needed })
  const seed = random(SECRET_BYTES)
  const { id } = await tx
    .insertInto('campaign')
    .values({
      title,
      rules,
      starts_at,
      ends_at,
      vests_at,
      is_sample: isSample,
      made_at: now,
      seed,
      salt: random(SECRET_BYTES),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = prizes.map((prize) => ({ ...prize, campaign_id: id }))
  await tx.insertInto('campaign_prize').values(rows).execute()
  const set = budgets.map((budget) => ({ ...budget, campaign_id: id }))
  await tx.insertInto('campaign_budget').values(set).execute()
  return { id, prizes, budgets, seedHash: commitmentOf(seed) }
}

function refuseDates(
  { starts_at: starts, ends_at: ends, vests_at: vests }: NewCampaign,
  now: Date,
) {
  const lasts = ends.getTime() - starts.getTime()
  const begins = starts.getTime() >= now.getTime() - DAY_MS
  const inTime = lasts > 0 && lasts <= DAYS_MAX * DAY_MS && begins && ends > now
  if (!inTime || (vests && vests < ends)) throw new Refusal('campaign_dates')
}

async function refuseOverlap(tx: Tx, { starts_at: starts, ends_at: ends }: NewCampaign) {
  const other = await tx
    .selectFrom('campaign')
    .select('id')
    .where('state', 'in', ['open', 'ended', 'closed'])
    .where('starts_at', '<', ends)
    .where('ends_at', '>', starts)
    .executeTakeFirst()
  if (other) throw new Refusal('campaign_overlap')
}

function readPrize({ usdt_most: typed, high: to, ...prize }: Asked['prizes'][number]) {
  const { kind, low, most, usdt, btbc } = prize
  const usdtMost = typed ?? usdt
  const high = to ?? null
  const isRange = kind === 'tier' || kind === 'place'
  const fits =
    usdtMost + btbc > 0n &&
    usdtMost >= usdt &&
    (kind === 'draw' || (usdtMost === usdt && (!isRange || (high ?? low) >= low))) &&
    (kind !== 'place' || (high ?? low) - low + 1 === most) &&
    costOf({ most, usdt_most: usdtMost, btbc }).usdt <= UNITS_MAX &&
    costOf({ most, usdt_most: usdtMost, btbc }).btbc <= UNITS_MAX
  if (!fits) throw new Refusal('campaign_prizes')
  const entrants = high ?? ENTRANTS_MIN
  if (kind === 'draw' && entrants < ENTRANTS_MIN) throw new Refusal('campaign_draw_entrants')
  const last = kind === 'draw' ? entrants : isRange ? high : null
  return { ...prize, high: last, usdt_most: usdtMost }
}

function addUp(prizes: readonly NewPrize[]): Budget[] {
  const costs = prizes.map((prize) => costOf(prize))
  const sums = [
    { currency: currencies.USDT.id, budget: costs.reduce((sum, { usdt }) => sum + usdt, 0n) },
    { currency: currencies.BTBC.id, budget: costs.reduce((sum, { btbc }) => sum + btbc, 0n) },
  ]
  return sums.filter(({ budget }) => budget > 0n)
}

function summaryOf(
  { title, starts_at: starts, ends_at: ends, vests_at: vests }: NewCampaign,
  { prizes, budgets, seedHash }: Awaited<ReturnType<typeof writeCampaign>>,
): string {
  const sums = budgets.map(
    ({ currency, budget }) => `${plainAmount(budget)} ${getCurrency(currency).code}`,
  )
  const dates = `from ${minuteOf(starts)}, or from its acceptance when that is later, to ${minuteOf(ends)}`
  const paid = vests ? `its BTBC paid ${minuteOf(vests)}` : 'all paid at its end'
  const each = prizes.map((prize) => sayPrize(prize))
  return `Campaign “${title}”: at most ${sums.join(' and ')}, ${dates}, ${paid}. Prizes: ${each.join('; ')}. Seed hash ${seedHash}`
}

/** The whole budget goes from the pool to the reserve. */
export const campaignPublishing = defineProposal({
  kind: 'campaign.publish',
  payload: z.object({ campaign: z.int() }),
  apply: (tx, { payload: { campaign: id }, now }) => publishCampaign(tx, id, now),
})

/** Invites count from now on at the earliest: before, nobody was promised anything. */
export async function publishCampaign(tx: Tx, id: number, now: Date): Promise<void> {
  // Two that overlap and are accepted at once would not see each other.
  await lockNamed(tx, 'whole', 'campaigns')
  const campaign = await tx
    .selectFrom('campaign')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (campaign.ends_at <= now || campaign.state !== 'proposed') throw new Refusal('campaign_over')
  const starts = campaign.starts_at < now ? now : campaign.starts_at
  await refuseOverlap(tx, { ...campaign, starts_at: starts, vests_at: undefined, prizes: [] })
  await transition(tx, campaignStates, campaign, 'publish', { now, set: { starts_at: starts } })
  for (const { currency: number, budget: amount } of await budgetsOf(tx, id)) {
    const currency = prizeCurrency(number)
    await postFromPool(tx, budgetReserved({ id, currency, amount }, now))
  }
}

/** Drops those that nobody accepts any more. */
export async function dropCampaigns(tx: Tx, now: Date): Promise<number> {
  const ids = await claimUndecided(tx, {
    kind: 'campaign.publish',
    table: 'campaign',
    name: 'campaign',
    now,
    most: AT_ONCE,
  })
  return (await transitionAll(tx, campaignStates, ids, 'drop', { now })).length
}
