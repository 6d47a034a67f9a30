import { randomBytes } from 'node:crypto'

import { type PayWay, payWays } from '@btbc/contract/payee.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { createApp } from '#app.ts'
import { pauseOffer, stockOffer } from '#modules/offer/offer.ts'
import { plainConfig } from '#testing/founded.ts'
import { makeMember } from '#testing/members.ts'
import { joinSeller, offered } from '#testing/sellers.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

import { disputeDecided } from './deal.dispute.ts'
import { openDeal } from './deal.open.ts'
import { quoteDeal } from './deal.quote.ts'
import { cancelDeal, cancelTogether, confirmDeal, disputeDeal, payDeal } from './deal.turns.ts'
import { isRunning, PlainDeals, type PlainDeal, type Told, type Turn } from './plain-deals.ts'

/**
 * Random deals beside a plain table of what they should be. A server is killed before its commit, after
 * it and without an answer, and between two steps, with time going by while it is down.
 */

const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const ROUNDS = isCampaign ? 240 : 1
const STEPS = 80
const DEALS_MIN = isCampaign ? 2000 : 10
const COINS = 20_000n

const any = fc.nat({ max: 1000 })
const killed = fc.constantFrom<Killed>('no', 'no', 'no', 'before', 'after')
const buy = fc.record({
  do: fc.constant('buy' as const),
  who: any,
  fiat: fc.constantFrom(71n, 100n, 355n, 720n, 1500n),
  way: fc.constantFrom<PayWay>(...payWays),
  between: fc.constantFrom(...Array<string>(8).fill('nothing'), 'pause', 'drain'),
  killed,
})
const turn = fc.record({
  do: fc.constantFrom<Turn>(
    ...([
      'pay',
      'pay',
      'pay',
      'confirm',
      'confirm',
      'cancel',
      'cancelTogether',
      'dispute',
    ] as const),
  ),
  which: any,
  as: fc.constantFrom('right', 'right', 'right', 'other', 'stranger'),
  killed,
})
const step = fc.oneof(
  { weight: 20, arbitrary: buy },
  { weight: 14, arbitrary: turn },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which: any,
      percent: fc.constantFrom(0n, 1n, 50n, 100n),
      killed,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stock' as const),
      which: any,
      coins: fc.constantFrom(-100n, 300n, 900n),
      killed,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('show' as const), which: any }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('wait' as const, 'jump' as const, 'restart' as const),
      minutes: fc.constantFrom(1, 1, 1, 5, 5, 12, 29, 30, 61, 60 * 25),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

test(
  'stock, escrow and wallets are those of a plain table at every step, whoever is killed and however time jumps',
  async () => {
    const world = await openWorld()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        for (const each of steps) {
          await take(world, each)
          await compare(world)
        }
      }),
      { numRuns: ROUNDS, endOnFailure: true },
    )
    await world.restart(0)
    expect(world.plain.deals.length).toBeGreaterThanOrEqual(DEALS_MIN)
  },
  ROUNDS * 120_000,
)

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld() {
  const server = await startTestServer({ rateLimits: false })
  const plain = new PlainDeals()
  const members: number[] = []
  for (const name of ['sam', 'zoe']) {
    const member = await joinSeller(server, `${name}@example.test`, COINS)
    members.push(member.id)
    plain.wallet(member.id).available = COINS * UNIT
    for (const [cents, max, ways] of [
      [700n, '400', ['alipay', 'bank']],
      [715n, '1000', payWays],
      [730n, '5000', payWays],
    ] as const) {
      const price = cents + BigInt(members.length)
      const terms = { price: String(Number(price) / 100), min: '71', max, ways: [...ways] }
      const id = await offered(server, member, { ...terms, stock: '900' })
      const stock = 900n * UNIT
      const [least, most] = [71n * UNIT, BigInt(max) * UNIT]
      const rest = { least, most, ways, stock: 0n, inDeals: 0n, isPaused: false }
      const offer = { id, seller: member.id, price: (price * UNIT) / 100n, ...rest }
      plain.offers.push(offer)
      plain.stock(offer, stock)
    }
  }
  for (const _ of Array.from({ length: 8 })) {
    members.push(await server.db.transaction().execute((tx) => makeMember(tx, server, null)))
  }
  await server.app.jobs.sweep()
  const { db, clock } = server
  let seenAt = clock.now().getTime()
  const config = plainConfig(server.dataDirectory)
  let { jobs } = server.app
  return {
    server,
    plain,
    members,
    now: () => clock.now(),
    async sweep() {
      await jobs.sweep()
      seenAt = clock.now().getTime()
      plain.sweep(seenAt)
    },
    /** Another server on the same database, after so long. */
    async restart(minutes: number) {
      await jobs.stop()
      clock.passBusiness({ minutes })
      const again = await createApp({ db, clock, config, isIdle: true })
      jobs = again.jobs
      await again.http.close()
      const stood = clock.now().getTime() - seenAt
      if (stood > 5000) plain.standStill(stood)
      seenAt = clock.now().getTime()
    },
  }
}

