/**
 * Ten minutes of what a house does all day, over HTTP to the whole product in a process of its own:
 * starts, Home, wallets, records, teams, orders and claims, side by side on the same connections. How
 * long each waits, and what the server holds at the end beside what it held at the beginning: its
 * process, with the room that V8 took and did not give back, and what it keeps once that is cleared up.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, requestOf } from '@btbc/client/client.ts'
import { placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { readHome } from '@btbc/contract/home.ts'
import { listRecords, readTeam, startRun } from '@btbc/contract/mining.ts'
import { claimOutput, readOutput } from '@btbc/contract/rewards.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import type { Db } from '@btbc/database/database.ts'
import { advance, call, mine, ok } from '@btbc/e2e/api.ts'
import type { Product } from '@btbc/e2e/product.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { sql } from 'kysely'
import { type House, houseOf, loadHouse } from '#growth-house.ts'
import { type Held, heldBy, INSPECTED } from '#held.ts'
import { connections, type HttpConnection, type HttpConnections } from '#http-client.ts'
import { headersOf, tokenOf } from '#members.ts'
import { peakMb, residentMb } from '#memory.ts'
import { fundTraders, nextOrder, TRADERS } from '#order-flow.ts'
import { type Opened, withProduct } from '#product.ts'
import { type BenchResult, median, percentile } from '#result.ts'
import { settleIn } from '#rounds.ts'

/** Each starts once, and so many start while it lasts. */
const MEMBERS = 200_000
const CONNECTIONS = 64
/** For so long V8 compiles anew what is asked for most, and takes its room. */
const WARM_UP_MS = 360_000
/** It takes its room again once that was cleared up. */
const SETTLE_MS = 300_000
const MIXED_MS = 600_000
/** Of the beginning and of the end, so much is looked at; what is held goes up and down all the time. */
const ENDS_PART = 0.1
const LOOK_MS = 250
/** What the server keeps is looked at so often at either end, as some of it lives for a moment only. */
const HELD_LOOKS = 7
const HELD_EVERY_MS = 10_000
/** Between two mints, and some: what was mined before is on the chain after it. */
const MINT_S = 660
const BLOCKS = 40
const MINTED_MS_MAX = 120_000

type Step = { name: string; share: number; ask: (connection: HttpConnection) => Promise<string> }
type Waits = Map<string, number[]>

export async function run({ of }: { of: number }): Promise<BenchResult> {
  const members = MEMBERS / of
  const traders = TRADERS / of
  const house = houseOf(members, 0)
  const fill = async (db: Db, url: string) => {
    await loadHouse(url, house)
    await fundTraders(db, traders)
    await verifyAll(db, members)
  }
  const work = async ({ product, admin }: Opened) => {
    const { url } = product
    await untilMinted(url, members)
    await settleIn(admin)
    const callers = connections(url, CONNECTIONS)
    const looks: Look[] = []
    const looking = new AbortController()
    try {
      await callers.renew()
      const steps = stepsOf(house, traders)
      const load = async (wholeMs: number) => await loadFor(wholeMs / of, { steps, callers })
      await load(WARM_UP_MS)
      const before = await heldUnder(() => load(HELD_EVERY_MS), product)
      // V8 has taken the room again that was cleared up.
      await load(SETTLE_MS)
      const looked = look(looks, () => residentMb(product), looking.signal)
      const { waits, ms } = await load(MIXED_MS)
      looking.abort()
      await looked
      const peak = peakMb(product)
      const after = await heldUnder(() => load(HELD_EVERY_MS), product)
      const { [BEGAN]: began, [ENDED]: ended } = endsOf(looks)
      const mb = {
        ...endsOf(looks),
        'peak MB of the server': peak,
        'MB of data that it keeps before': before.data,
        'MB of data that it keeps after': after.data,
        'MB of compiled code before': before.code,
        'MB of compiled code after': after.code,
        'MB of the process, cleared up, before': before.resident,
        'MB of the process, cleared up, after': after.resident,
      }
      const ratios = {
        'MB at the end / at the beginning': ended / began,
        'MB of data after / before': after.data / before.data,
        'MB of the process, cleared up, after / before': after.resident / before.resident,
      }
      return { bench: 'mixed', ratios, medians: { ...told(waits, ms), ...mb }, unit: '' }
    } finally {
      looking.abort()
      callers.close()
    }
  }
  return await withProduct(fill, work, INSPECTED)
}

