/**
 * Orders over HTTP to the whole product in a process of its own: session, limits off, contract,
 * engine, commit with fsync, answer. Against TPC-B on the same database server in the same run.
 */

import { createHmac } from 'node:crypto'
import { createApiKey } from '@btbc/contract/api-key.ts'
import { listEndedOrders, placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { call, ok } from '@btbc/e2e/api.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { type HttpConnection, type HttpConnections, connections, servedOne } from '#http-client.ts'
import { headersOf, openSessions, tokenOf } from '#members.ts'
import { TRADERS, fundTraders, nextOrder } from '#order-flow.ts'
import { measureProduct } from '#product.ts'
import { type BenchResult, median, percentile } from '#result.ts'
import { type Contender, ratiosTo } from '#rounds.ts'

const FEW = 64
const MANY = 512
const BATCH_WRITERS = 32
const BATCH_ORDERS = 50

export async function run({ of }: { of: number }): Promise<BenchResult> {
  const waits: Waits = { few: [], many: [] }
  const { medians, held } = await measureProduct(
    async (db) => {
      await openSessions(db, { count: TRADERS })
      await fundTraders(db)
    },
    (url) => openContenders(url, waits),
    { of },
  )
  const ratios = ratiosTo('TPC-B', medians)
  const delays = {
    [`median ms of single at ${FEW}`]: median(waits.few),
    [`p99 ms of single at ${FEW}`]: percentile(waits.few, 0.99),
    'median ms of single': median(waits.many),
    'p99 ms of single': percentile(waits.many, 0.99),
  }
  return { bench: 'http', ratios, medians: { ...medians, ...delays, ...held }, unit: 'per second' }
}

/** What single orders waited for their answers. */
type Waits = { few: number[]; many: number[] }

/** Those who call over HTTP. */
async function openContenders(
  url: string,
  waits: Waits,
): Promise<{ all: Contender[]; close: () => void }> {
  const few = connections(url, FEW)
  const many = connections(url, MANY)
  const keys = await createKeys(url)
  let batches = 0
  let isMeasured = false
  const sendTimed = (those: HttpConnections, waited: number[]) => async (n: number) => {
    const startedAt = performance.now()
    const done = await sendOne(those.at(n), n + 1)
    if (isMeasured) waited.push(performance.now() - startedAt)
    return done
  }
  const finish = async () => {
    isMeasured = false
    // Whoever asks for a member's orders waits for the history: so it is complete after this.
    await call(url, listEndedOrders, {}, { token: tokenOf(1) })
  }
  const start = () => void (isMeasured = true)
  const sendBatch = (n: number) => sendMany(few.at(n), keys[batches++ % keys.length])
  const prepareFew = { prepare: () => few.renew() }
  const prepareMany = { prepare: () => many.renew() }
  return {
    all: [
      { name: 'bare POST', writers: MANY, ...prepareMany, step: (n) => sendNothing(many.at(n)) },
      {
        name: `single at ${FEW}`,
        writers: FEW,
        ...prepareFew,
        step: sendTimed(few, waits.few),
        start,
        finish,
      },
      {
        name: 'single',
        writers: MANY,
        ...prepareMany,
        step: sendTimed(many, waits.many),
        start,
        finish,
      },
      { name: 'batch', writers: BATCH_WRITERS, ...prepareFew, step: sendBatch, finish },
    ],
    close: () => [few, many].forEach((each) => each.close()),
  }
}

/** Of few members each is on one side, so that nobody meets an order of their own. */
function sideOf(member: number): 'buy' | 'sell' {
  return member % 2 === 0 ? 'buy' : 'sell'
}

/** A call that nobody serves: what HTTP and JSON cost, and all that every call passes. */
async function sendNothing(connection: HttpConnection): Promise<number> {
  const answer = await connection.post('/api/nothing', {}, '{}')
  if (!answer.includes('"code":"not_found"')) throw new Error(`It was served: ${answer}`)
  return 1
}

/** Each connection is one member's. */
async function sendOne(connection: HttpConnection, member: number): Promise<number> {
  const order = nextOrder(sideOf(member))
  const body = JSON.stringify({
    currency_id: order.marketId,
    mode: 2,
    price: formatAmount(order.price ?? 0n),
    num: formatAmount(order.quantity ?? 0n),
  })
  const { path } = order.side === 'buy' ? placeBuy : placeSell
  return servedOne(await connection.post(`/api${path}`, headersOf(member), body))
}

type Key = { member: number; key: string; secret: string }

async function createKeys(url: string): Promise<Key[]> {
  const keys: Key[] = []
  for (let member = 1; member <= MANY; member++) {
    const wanted = { label: 'bench', scopes: ['trade' as const] }
    const made = ok(await call(url, createApiKey, wanted, { token: tokenOf(member) }))
    keys.push({ member, ...made })
  }
  return keys
}

/** Fifty orders in one signed call of the bots' API. */
async function sendMany(connection: HttpConnection, key: Key | undefined): Promise<number> {
  if (!key) throw new Error('There is no such client')
  const orders = Array.from({ length: BATCH_ORDERS }, () => {
    const { side, price = 0n, quantity = 0n } = nextOrder(sideOf(key.member))
    return {
      symbol: 'BTCUSDT',
      side: side === 'buy' ? 'BUY' : 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: formatAmount(price),
      quantity: formatAmount(quantity),
    }
  })
  const body = JSON.stringify({ orders })
  const query = `timestamp=${Date.now()}`
  const signature = createHmac('sha256', key.secret)
    .update(query + body)
    .digest('hex')
  const address = `/api/v3/batchOrders?${query}&signature=${signature}`
  const answer = await connection.post(address, { 'x-mbx-apikey': key.key }, body)
  if (answer.includes('"code":'))
    throw new Error(`An order was not taken: ${/[^{]*"code".*/.exec(answer)?.[0]}`)
  return BATCH_ORDERS
}