/** One step, in the house and in the table. */
async function take(world: World, each: Step): Promise<void> {
  const { plain } = world
  switch (each.do) {
    case 'buy':
      return await purchase(world, each)
    case 'wait':
      world.server.clock.passBusiness({ minutes: each.minutes })
      return await world.sweep()
    case 'jump':
      world.server.clock.passBusiness({ minutes: each.minutes })
      return
    case 'restart':
      return await world.restart(each.minutes)
    case 'stock': {
      const offer = pick(plain.offers, each.which)
      if (!offer) return
      const change = each.coins * UNIT
      const request = { memberId: offer.seller, id: offer.id, change, now: world.now() }
      return await both(world, each.killed, {
        house: (tx) => stockOffer(tx, request),
        table: () => plain.stock(offer, change),
      })
    }
    case 'show':
      for (const offer of plain.offers) await show(world, offer, false)
      return
    case 'decide': {
      const deal = pick(
        plain.deals.filter(({ state }) => state === 'disputed'),
        each.which,
      )
      if (!deal) return
      const payload = { deal: deal.id, percent: Number(each.percent) }
      const at = { now: world.now(), wallNow: world.now(), random: randomBytes }
      return await both(world, each.killed, {
        house: (tx) =>
          disputeDecided(tx, { id: 0, operatorId: 0, reason: 'Seen', why: 'Seen', payload, ...at }),
        table: () => plain.decide(deal, each.percent, at.now.getTime()),
      })
    }
    case 'pay':
    case 'cancel':
    case 'confirm':
    case 'cancelTogether':
    case 'dispute':
      return await turnOf(world, each)
  }
}

async function turnOf(world: World, each: Extract<Step, { as: string }>): Promise<void> {
  const { plain, members } = world
  const deal = pick(plain.deals.filter(isRunning), each.which) ?? plain.deals.at(-1)
  if (!deal) return
  const sides = [deal.buyer, deal.offer.seller]
  const right = each.do === 'confirm' || each.which % 3 === 0 ? deal.offer.seller : deal.buyer
  const memberId =
    each.as === 'right'
      ? each.do === 'pay' || each.do === 'cancel'
        ? deal.buyer
        : right
      : (members.find((id) => sides.includes(id) === (each.as === 'other')) ?? right)
  await both(world, each.killed, {
    house: (tx) => act(world, tx, each.do, { deal, memberId }),
    table: () => plain.turn(deal, memberId, each.do, world.now().getTime()),
  })
}

async function act(
  { server, now }: World,
  tx: Tx,
  what: Turn,
  { deal: { id }, memberId }: { deal: PlainDeal; memberId: number },
): Promise<unknown> {
  const own = { memberId, id, now: now(), wallNow: now() }
  switch (what) {
    case 'pay':
      return await payDeal(tx, { ...own, picture: await pictureOf(tx, own) })
    case 'cancel':
      return await cancelDeal(tx, own)
    case 'confirm':
      return await confirmDeal(tx, { ...own, confirm: async () => undefined })
    case 'cancelTogether':
      return await cancelTogether(tx, own)
    case 'dispute':
      return await disputeDeal(tx, { ...own, reason: `It is ${server.clock.now().toISOString()}` })
  }
}

