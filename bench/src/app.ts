/**
 * What members do each day, over HTTP to the whole product in a process of its own: starts, and the
 * reads of Home and its neighbours, with 100,000 members in a tree of ten each. Against TPC-B on the
 * same database server in the same run.
 */

import { type Call, requestOf } from '@btbc/client/client.ts'
import { readProfile } from '@btbc/contract/account.ts'
import { readHome } from '@btbc/contract/home.ts'
import { listRecords, readTeam, startRun } from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import type { Db } from '@btbc/database/database.ts'
import { advance } from '@btbc/e2e/api.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type HttpConnections, connections, servedOne } from '#http-client.ts'
import { headersOf, openSessions } from '#members.ts'
import { measureProduct } from '#product.ts'
import type { BenchResult } from '#result.ts'
import { type Contender, ratiosTo } from '#rounds.ts'

const MEMBERS = 100_000
const CHILDREN_EACH = 10
const CONNECTIONS = 64
const ENTRIES_AT_ONCE = 5_000
const LAUNCHES_EACH = 20n
const DAY_S = 24 * 60 * 60

type Asked = { first: number; last: number }

const { BTBC, LAUNCH } = currencies

export async function run({ of }: { of: number }): Promise<BenchResult> {
  const members = MEMBERS / of
  const { medians, held } = await measureProduct(
    (db) => openSessions(db, { count: members, childrenEach: CHILDREN_EACH }),
    async (url, db) => {
      await fundMembers(db, members)
      const callers = connections(url, CONNECTIONS)
      return { all: contendersOver(url, callers, members), close: () => callers.close() }
    },
    { of },
  )
  const ratios = ratiosTo('TPC-B', medians)
  return { bench: 'app', ratios, medians: { ...medians, ...held }, unit: 'per second' }
}

/** Launches for all, and a pool that covers whatever they start. */
export async function fundMembers(db: Db, members: number): Promise<void> {
  const at = new Date()
  const pool: Entry = {
    key: 'bench:pool',
    kind: 'pool.funded',
    at,
    moves: [
      {
        from: houseAccount('issuance', BTBC.id),
        to: houseAccount('pool:mining', BTBC.id),
        amount: 10_000_000n * UNIT,
      },
    ],
  }
  await db.transaction().execute((tx) => postBatch(tx, [pool]))
  for (let first = 1; first <= members; first += ENTRIES_AT_ONCE) {
    const part = Array.from({ length: Math.min(ENTRIES_AT_ONCE, members + 1 - first) }, (_, n) =>
      launchesOf(first + n, at),
    )
    await db.transaction().execute((tx) => postBatch(tx, part))
  }
}

function launchesOf(memberId: number, at: Date): Entry {
  const bought = {
    from: houseAccount('issuance', LAUNCH.id),
    to: memberAccount(memberId, 'launches', LAUNCH.id),
    amount: LAUNCHES_EACH,
  }
  return { key: `bench:launches:${memberId}`, kind: 'launch.bought', at, memberId, moves: [bought] }
}

/** In a tree of ten each, by number: who has ten below, ten and their hundred, and all others. */
function teamsOf(members: number) {
  return {
    ofTen: { first: Math.ceil(members / 90) + 1, last: members / 10 - 1 },
    ofMore: { first: Math.ceil(members / 900) + 1, last: members / 100 - 1 },
    ofAll: { first: 1, last: 1 },
  }
}

function contendersOver(url: string, callers: HttpConnections, members: number): Contender[] {
  const anybody = { first: 1, last: members }
  const { ofTen, ofMore, ofAll } = teamsOf(members)
  const read = (
    name: string,
    call: Call,
    { first, last }: Asked = anybody,
    request: object = {},
  ) => {
    let turn = 0
    const { target, body } = requestOf(call, request)
    const step = async (n: number) => {
      const headers = headersOf(first + (turn++ % (last - first + 1)))
      const caller = callers.at(n)
      const address = `/api${target}`
      const answer =
        body === undefined ? caller.get(address, headers) : caller.post(address, headers, body)
      return servedOne(await answer)
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
      return servedOne(await callers.at(n).post(`/api${startRun.path}`, headersOf(starter), '{}'))
    },
  }
  return [
    start,
    read('team of 10', readTeam, ofTen),
    read('team of 110', readTeam, ofMore),
    read(`team of ${members}`, readTeam, ofAll),
    read('home', readHome),
    read('info', readProfile),
    read('wallets', listWallets),
    read('reward', readOutput),
    read('records', listRecords, anybody, { page: 1, limit: 20 }),
  ]
}
