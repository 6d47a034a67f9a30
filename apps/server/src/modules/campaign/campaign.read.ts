import type {
  listCampaigns as listCall,
  readCampaign as readCall,
  readDraw as readDrawCall,
} from '@btbc/contract/campaign.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { currencies, getCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { commitmentOf } from '#platform/committed-seed.ts'
import { sayRemark } from '#platform/remarks.ts'

import { asksLeft } from './campaign.claims.ts'
import { budgetsOf, type Campaign, getCampaign, prizesOf } from './campaign.ts'

/** What members see of campaigns, and anybody of a draw. Whoever is listed is a ticket, not a name. */

const LEADERS = 20

type Answer = Response<typeof readCall>

export async function readCampaign(
  tx: Tx,
  asked: { id: number | undefined; memberId: number; language: Language; now: Date },
): Promise<Answer> {
  const { memberId, language, now } = asked
  const id = asked.id ?? (await findLatest(tx, now))
  const mine = { invites: 0, place: null, ticket: null, awards: [], claims: [] }
  if (id === undefined) return { campaign: null, leaders: [], mine }
  const campaign = await getCampaign(tx, id)
  const leaders = await listLeaders(tx, id)
  return {
    campaign: await describe(tx, campaign, now),
    leaders,
    mine: {
      ...(await standingOf(tx, { id, memberId, leaders })),
      awards: await awardsOf(tx, id, memberId),
      claims: await claimsOf(tx, { id, memberId, language }),
    },
  }
}

