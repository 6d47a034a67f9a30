/** What members and bots ask of a large house and of a small one, and of what is large in the large one. */

import { createHmac } from 'node:crypto'
import { type Call, requestOf } from '@btbc/client/client.ts'
import { readProfile } from '@btbc/contract/account.ts'
import { createApiKey } from '@btbc/contract/api-key.ts'
import { readHome } from '@btbc/contract/home.ts'
import { listRecords, readTeam, startRun } from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { listWallets, readStatement } from '@btbc/contract/wallet.ts'
import { advance, call, ok } from '@btbc/e2e/api.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { House } from '#growth-house.ts'
import type { Bots } from '#growth-orders.ts'
import { connections, type HttpConnection, type HttpConnections } from '#http-client.ts'
import { headersOf, tokenOf } from '#members.ts'
import { callsOver, type Pair, type Work } from '#pairs.ts'

const CONNECTIONS = 64
const ROWS = 10
/** As long as a signed call may be on its way: 64 of them wait for two processors. */
const WINDOW_MS = 60_000
const DAY_S = 24 * 60 * 60
/** Everybody of the small house starts once in a round, in the warm-up or after it. */
const CALLS_EACH = 0.8
/** Who asks: as many in a large house as in a small one, so that sessions are as new in both. */
const ASKING_EACH = 0.5

/** A house with the address at which it is served. */
type Served = House & { address: string }
type Asked = { house: Served; callers: HttpConnections; count: number; asking: number }
type Step = (connection: HttpConnection, turn: number) => Promise<string>

export async function pairsOfCalls(
  houses: { much: Served; little: Served },
  bots: Bots,
): Promise<{ pairs: Pair[]; close: () => void }> {
  const { members } = houses.little
  const ask = (house: Served): Asked => ({
    house,
    callers: connections(house.address, CONNECTIONS),
    count: Math.floor(members * CALLS_EACH),
    asking: Math.floor(members * ASKING_EACH),
  })
  const [large, small] = [ask(houses.much), ask(houses.little)]
  const page = { page: 1, limit: ROWS }
  const statement = { ...page, wallet: 'change', currency: currencies.BTBC.id }
  const inBoth = (name: string, each: Call, request: object = {}): Pair => ({
    name,
    much: byAnybody(large, each, request),
    little: byAnybody(small, each, request),
  })
  const ofTwo = (name: string, each: Call, request: object, [one, other]: Two): Pair => ({
    name,
    much: repeated(
      large,
      reader(each, request, () => one),
    ),
    little: repeated(
      large,
      reader(each, request, () => other),
    ),
  })
  const { popular, quiet, first, teamOfTen } = large.house
  const pairs = [
    { name: 'start', much: starts(large), little: starts(small) },
    inBoth('team', readTeam),
    inBoth('info', readProfile),
    inBoth('wallets', listWallets),
    inBoth('reward', readOutput),
    inBoth('records', listRecords, page),
    inBoth('home', readHome),
    ofTwo('records of one', listRecords, page, [popular, quiet]),
    ofTwo('statement of one', readStatement, statement, [popular, quiet]),
    ofTwo('team of one', readTeam, {}, [first, teamOfTen]),
    ...(await pairsOfBots(large, [bots.busy, bots.idle])),
  ]
  const close = () => [large, small].forEach(({ callers }) => callers.close())
  return { pairs, close }
}

/** Who has much and who has little. */
type Two = readonly [number, number]

/** A day later everybody may start again. */
function starts(asked: Asked): Work {
  const { address } = asked.house
  let starter = 0
  const prepare = async () => {
    starter = 0
    await advance(address, DAY_S)
  }
  const step = async (connection: HttpConnection) => {
    starter += 1
    return await connection.post(`/api${startRun.path}`, headersOf(starter), '{}')
  }
  return repeated(asked, step, prepare)
}

/** Asked by members from all over the house in turn. */
function byAnybody(asked: Asked, each: Call, request: object): Work {
  const apart = Math.floor(asked.house.members / asked.asking)
  return repeated(
    asked,
    reader(each, request, (turn) => 1 + (turn % asked.asking) * apart),
  )
}

function reader(each: Call, request: object, memberOf: (turn: number) => number): Step {
  const { target, body } = requestOf(each, request)
  const address = `/api${target}`
  return async (connection, turn) => {
    const headers = headersOf(memberOf(turn))
    return body === undefined
      ? await connection.get(address, headers)
      : await connection.post(address, headers, body)
  }
}

function repeated(asked: Asked, step: Step, prepare?: () => Promise<unknown>): Work {
  const { callers, count } = asked
  let turn = 0
  return callsOver(callers, {
    connections: CONNECTIONS,
    count,
    prepare,
    async step(n) {
      const answer = await step(callers.at(n), turn++)
      if (!SERVED.test(answer)) throw new Error(`It was not served: ${answer}`)
    },
  })
}

/** Of a call of our own, or a list of the bots' API. */
const SERVED = /^(\{"type":"ok"|\[\{)/

async function pairsOfBots(asked: Asked, [busy, idle]: Two): Promise<Pair[]> {
  const [much, little] = [await keyOf(asked.house, busy), await keyOf(asked.house, idle)]
  return ['allOrders', 'myTrades'].map((name) => ({
    name: `${name} of one`,
    much: repeated(asked, signedReader(name, much)),
    little: repeated(asked, signedReader(name, little)),
  }))
}

type Key = { key: string; secret: string }

async function keyOf({ address }: Served, member: number): Promise<Key> {
  const wanted = { label: 'bench', scopes: ['read' as const] }
  return ok(await call(address, createApiKey, wanted, { token: tokenOf(member) }))
}

function signedReader(name: string, { key, secret }: Key): Step {
  return async (connection) => {
    const query = `symbol=BTCUSDT&limit=${ROWS}&recvWindow=${WINDOW_MS}&timestamp=${Date.now()}`
    const signature = createHmac('sha256', secret).update(query).digest('hex')
    const address = `/api/v3/${name}?${query}&signature=${signature}`
    return await connection.get(address, { 'x-mbx-apikey': key })
  }
}