/** An upload of this member's, as it stands before it is used for anything. */
let pictures = 0
async function pictureOf(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<string> {
  pictures += 1
  const file = pictures.toString(16).padStart(32, '0')
  const kept = { created_at: now, sent_at: now, delete_at: new Date(now.getTime() + 60_000) }
  await tx
    .insertInto('upload')
    .values({ id: file, member_id: memberId, bytes: 1, file, sealed_key: Buffer.alloc(1), ...kept })
    .execute()
  return file
}

/** A price that was shown, perhaps an offer that is gone by then, and the purchase. */
async function purchase(world: World, each: Extract<Step, { do: 'buy' }>): Promise<void> {
  const { plain, members, server } = world
  const buyer = pick(members, each.who) ?? 0
  const order = { buyer, fiat: each.fiat * UNIT, way: each.way }
  const at = { now: world.now(), wallNow: world.now() }
  const wanted = { memberId: buyer, fiat: order.fiat, way: order.way }
  const seen = plain.match(order)
  const quote = await tried(server, (tx) => quoteDeal(tx, { ...wanted, ...at }))
  expect(quote.told === 'ok').toBe(seen !== undefined)
  if (!seen || quote.made === undefined) return
  expect(quote.made.rate).toBe(seen.price)
  if (each.between === 'pause') await show(world, seen, true)
  if (each.between === 'drain') {
    const change = -seen.stock
    const request = { memberId: seen.seller, id: seen.id, change, now: at.now }
    await both(world, 'no', {
      house: (tx) => stockOffer(tx, request),
      table: () => plain.stock(seen, change),
    })
  }
  const rate = seen.price
  const cut = each.killed === 'before'
  const bought = await tried(server, (tx) => openDeal(tx, { ...wanted, rate, ...at }), cut)
  const stopped = plain.stopped(buyer, at.now.getTime())
  const offer = plain.match(order)
  if (stopped !== 'ok') expect(bought.told).toBe(stopped)
  else if (!offer) expect(bought.told).not.toBe('ok')
  else if (offer !== seen) expect(bought.told).toBe('price_changed')
  else {
    expect(bought.told).toBe('ok')
    if (!cut) plain.open(bought.made ?? 0, order, offer, at.now.getTime())
  }
}

async function show(world: World, offer: PlainDeal['offer'], paused: boolean): Promise<void> {
  const request = { memberId: offer.seller, id: offer.id, paused }
  await tried(world.server, (tx) => pauseOffer(tx, request))
  offer.isPaused = paused
}

type Killed = 'no' | 'before' | 'after'
type Both = { house: (tx: Tx) => Promise<unknown>; table: () => Told }

/** What is killed before its commit did not happen; after it, whoever asks again hears how it is. */
async function both({ server }: World, when: Killed, { house, table }: Both): Promise<void> {
  if (when === 'before') return void (await tried(server, house, true))
  for (let times = when === 'after' ? 2 : 1; times > 0; times -= 1) {
    const { told } = await tried(server, house)
    expect(told).toBe(table())
  }
}

class Killing extends Error {}

async function tried<Made>(
  { db }: TestServer,
  work: (tx: Tx) => Promise<Made>,
  cut = false,
): Promise<{ told: Told; made?: Made }> {
  try {
    return await db.transaction().execute(async (tx) => {
      const made = await work(tx)
      if (cut) throw new Killing()
      return { told: 'ok', made }
    })
  } catch (error) {
    if (error instanceof Killing) return { told: 'ok' }
    if (error instanceof Refusal) return { told: error.code }
    throw error
  }
}

async function compare({ server: { db }, plain, members }: World): Promise<void> {
  const offers = await db.selectFrom('offer').select(['id', 'stock', 'in_deals']).execute()
  for (const { id, stock, inDeals } of plain.offers) {
    expect(offers.find((offer) => offer.id === id)).toEqual({ id, stock, in_deals: inDeals })
  }
  const running = await db
    .selectFrom('deal')
    .select(['id', 'state', 'due_at'])
    .where('buyer_id', 'in', members)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  expect(running).toEqual(
    plain.deals
      .filter(isRunning)
      .map(({ id, state, dueAt }) => ({ id, state, due_at: new Date(dueAt) })),
  )
  let all = 0n
  for (const [id, wallet] of plain.wallets) {
    const { available, held } = await balanceOf(db, memberAccount(id, 'legal', currencies.USDT.id))
    expect({ id, available, held }).toEqual({ id, ...wallet })
    all += available + held
  }
  expect(all).toBe(2n * COINS * UNIT)
}

function pick<Each>(list: readonly Each[], n: number): Each | undefined {
  return list[n % Math.max(1, list.length)]
}
