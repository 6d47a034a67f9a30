/**
 * What members do each day, over HTTP to the whole product in a process of its own: starts, and the
 * reads of Home and its neighbours, with 100,000 members in a tree of ten each. Against TPC-B on the
 * same database server in the same run.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { advance } from '@btbc/e2e/api.ts'
import { startProduct } from '@btbc/e2e/product.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type HttpConnections, connections } from '#http-client.ts'
import { openSessions, tokenOf } from '#members.ts'
import type { BenchResult } from '#result.ts'
import {
  type Contender,
  connectTo,
  createDatabase,
  measureInRounds,
  ratiosTo,
  serverSettings,
  settleIn,
} from '#rounds.ts'
import { TPCB_CLIENTS, openTpcb } from '#tpcb.ts'

const MEMBERS = 100_000
const CHILDREN_EACH = 10
const CONNECTIONS = 64
const ENTRIES_AT_ONCE = 5_000
const LAUNCHES_EACH = 20n
const DAY_S = 24 * 60 * 60

type Asked = { first: number; last: number; posted?: boolean }

/** In a tree of ten each, by number: who has ten below, ten and their hundred, and all others. */
const TEAM_OF_10 = { first: 1_112, last: 9_999 }
const TEAM_OF_110 = { first: 112, last: 999 }
const TEAM_OF_ALL = { first: 1, last: 1 }
const ANYBODY = { first: 1, last: MEMBERS }

const { BTBC, LAUNCH } = currencies

export async function run(): Promise<BenchResult> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: serverSettings,
  })
  const open: (() => unknown)[] = []
  try {
    const admin = await connectTo(server.url)
    open.push(() => admin.end())
    const tpcb = await openTpcb(await createDatabase(admin, server.url, 'tpcb'))
    open.push(() => tpcb.close())
    const booksUrl = await createDatabase(admin, server.url, 'books')
    await migrate(booksUrl)
    const db = openDatabase(booksUrl, { connectionsMax: 2 })
    open.push(() => db.destroy())
    await openSessions(db, { count: MEMBERS, childrenEach: CHILDREN_EACH })
    const product = await startProduct(place, {
      DATABASE_URL: booksUrl,
      BTBC_SAMPLE: '0',
      BTBC_LIQUIDITY: '0',
    })
    open.push(() => product.end('SIGTERM'))
    await fundMembers(db)
    const callers = connections(product.url, CONNECTIONS)
    open.push(() => callers.close())
    const transact = async (client: number) => {
      await tpcb.transact(client)
      return 1
    }
    await settleIn(admin)
    const medians = await measureInRounds([
      { name: 'TPC-B', writers: TPCB_CLIENTS, step: transact },
      ...contendersOver(product.url, callers),
    ])
    const findings = await audit(db)
    if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`)
    return { bench: 'app', ratios: ratiosTo('TPC-B', medians), medians, unit: 'per second' }
  } finally {
    for (const close of open.toReversed()) await close()
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

/** Launches for all, and a pool that covers whatever they start. */
async function fundMembers(db: Db): Promise<void> {
  const entry = (key: string, kind: Entry['kind'], move: Entry['moves'][number]): Entry => ({
    key,
    kind,
    at: new Date(),
    moves: [move],
  })
  const pool = entry('bench:pool', 'pool.funded', {
    from: houseAccount('issuance', BTBC.id),
    to: houseAccount('pool:mining', BTBC.id),
    amount: 10_000_000n * UNIT,
  })
  await db.transaction().execute((tx) => postBatch(tx, [pool]))
  for (let first = 1; first <= MEMBERS; first += ENTRIES_AT_ONCE) {
    const part = Array.from({ length: ENTRIES_AT_ONCE }, (_, n) =>
      entry(`bench:launches:${first + n}`, 'launch.bought', {
        from: houseAccount('issuance', LAUNCH.id),
        to: memberAccount(first + n, 'launches', LAUNCH.id),
        amount: LAUNCHES_EACH,
      }),
    )
    await db.transaction().execute((tx) => postBatch(tx, part))
  }
}

function contendersOver(url: string, callers: HttpConnections): Contender[] {
  const read = (
    name: string,
    address: string,
    { first, last, posted = false }: Asked = ANYBODY,
  ) => {
    let turn = 0
    const step = async (n: number) => {
      const headers = headersOf(first + (turn++ % (last - first + 1)))
      const caller = callers.at(n)
      const answer = posted ? caller.post(address, headers, '{}') : caller.get(address, headers)
      return checked(await answer)
    }
    return { name, writers: CONNECTIONS, prepare: () => callers.renew(), step }
  }
  let starter = 0
  const start: Contender = {
    name: 'start',
    writers: CONNECTIONS,
    // A day later everybody may start again.
    async prepare() {
      starter = 0
      await advance(url, DAY_S)
      await callers.renew()
    },
    async step(n) {
      starter += 1
      return checked(await callers.at(n).post('/api/machine/start_all', headersOf(starter), '{}'))
    },
  }
  return [
    start,
    read('team of 10', '/api/machine/team', TEAM_OF_10),
    read('team of 110', '/api/machine/team', TEAM_OF_110),
    read(`team of ${MEMBERS}`, '/api/machine/team', TEAM_OF_ALL),
    read('info', '/api/user/info'),
    read('wallets', '/api/wallet/list', { ...ANYBODY, posted: true }),
    read('reward', '/api/machine/has_reward'),
    read('records', '/api/charge_mention/log?page=1&limit=20'),
  ]
}

function headersOf(member: number): Record<string, string> {
  return { authorization: `Bearer ${tokenOf(member)}` }
}

function checked(answer: string): number {
  if (!answer.startsWith('{"type":"ok"')) throw new Error(`It was not served: ${answer}`)
  return 1
}