/** The one that runs before one that is to come. */
async function findLatest(tx: Tx, now: Date): Promise<number | undefined> {
  const found = await tx
    .selectFrom('campaign')
    .select('id')
    .where('state', 'in', ['open', 'ended', 'closed'])
    .orderBy(sql`starts_at > ${now}`)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

async function describe(
  tx: Tx,
  campaign: Campaign,
  now: Date,
): Promise<NonNullable<Answer['campaign']>> {
  const { id, rules, vests_at, seed, list_hash, is_drawn } = campaign
  const budgets = await budgetsOf(tx, id)
  const prizes = await prizesOf(tx, id)
  return {
    ...rowOf(campaign, now),
    rules,
    vests_at,
    budgets: budgets.map((each) => ({ ...each, currency_name: getCurrency(each.currency).code })),
    prizes: prizes.map(({ campaign_id: _campaign, ...prize }) => prize),
    ...(await countEntrants(tx, id)),
    seed_hash: commitmentOf(seed),
    seed: list_hash === null ? null : seed.toString('hex'),
    list_hash,
    drawn: is_drawn,
  }
}

async function countEntrants(tx: Tx, id: number): Promise<{ entrants: number; invites: number }> {
  return await tx
    .selectFrom('campaign_rung')
    .select([
      sql<number>`coalesce(sum(members), 0)::integer`.as('entrants'),
      sql<number>`coalesce(sum(members * invites), 0)::integer`.as('invites'),
    ])
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow()
}

function rowOf(campaign: Campaign, now: Date) {
  const { id, title, is_sample: sample, starts_at, ends_at } = campaign
  return { id, title, sample, phase: phaseOf(campaign, now), starts_at, ends_at }
}

type Phase = NonNullable<Answer['campaign']>['phase']

function phaseOf({ state, starts_at: starts, ends_at: ends }: Campaign, now: Date): Phase {
  if (state === 'ended' || state === 'closed') return state
  if (now < starts) return 'coming'
  return now < ends ? 'running' : 'counting'
}

/** The first ones, in the order in which they would win now. */
async function listLeaders(tx: Tx, id: number): Promise<Answer['leaders']> {
  const { rows } = await sql<Pick<Answer['leaders'][number], 'ticket' | 'invites'>>`
    select ticket, invites from campaign_standing
    where campaign_id = ${id}
    order by invites desc, reached_at, member_id limit ${LEADERS}`.execute(tx)
  return rows.map((row, n) => ({ ...row, place: n + 1 }))
}

/**
 * Those ahead are added up from how many have how many: nobody is counted. So before the end those who are
 * not among the first share a place with whoever has as many.
 */
async function standingOf(
  tx: Tx,
  asked: { id: number; memberId: number; leaders: Answer['leaders'] },
) {
  const { id, memberId, leaders } = asked
  const own = await tx
    .selectFrom('campaign_standing')
    .select(['invites', 'place', 'ticket'])
    .where('campaign_id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!own) return { invites: 0, place: null, ticket: null }
  if (own.place !== null) return own
  const leader = leaders.find(({ ticket }) => ticket === own.ticket)
  if (leader) return { ...own, place: leader.place }
  const { ahead } = await tx
    .selectFrom('campaign_rung')
    .select(sql<number>`coalesce(sum(members), 0)::integer`.as('ahead'))
    .where('campaign_id', '=', id)
    .where('invites', '>', own.invites)
    .executeTakeFirstOrThrow()
  return { ...own, place: Math.max(ahead, leaders.length) + 1 }
}

async function awardsOf(tx: Tx, id: number, memberId: number): Promise<Answer['mine']['awards']> {
  const rows = await tx
    .selectFrom('campaign_award')
    .select(['id', 'prize_id', 'currency', 'amount', 'state', 'pays_at', 'paid_at'])
    .where('campaign_id', '=', id)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows.map(({ prize_id: prize, state, currency, paid_at, pays_at, ...row }) => ({
    ...row,
    prize,
    currency,
    currency_name: getCurrency(currency).code,
    paid: state === 'paid',
    pays_at: paid_at ?? pays_at,
  }))
}

async function claimsOf(
  tx: Tx,
  { id, memberId, language }: { id: number; memberId: number; language: Language },
): Promise<Answer['mine']['claims']> {
  const rows = await tx
    .selectFrom('campaign_claim')
    .select(['prize_id', 'state', 'reason', 'asks', 'decide_by'])
    .where('campaign_id', '=', id)
    .where('member_id', '=', memberId)
    .execute()
  return rows.map(({ prize_id: prize, state, reason, asks, decide_by }) => ({
    prize,
    state,
    asks_left: asksLeft({ asks }),
    decide_by: state === 'waiting' ? decide_by : null,
    ...(reason !== null && { reason: sayRemark(reason, language) }),
  }))
}

export async function listCampaigns(
  tx: Tx,
  { page, limit, now }: { page: number; limit: number; now: Date },
): Promise<Response<typeof listCall>> {
  const published = tx
    .selectFrom('campaign')
    .selectAll()
    .where('state', 'in', ['open', 'ended', 'closed'])
    .orderBy('starts_at', 'desc')
  const { rows, total } = await readPage(tx, published, { page, limit }, { key: 'id' })
  return { list: rows.map((row) => rowOf(row, now)), total, page, limit }
}

export async function readDraw(
  tx: Tx,
  { id, page, limit }: { id: number; page: number; limit: number },
): Promise<Response<typeof readDrawCall>> {
  const { seed, list_hash } = await getCampaign(tx, id)
  if (list_hash === null) throw new Refusal('campaign_not_over')
  const draw = (await prizesOf(tx, id)).find(({ kind }) => kind === 'draw')
  const rows = await tx
    .selectFrom('campaign_standing')
    .leftJoin('campaign_award', (join) =>
      join
        .onRef('campaign_award.member_id', '=', 'campaign_standing.member_id')
        .on('campaign_award.prize_id', '=', draw?.id ?? 0)
        .on('campaign_award.currency', '=', currencies.USDT.id),
    )
    .where('campaign_standing.campaign_id', '=', id)
    .where('place', '>', (page - 1) * limit)
    .where('place', '<=', page * limit)
    .select(['place', 'ticket', 'invites', 'amount as won'])
    .orderBy('place')
    .execute()
  const { entrants: total } = await countEntrants(tx, id)
  return {
    list: rows.map((row) => ({
      ...row,
      place: row.place ?? 0,
    })),
    total,
    page,
    limit,
    seed_hash: commitmentOf(seed),
    seed: seed.toString('hex'),
    list_hash,
    draw: draw
      ? {
          invites_min: draw.low,
          entrants_min: draw.high ?? 0,
          winners: draw.most,
          usdt: draw.usdt,
          usdt_most: draw.usdt_most,
        }
      : null,
  }
}
