import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import type { Tx } from '@btbc/database/database.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { refusalOf } from '#http/failures.ts'
import { auditFunds } from '#modules/fund/fund.audit.ts'
import { payFund, releaseFund } from '#modules/fund/fund.awaiting.ts'
import { fundSweeps } from '#modules/fund/fund.jobs.ts'
import { buyFund, sumFundPromises } from '#modules/fund/fund.ts'
import { auditLocks } from '#modules/lock/lock.audit.ts'
import { exitLock } from '#modules/lock/lock.exit.ts'
import { lockSweeps } from '#modules/lock/lock.jobs.ts'
import { buyLock, sumLockPromises } from '#modules/lock/lock.ts'
import { payUntilKilled } from '#testing/payouts.ts'
import { newKey, startTestServer, type TestServer } from '#testing/server.ts'

import { makeMembers } from '#testing/earning.ts'

/**
 * A year of locks and funds: members buy, set aside, pay, let go and leave at random, several at once;
 * terms and products change, pools run dry and are refilled, payers are killed, days are missed. After
 * each day the reserves are what is promised and unpaid; at the end every entry is traced.
 */

const { USDT } = currencies
const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const MEMBERS = isCampaign ? 1000 : 30
const DAYS = isCampaign ? 365 : 30
const ACTS_A_DAY = isCampaign ? 24 : 16
const AT_ONCE = 8
const LIMIT_MS = 180_000
const DAY_S = 86_400

type Draw = (below: number) => number
type World = { server: TestServer; members: readonly number[]; draw: Draw }

test(
  'over a year of buying, leaving, changes, refills and kills the reserves are the unpaid promises, and no deposit pays anybody else',
  async () => {
    const started = performance.now()
    const server = await startTestServer()
    await server.app.jobs.stop()
    const members = await makeMembers(server, { count: MEMBERS, coins: 5000n })
    const world = { server, members, draw: drawsFrom(20_260_301) }
    const seen = new Map<string, number>()
    // Little enough that they run dry and are refilled.
    for (const pool of ['lock', 'fund'] as const) await refill(world, pool, -290_000n)
    let kills = 0
    for (let day = 0; day < DAYS; day += 1) {
      for (let act = 0; act < ACTS_A_DAY; act += AT_ONCE) {
        const acts = Array.from({ length: AT_ONCE }, () => drawAct(world))
        const outcomes = await Promise.all(acts.map((each) => attempt(server, each)))
        for (const outcome of outcomes) seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      }
      if (day % 7 === 3) await change(world)
      // Now and then nobody pays for some days.
      server.clock.passBusiness({ seconds: DAY_S * (world.draw(10) === 0 ? 3 : 1) })
      if (day % (isCampaign ? 20 : 12) === 5 && (await payUntilKilled(server, 1))) kills += 1
      await pay(server)
      await check(server)
    }
    server.clock.passBusiness({ days: 400 })
    await pay(server)
    await check(server)
    expect(await server.db.transaction().execute(sumLockPromises)).toBe(0n)
    expect(await server.db.transaction().execute(sumFundPromises)).toBe(0n)
    expect([await auditLocks(server.db), await auditFunds(server.db)]).toEqual([[], []])
    expect(kills).toBeGreaterThan(1)
    // Everything there is to happen did.
    for (const outcome of ['buy', 'exit', 'fund', 'aside', 'pay', 'release', 'pool_refilling']) {
      if (isCampaign || outcome !== 'pool_refilling')
        expect(seen.get(outcome), outcome).toBeGreaterThan(0)
    }
    if (isCampaign) expect(performance.now() - started).toBeLessThan(LIMIT_MS)
  },
  isCampaign ? 600_000 : 120_000,
)

type Act = { name: string; run: (tx: Tx, now: Date) => Promise<unknown> }

/** What one of the members does now. */
function drawAct({ members, draw }: World): Act {
  const memberId = members[draw(members.length)] ?? 0
  const amount = BigInt(draw(80_000) + 6000) * (UNIT / 100n) + BigInt(draw(1000))
  const own = { memberId }
  switch (draw(8)) {
    case 0:
    case 1:
    case 2:
      return {
        name: 'buy',
        run: (tx, now) => buyLock(tx, { ...own, amount, shown: undefined, now }),
      }
    case 3:
      return { name: 'exit', run: (tx, now) => leave(tx, { now, nth: draw(20) }) }
    case 4:
    case 5:
      return {
        name: 'fund',
        run: (tx, now) => buyFund(tx, { ...orderOf(draw), ...own, amount, now }),
      }
    case 6: {
      const order = { ...orderOf(draw), ...own, amount, paysLater: true }
      return { name: 'aside', run: (tx, now) => buyFund(tx, { ...order, now }) }
    }
    default:
      return draw(2) === 0
        ? { name: 'pay', run: (tx, now) => settle(tx, { now, by: payFund }) }
        : { name: 'release', run: (tx, now) => settle(tx, { now, by: releaseFund }) }
  }
}