/** All may claim: nothing of how they came to it is asked for. */
async function verifyAll(db: Db, members: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Their pictures were never there.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into identity (member_id, state, name, card_end, card_hash, front_pic, reverse_pic,
        submitted_at, decided_at, decided_by, erase_at)
      select n, 'verified', 'TEST', 'TEST', sha256(convert_to(n::text, 'UTF8')), 'front' || n,
        'reverse' || n, now(), now(), 1, now() + '1 year'
      from generate_series(1, ${members}::integer) n`.execute(tx)
  })
}

/** What everybody mined before is on the chain. */
async function untilMinted(url: string, members: number): Promise<void> {
  await advance(url, MINT_S)
  const isMinted = async (member: number) => {
    const output = ok(await call(url, readOutput, {}, { token: tokenOf(member) }))
    return Number(output.can_receive) > 0
  }
  const until = performance.now() + MINTED_MS_MAX
  while (!(await isMinted(1)) || !(await isMinted(members / 2))) {
    if (performance.now() > until) throw new Error('Nothing was minted')
    await mine(url, BLOCKS)
  }
}

/** What is asked, and how often of a hundred. */
function stepsOf({ members, mined }: House, traders: number): Step[] {
  const turns = new Map<string, number>()
  const nextOf = (name: string, count: number) => {
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    return 1 + (turn % count)
  }
  const asking = (
    name: string,
    share: number,
    each: Call,
    { of = members, ...request }: { of?: number } & Record<string, unknown> = {},
  ): Step => {
    const { target, body } = requestOf(each, request)
    const ask = async (connection: HttpConnection) => {
      const headers = headersOf(nextOf(name, of))
      return body === undefined
        ? await connection.get(`/api${target}`, headers)
        : await connection.post(`/api${target}`, headers, body)
    }
    return { name, share, ask }
  }
  return [
    asking('home', 30, readHome),
    asking('wallets', 15, listWallets),
    asking('records', 15, listRecords, { page: 1, limit: 20 }),
    asking('team', 15, readTeam),
    { name: 'order', share: 16, ask: (connection) => order(connection, nextOf('order', traders)) },
    asking('start', 5, startRun),
    // Only they have what they could claim.
    asking('claim', 4, claimOutput, { of: mined, amount: '0.1' }),
  ]
}

/** Half of them only buy, so that nobody meets an order of their own. */
async function order(connection: HttpConnection, member: number): Promise<string> {
  const side = member % 2 === 0 ? 'buy' : 'sell'
  const { marketId, price = 0n, quantity = 0n } = nextOrder(side)
  const body = JSON.stringify({
    currency_id: marketId,
    mode: 2,
    price: formatAmount(price),
    num: formatAmount(quantity),
  })
  const { path } = side === 'buy' ? placeBuy : placeSell
  return await connection.post(`/api${path}`, headersOf(member), body)
}

/** Every connection asks what the share of each says, in an order that is the same each time. */
async function loadFor(
  ms: number,
  { steps, callers }: { steps: readonly Step[]; callers: HttpConnections },
): Promise<{ waits: Waits; ms: number }> {
  const cycle = cycleOf(steps)
  const waits: Waits = new Map(steps.map(({ name }) => [name, []]))
  const startedAt = performance.now()
  let turn = 0
  const ask = async (connection: HttpConnection) => {
    while (performance.now() - startedAt < ms) {
      const step = cycle[turn++ % cycle.length]
      if (!step) return
      const askedAt = performance.now()
      const answer = await step.ask(connection)
      waits.get(step.name)?.push(performance.now() - askedAt)
      if (!answer.startsWith('{"type":"ok"')) throw new Error(`${step.name}: ${answer}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => ask(callers.at(n))))
  return { waits, ms: performance.now() - startedAt }
}

/** A hundred of them: always the one that is furthest behind its share. */
function cycleOf(steps: readonly Step[]): Step[] {
  const all = steps.reduce((sum, { share }) => sum + share, 0)
  const asked = new Map<Step, number>()
  return Array.from({ length: all }, (_, n) => {
    const behind = (step: Step) => (step.share * (n + 1)) / all - (asked.get(step) ?? 0)
    const next = steps.reduce((one, other) => (behind(other) > behind(one) ? other : one))
    asked.set(next, (asked.get(next) ?? 0) + 1)
    return next
  })
}

/** The median of what is kept, while the load goes on between the looks. */
async function heldUnder(load: () => Promise<unknown>, product: Product): Promise<Held> {
  const looks: Held[] = []
  for (let n = 0; n < HELD_LOOKS; n += 1) {
    await load()
    looks.push(await heldBy(product))
  }
  const of = (part: keyof Held) => median(looks.map((each) => each[part]))
  return { data: of('data'), code: of('code'), resident: of('resident') }
}

type Look = { at: number; mb: number }

async function look(looks: Look[], held: () => number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    looks.push({ at: performance.now(), mb: held() })
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

const BEGAN = 'MB when the load begins'
const ENDED = 'MB when it ends'

function endsOf(looks: readonly Look[]): { [BEGAN]: number; [ENDED]: number } {
  const count = Math.ceil(looks.length * ENDS_PART)
  const held = looks.map(({ mb }) => mb)
  return { [BEGAN]: median(held.slice(0, count)), [ENDED]: median(held.slice(-count)) }
}

function told(waits: Waits, ms: number): Record<string, number> {
  const all = [...waits.values()].reduce((sum, { length }) => sum + length, 0)
  const each = [...waits].flatMap(([name, waited]) => [
    [`${name}, calls a second`, (waited.length / ms) * 1_000],
    [`median ms of ${name}`, median(waited)],
    [`p99 ms of ${name}`, percentile(waited, 0.99)],
  ])
  return { 'calls a second': (all / ms) * 1_000, ...Object.fromEntries(each) }
}
