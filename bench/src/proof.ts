/**
 * A snapshot with a tree over a million members, and how long the machine takes at least: as many
 * nodes hashed and nothing else. Seconds by the clock and of the processors, as others may be at work.
 * Then the same beside orders that come at a steady pace: how long they wait meanwhile, and without,
 * and beside a process of no use that wants a processor as badly and stands back as far, which is what
 * the machine itself makes of anything that goes on beside them.
 */

import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { standBack } from '@btbc/database/stand-back.ts'
import { accountId, memberAccount } from '@btbc/ledger/account.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { readOffset } from '../../apps/server/src/platform/business-clock.ts'
import { startClock } from '../../apps/server/src/platform/clock.ts'
import { openExchange } from '../../apps/server/src/modules/exchange/open-exchange.ts'
import { takeSnapshot } from '../../apps/server/src/modules/proof/snapshot.ts'
import { startChores } from '#chores.ts'
import { fundTraders, TRADERS } from '#order-flow.ts'
import { placeDuring } from '#steady-orders.ts'
import { type BenchResult, median, percentile } from '#result.ts'
import { connectTo, serverSettings, settleIn } from '#rounds.ts'

const MEMBERS = 1_000_000
const AT_ONCE = 100_000
const MEMBERS_IN_BLOCK = 32
const LEAVES_IN_BLOCK = 64
/** Beside orders. Two that are alike differ by more than the fifth that is asked for: three would tell little. */
const ROUNDS = 7
const WARM_UP_MS = 5_000
const PERCENTILE = 0.99
const NODE_BYTES = 177
/** What `/proc` counts in. */
const TICKS_PER_SECOND = 100
const END_MS = 1_000

