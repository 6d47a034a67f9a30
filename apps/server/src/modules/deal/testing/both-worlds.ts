import { setTimeout as pause } from 'node:timers/promises'

import { type Heard, Unreachable } from '@btbc/client/client.ts'
import { payWays } from '@btbc/contract/payee.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished } from 'vitest'

import { uploadsFolder } from '#house.ts'
import { openUploadFiles } from '#modules/upload/files.ts'
import { startKillable } from '#testing/killable.ts'
import { hire } from '#testing/operators.ts'
import { joinSeller, offered } from '#testing/sellers.ts'
import { newKey, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

import type { Death } from './steps.ts'
import { isRunning, PlainDeals, type Told } from './plain-deals.ts'

/** The house and the plain table side by side: each step is done in both, and what they say compared. */

const COINS = 20_000n
const BUYERS = 8
/** A server that starts later than this after the last beat moves deadlines on by all of it. */
const BEAT_MS = 5000

export type World = Awaited<ReturnType<typeof openWorld>>

export async function openWorld() {
  const books = await startTestServer({ rateLimits: false })
  const { db, clock } = books
  const { plain, members } = await openOffers(books)
  const desk = [await hire(books, 'Ria', ['risk']), await hire(books, 'Sue', ['support'])] as const
  const now = () => clock.now().getTime()
  let seenAt = now()
  let running = await startKillable(books)
  onTestFinished(() => running.kill())
  const killed = { heard: 0, unheard: 0, undone: 0, idle: 0 }

  /** Another server, which makes up for the time since the dead one was last at work. */
  async function startAgain() {
    const last = await db.selectFrom('heartbeat').selectAll().executeTakeFirstOrThrow()
    expect([seenAt, now()]).toContain(last.beat_at.getTime())
    running = await startKillable(books)
    // What jumped since then is time that has passed.
    const wallMs = clock.wallNow().getTime() - Number(last.wall_at)
    const stood = Math.min(now() - last.beat_at.getTime(), wallMs)
    if (stood > BEAT_MS) plain.standStill(stood)
    seenAt = now()
  }
  async function sweep() {
    await running.tell({ sweeps: true })
    seenAt = now()
    plain.sweep(seenAt)
  }
  return {
    plain,
    members,
    desk,
    db,
    pictures: openUploadFiles(uploadsFolder(books)),
    killed,
    now,
    server: () => running.server,
    sweep,
    async pass(minutes: number) {
      clock.passBusiness({ minutes })
      await running.tell()
    },
    /** The server is dead for so long. */
    async stayDown(minutes: number) {
      await running.kill()
      killed.idle += 1
      clock.pass({ minutes })
      await startAgain()
    },
    /** Nothing was half done by a sweep that was cut off. */
    async sweepKilled(death: Death) {
      const swept = running.tell({ sweeps: true }).catch(() => undefined)
      await pause(death === 'answering' ? 0 : death)
      await running.kill()
      await swept
      killed.idle += 1
      await startAgain()
      await sweep()
    },
    /** What was heard of a call that the server may have died in. */
    async askKilled(death: Death, ask: () => Promise<Heard>): Promise<Heard | undefined> {
      await sweep()
      if (death === 'answering') await running.tell({ dies: true })
      const asked = ask().catch((error: unknown) => {
        if (error instanceof Unreachable) return undefined
        throw error
      })
      if (death === 'answering') await asked
      else await pause(death)
      await running.kill()
      const heard = await asked
      await startAgain()
      return heard
    },
  }
}

/** Two sellers with three offers each, no two of one price, and buyers. */
async function openOffers(
  books: TestServer,
): Promise<{ plain: PlainDeals; members: TestMember[] }> {
  const plain = new PlainDeals()
  const members: TestMember[] = []
  for (const name of ['sam', 'zoe']) {
    const seller = await joinSeller(books, `${name}@example.test`, COINS)
    members.push(seller)
    plain.wallet(seller.id).available = COINS * UNIT
    for (const [cents, most, ways] of [
      [700n, 400n, ['alipay', 'bank']],
      [715n, 1000n, payWays],
      [730n, 5000n, payWays],
    ] as const) {
      const price = ((cents + BigInt(members.length)) * UNIT) / 100n
      const limits = { min: '71', max: String(most), ways: [...ways] }
      const id = await offered(books, seller, {
        ...limits,
        price: formatAmount(price),
        stock: '900',
      })
      const rest = { least: 71n * UNIT, most: most * UNIT, ways, stock: 0n, inDeals: 0n }
      const offer = { id, seller: seller.id, price, ...rest, isPaused: false }
      plain.offers.push(offer)
      plain.stock(offer, 900n * UNIT)
    }
  }
  for (let n = 0; n < BUYERS; n += 1) members.push(await books.join(`buyer${n}@example.test`))
  await books.app.jobs.sweep()
  return { plain, members }
}

/** Whoever heard nothing from a dead server asks its successor again, and it is done once. */
export async function both(
  world: World,
  death: Death | undefined,
  { house, table }: { house: (key: string) => Promise<Heard>; table: (heard: Heard) => Told },
): Promise<void> {
  const key = newKey()
  if (death === undefined) {
    const heard = await house(key)
    return expect(toldOf(heard)).toBe(table(heard))
  }
  const { db, killed } = world
  const first = await world.askKilled(death, () => house(key))
  const kept = await db
    .selectFrom('idempotency')
    .select('answer')
    .where('member_id', 'in', idsOf(world))
    .where('key', '=', key)
    .executeTakeFirst()
  killed[first ? 'heard' : kept ? 'unheard' : 'undone'] += 1
  const again = await house(key)
  if (first?.type === 'ok') expect(again).toMatchObject({ type: 'ok', message: first.message })
  else if (first) expect(toldOf(again)).toBe(first.code)
  expect(toldOf(again)).toBe(table(again))
}

export function toldOf(heard: Heard): Told {
  return heard.type === 'ok' ? 'ok' : heard.code
}

export async function compare(world: World): Promise<void> {
  const { db, plain } = world
  const offers = await db
    .selectFrom('offer')
    .select(['id', 'stock', 'in_deals'])
    .where('member_id', 'in', idsOf(world))
    .execute()
  for (const { id, stock, inDeals } of plain.offers) {
    expect(offers.find((offer) => offer.id === id)).toEqual({ id, stock, in_deals: inDeals })
  }
  const running = await db
    .selectFrom('deal')
    .select(['id', 'state', 'due_at'])
    .where('buyer_id', 'in', idsOf(world))
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  expect(running).toEqual(
    plain.deals
      .filter(isRunning)
      .map(({ id, state, dueAt }) => ({ id, state, due_at: new Date(dueAt) })),
  )
  const wallets = await Promise.all(
    [...plain.wallets].map(async ([id, wallet]) => {
      const legal = memberAccount(id, 'legal', currencies.USDT.id)
      const { available, held } = await balanceOf(db, legal)
      expect({ id, available, held }).toEqual({ id, ...wallet })
      return available + held
    }),
  )
  expect(wallets.reduce((sum, each) => sum + each, 0n)).toBe(2n * COINS * UNIT)
}

function idsOf({ members }: World): number[] {
  return members.map(({ id }) => id)
}

export function memberOf({ members }: World, id: number): TestMember {
  const member = members.find((each) => each.id === id)
  if (!member) throw new Error(`nobody here has the number ${id}`)
  return member
}

export function pick<Each>(list: readonly Each[], n: number): Each | undefined {
  return list[n % Math.max(1, list.length)]
}
