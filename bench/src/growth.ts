/**
 * What a house of a million members costs beside one of ten thousand, and a member, a team or a bot
 * with a million of something beside one with ten: as time, in the same rounds, over HTTP to the whole
 * product. Behind the calls: the ends of runs, snapshots of the books, and the audit.
 */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { startProduct } from '@btbc/e2e/product.ts'
import { sweepDueRuns } from '../../apps/server/src/modules/mining/mining.runs.ts'
import { takeSnapshot } from '../../apps/server/src/modules/proof/snapshot.ts'
import { readOffset } from '../../apps/server/src/platform/business-clock.ts'
import { startClock } from '../../apps/server/src/platform/clock.ts'
import { pairsOfCalls } from '#growth-calls.ts'
import { type House, houseOf, loadHouse, timed } from '#growth-house.ts'
import { botsOf, loadOrders } from '#growth-orders.ts'
import { bytesOf, countEntries } from '#growth-sizes.ts'
import { giveContacts } from '#members.ts'
import { watchPeaks } from '#memory.ts'
import { measurePairs, type Pair, type Work } from '#pairs.ts'
import type { BenchResult } from '#result.ts'
import { connectTo, createDatabase, serverSettings, settleIn } from '#rounds.ts'

const ROUNDS = 3
const MUCH = 1_000_000
const LITTLE = 10_000
const AUDIT = path.join(import.meta.dirname, '../../scripts/audit.ts')

type Opened = House & { url: string; folder: string }
type Both = { much: Opened; little: Opened }
/** What is to be closed at the end, the last first. */
type Closing = (() => unknown)[]
type Measured = Pick<BenchResult, 'ratios' | 'medians'>

export async function run({ of }: { of: number }): Promise<BenchResult> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  const closing: Closing = [() => rmSync(place, { recursive: true, force: true })]
  try {
    const server = await startPostgres({
      directory: path.join(place, 'postgres'),
      settings: serverSettings,
    })
    closing.push(() => server.stop())
    const admin = await connectTo(server.url)
    closing.push(() => admin.end())
    const openHouse = async (name: string, members: number): Promise<Opened> => {
      const url = await createDatabase(admin, server.url, name)
      const folder = path.join(place, name)
      mkdirSync(folder)
      await migrate(url)
      const house = houseOf(members, ROUNDS)
      await loadHouse(url, house)
      return { ...house, url, folder }
    }
    const both = {
      little: await openHouse('little', LITTLE / of),
      much: await openHouse('much', MUCH / of),
    }
    const bots = botsOf(both.much.members)
    await timed('orders', () => loadOrders(both.much.url, bots, both.much.loadedAt))
    const bytes = await bytesOf(both.much, bots)
    await settleIn(admin)
    const parts = [
      await measureBehind(both),
      await measureCalls(both, closing),
      await measurePairs([pairOf('auditing an entry', both, audit)], 1),
    ]
    return {
      bench: 'growth',
      ratios: merged(parts.map(({ ratios }) => ratios)),
      medians: merged([...parts.map(({ medians }) => medians), bytes]),
      unit: '',
    }
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

function merged(all: readonly Record<string, number>[]): Record<string, number> {
  return Object.fromEntries(all.flatMap((each) => Object.entries(each)))
}

function pairOf(
  name: string,
  { much, little }: Both,
  work: (house: Opened) => ReturnType<Work>,
): Pair {
  return { name, much: () => work(much), little: () => work(little) }
}

/** What no call waits for: before the servers are there, so that nobody else does it. */
async function measureBehind(both: Both): Promise<Measured> {
  const ended = new Map<Opened, number>()
  const endRuns = async (house: Opened) => {
    const round = ended.get(house) ?? 0
    ended.set(house, round + 1)
    return await endRunsOf(house, house.endsAt[round] ?? new Date())
  }
  const pairs = [
    pairOf('ending a run', both, endRuns),
    pairOf('a snapshot of a member', both, takeSnapshotOf),
  ]
  return await measurePairs(pairs, ROUNDS)
}

async function endRunsOf({ url, ending }: House & { url: string }, now: Date) {
  const db = openDatabase(url, { connectionsMax: 1 })
  const startedAt = performance.now()
  try {
    let done = 0
    for (;;) {
      const ended = await db.transaction().execute((tx) => sweepDueRuns(tx, now))
      if (ended === 0) break
      done += ended
    }
    if (done !== ending) throw new Error(`${done} runs ended instead of ${ending}`)
    return { count: done, ms: performance.now() - startedAt }
  } finally {
    await db.destroy()
  }
}

async function takeSnapshotOf({ url, folder, members }: Opened) {
  const db = openDatabase(url, { connectionsMax: 4 })
  try {
    const clock = startClock(await readOffset(db), new Date(0))
    const promises = async () => new Map()
    const startedAt = performance.now()
    await takeSnapshot({ db, clock, chain: undefined, folder, promises, standsBack: undefined })
    return { count: members, ms: performance.now() - startedAt }
  } finally {
    await db.destroy()
  }
}

/** Both servers at once, one of which is asked at a time. */
async function measureCalls({ much, little }: Both, closing: Closing): Promise<Measured> {
  const serve = async ({ url: DATABASE_URL, folder }: Opened) => {
    const settings = { DATABASE_URL, BTBC_SAMPLE: '0', BTBC_LIQUIDITY: '0' }
    const product = await startProduct(folder, settings)
    closing.push(() => product.end('SIGTERM'))
    return product
  }
  const servers = { much: await serve(much), little: await serve(little) }
  await timed('contacts', () => Promise.all([contactsIn(much), contactsIn(little)]))
  const { pairs, close } = await pairsOfCalls(
    {
      much: { ...much, address: servers.much.url },
      little: { ...little, address: servers.little.url },
    },
    botsOf(much.members),
  )
  closing.push(close)
  const { watched, peaks } = watchPeaks(servers, pairs)
  const { ratios, medians } = await measurePairs(watched, ROUNDS)
  for (const product of Object.values(servers)) await product.end('SIGTERM')
  return { ratios, medians: { ...medians, ...peaks() } }
}

async function contactsIn({ url }: Opened): Promise<void> {
  const db = openDatabase(url, { connectionsMax: 1 })
  await giveContacts(db).finally(() => db.destroy())
}

/** As `npm run audit` does it, which must find nothing. */
async function audit({ url }: Opened) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [AUDIT, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The books are wrong: ${printed}`)
  return { count: await countEntries(url), ms: performance.now() - startedAt }
}