export async function run({ of }: { of: number }): Promise<BenchResult> {
  const members = Math.max(TRADERS, Math.ceil(MEMBERS / of))
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: serverSettings,
  })
  const db = openDatabase(server.url, { connectionsMax: 4 })
  try {
    await migrate(server.url)
    await openAccounts(db, members)
    const admin = await connectTo(server.url)
    await settleIn(admin).finally(() => admin.end())
    const hashing = await measured(server.pid, async () => hashAll(nodesOf(members)))
    const clock = startClock(await readOffset(db), new Date(0))
    const house = { db, clock, chain: undefined, folder: place, standsBack: 'last' as const }
    const take = async () => {
      await takeSnapshot({ ...house, promises: async () => new Map() })
    }
    const snapshot = await measured(server.pid, take)
    const orders = await measureOrders(server.url, take)
    const medians = {
      snapshot: snapshot.wall,
      'snapshot, processor of the server': snapshot.node,
      'snapshot, processor of PostgreSQL': snapshot.postgres,
      'hashing alone': hashing.wall,
      'hashing alone, processor': hashing.node,
      'p99 of an order': orders.without,
      'p99 of an order, snapshot under way': orders.during,
      'p99 of an order, beside a loop': orders.besideLoop,
    }
    const ratios = {
      'snapshot / hashing': snapshot.node / hashing.node,
      'p99 with a snapshot / without': orders.during / orders.without,
      'p99 with a snapshot / beside a loop': orders.during / orders.besideLoop,
    }
    return { bench: 'proof', ratios, medians, unit: 'seconds' }
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

/**
 * Members trade without a snapshot, with one and beside a loop, for as long, in turns; in seconds. The
 * median of the rounds: one stall of the disk would be the slowest hundredth of all of them together.
 */
async function measureOrders(
  url: string,
  take: () => Promise<void>,
): Promise<Record<'without' | 'during' | 'besideLoop', number>> {
  const db = openDatabase(url)
  await fundTraders(db)
  const report = (error: unknown, what: string) => console.error(what, error)
  const exchange = await openExchange({ db, now: () => new Date(), owner: 'bench', report })
  const stopChores = startChores(db)
  const during: number[] = []
  const without: number[] = []
  const besideLoop: number[] = []
  const slowest = async (work: () => Promise<unknown>) =>
    percentile(await placeDuring(exchange, work), PERCENTILE) / 1_000
  try {
    await placeDuring(exchange, () => sleep(WARM_UP_MS))
    for (let round = 1; round <= ROUNDS; round += 1) {
      const startedAt = performance.now()
      during.push(await slowest(take))
      const ms = performance.now() - startedAt
      without.push(await slowest(() => sleep(ms)))
      besideLoop.push(await slowest(() => loopFor(ms)))
      const waits = [without, during, besideLoop].map((each) => each.at(-1)?.toFixed(4)).join(', ')
      const took = `a snapshot beside orders in ${Math.round(ms)} ms`
      console.error(`round ${round}: ${took}; p99 without, with, beside a loop: ${waits}`)
    }
  } finally {
    await exchange.stop()
    await stopChores()
    await db.destroy()
  }
  return { without: median(without), during: median(during), besideLoop: median(besideLoop) }
}

/** A process that does nothing, as fast as it is let. */
async function loopFor(ms: number): Promise<void> {
  const loop = spawn(process.execPath, ['--eval', 'for (;;);'], { detached: true })
  if (loop.pid !== undefined) await standBack(loop.pid, 'last')
  await sleep(ms)
  loop.kill('SIGKILL')
}

/** Leaves of as many blocks as hold all members, a power of two, and what lies above them. */
function nodesOf(members: number): number {
  return 2 * LEAVES_IN_BLOCK * 2 ** Math.ceil(Math.log2(members / MEMBERS_IN_BLOCK)) - 1
}

/** Three accounts for each, and a statement; no entry has made them, which no snapshot looks at. */
async function openAccounts(db: Db, members: number): Promise<void> {
  const owned = [
    memberAccount(1, 'change', currencies.USDT.id),
    memberAccount(1, 'unclaimed', currencies.BTBC.id),
    memberAccount(1, 'launches', currencies.LAUNCH.id),
  ]
  const [one] = owned
  if (!one) throw new Error('members have no accounts')
  for (let first = 1; first <= members; first += AT_ONCE) {
    const last = Math.min(members, first + AT_ONCE - 1)
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const { purpose, currency } of owned) {
        const offset = accountId(memberAccount(1, purpose as 'change', currency)) - 2 ** 20
        await sql`insert into ledger_account (id, owner, purpose, currency, available)
          select n::bigint * 1048576 + ${offset}::bigint, n, ${purpose}, ${currency}, n % 1000 * ${UNIT}::bigint
          from generate_series(${first}::integer, ${last}::integer) n`.execute(tx)
      }
      await sql`insert into ledger_digest (member_id, hash) select n, sha256(int4send(n))
        from generate_series(${first}::integer, ${last}::integer) n`.execute(tx)
    })
  }
  await sql`vacuum analyze`.execute(db)
}

function hashAll(nodes: number): void {
  const node = Buffer.alloc(NODE_BYTES)
  for (let n = 0; n < nodes; n += 1) {
    node.writeUInt32BE(n, 1)
    hash('sha256', node, 'binary')
  }
}

type Measured = { wall: number; node: number; postgres: number }

async function measured(postgres: number, work: () => Promise<void>): Promise<Measured> {
  const before = { at: performance.now(), node: cpuOf(process.pid), postgres: cpuOfAll(postgres) }
  await work()
  const wall = (performance.now() - before.at) / 1000
  // The process that grows trees counts once it has ended.
  await sleep(END_MS)
  return {
    wall,
    node: cpuOf(process.pid) - before.node,
    postgres: cpuOfAll(postgres) - before.postgres,
  }
}

/** Of the process and those of its children that have ended, in seconds. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, , , , , , , , , , , user = 0, system = 0, users = 0, systems = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return (user + system + users + systems) / TICKS_PER_SECOND
}

/** A child that ended meanwhile is counted with the children of its parent. */
function cpuOfAll(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter((child) => child !== ''),
  )
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + (cpuIfThere(each) ?? 0), 0)
}

function cpuIfThere(pid: number): number | undefined {
  try {
    return cpuOf(pid)
  } catch {
    return undefined
  }
}