function orderOf(draw: Draw) {
  const [type = 1, day = 7] =
    [
      [1, 7],
      [1, 30],
      [1, 90],
      [3, 30],
      [3, 60],
    ][draw(5)] ?? []
  return { type, day, shown: undefined, paysLater: false }
}

/** One of the running locks ends early, whoever has it. */
async function leave(tx: Tx, { now, nth }: { now: Date; nth: number }): Promise<unknown> {
  const lock = await tx
    .selectFrom('lock_contract')
    .select(['id', 'member_id'])
    .where('state', '=', 'running')
    .orderBy('id')
    .offset(nth)
    .limit(1)
    .executeTakeFirst()
  return (
    lock && (await exitLock(tx, { memberId: lock.member_id, id: lock.id, shown: undefined, now }))
  )
}

/** Whoever has something set aside pays it or lets it go. */
async function settle(tx: Tx, { now, by }: { now: Date; by: typeof payFund | typeof releaseFund }) {
  const fund = await tx
    .selectFrom('fund_contract')
    .select(['id', 'member_id'])
    .where('state', '=', 'awaiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return fund && (await by(tx, { memberId: fund.member_id, id: fund.id, now }))
}

/** What it was, or what it was refused with; anything else is a bug. */
async function attempt(server: TestServer, { name, run }: Act): Promise<string> {
  try {
    const done = await server.db.transaction().execute((tx) => run(tx, server.clock.now()))
    return done === undefined ? 'nothing' : name
  } catch (error) {
    const code = refusalOf(error)?.code
    if (code === undefined) throw error
    return code
  }
}

/** Other terms from now on, and a refill: of what was bought nothing changes. */
async function change(world: World): Promise<void> {
  const { server, draw } = world
  const now = server.clock.now()
  const terms = { days: 20 + draw(20), day_bps: 50 + draw(100), minimum: UNIT }
  await server.db
    .insertInto('lock_terms')
    .values({ starts_at: now, ...terms })
    .execute()
  const limits = { minimum: 5n * UNIT, maximum: 5000n * UNIT, starts_at: now }
  const rate = { rate_bps: 100 + draw(1500), enabled: draw(5) > 0 }
  await server.db
    .insertInto('fund_terms')
    .values({ product_id: 1 + draw(5), effective_at: now, ...limits, ...rate })
    .execute()
  await refill(world, draw(2) === 0 ? 'lock' : 'fund', 2000n)
}

/** So many whole USDT from the treasury; less than none go back there. */
async function refill({ server }: World, pool: 'lock' | 'fund', coins: bigint): Promise<void> {
  const [treasury, to] = [
    houseAccount('pool:treasury', USDT.id),
    houseAccount(`pool:${pool}`, USDT.id),
  ]
  const moves =
    coins > 0n
      ? [{ from: treasury, to, amount: coins * UNIT }]
      : [{ from: to, to: treasury, amount: -coins * UNIT }]
  const at = server.clock.now()
  const entry = { key: `test:${newKey()}`, kind: 'pool.funded' as const, at, moves }
  await server.db.transaction().execute((tx) => post(tx, entry))
}

/** What the server's jobs do of locks and funds. */
async function pay({ db, clock }: TestServer): Promise<void> {
  const at = { now: clock.now(), wallNow: clock.wallNow() }
  for (const { run } of [...lockSweeps, ...fundSweeps]) {
    while ((await db.transaction().execute((tx) => run(tx, at))) > 0);
  }
}

async function check(server: TestServer): Promise<void> {
  await server.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const reserved = async (kind: 'lock' | 'fund') =>
        (await balanceOf(tx, houseAccount(`reserve:${kind}`, USDT.id))).available
      expect([await reserved('lock'), await reserved('fund')]).toEqual([
        await sumLockPromises(tx),
        await sumFundPromises(tx),
      ])
    })
}

/** The same draws each time. */
function drawsFrom(seed: number): Draw {
  let state = BigInt(seed)
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    return Number((state >> 33n) % BigInt(below))
  }
}
