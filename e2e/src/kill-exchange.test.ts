import {
  cancelOrder as cancelOrderCall,
  listEndedOrders,
  placeBuy,
  placeSell,
  listOpenBuys,
  listOpenSells,
} from '@btbc/contract/exchange.ts'
import { afterEach, expect, test } from 'vitest'

import { call, logIn, ok } from '#api.ts'
import { isCampaign } from '#campaign.ts'
import { runAudit } from '#commands.ts'
import { postgresOf } from '#database.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/**
 * kill -9 under a stream of orders and cancels. A client outside writes down what it meant to do and
 * what was acknowledged; afterwards every acknowledged order, fill and cancel must be there, once.
 */

const BTBC = 28
const CLIENTS = 6
/** Of a machine that may be busy with other things; `npm run bench -- recovery` measures it. */
const RECOVERY_MS_MAX = 60_000
const SERVER_KILLS = isCampaign ? 30 : 3
const POSTGRES_KILLS = isCampaign ? 10 : 1
const UNDER_LOAD_MS = 1_200
const ACKNOWLEDGED_MIN = 50
const LOAD_MS_MAX = 60_000
/** A PostgreSQL that keeps dying within ten seconds is given up, as it should be. */
const POSTGRES_STEADY_MS = 11_000
/** Only the members trade: every trade has both its sides in their lists. */
const QUIET = { BTBC_LIQUIDITY: '0' }

let dataDirectory = ''
let product: Product | undefined

afterEach(async () => {
  await product?.end('SIGKILL')
  removeDataDirectory(dataDirectory)
})

type Trader = { token: string; direction: 'in' | 'out' }
/** What the client knows of an order it sent. */
type Sent = {
  trader: Trader
  key: string
  id?: number
  filled?: string
  cancelAsked?: boolean
  cancelled?: boolean
}
type Row = {
  id: number
  filled: string
  status: string
  direction: 'in' | 'out'
  client_id?: string | undefined
}

let keysMade = 0

/** Small orders around one price, so that about half of them meet. */
function nextOrder(n: number): { price: string; num: string } {
  return { price: `0.80${String(n % 5).padStart(2, '0')}`, num: String(2 + (n % 4)) }
}

async function sendOrder(url: string, sent: Sent, n: number): Promise<void> {
  const request = { currency_id: BTBC, mode: 2, ...nextOrder(n) }
  const { token, direction } = sent.trader
  const answer = await call(url, direction === 'in' ? placeBuy : placeSell, request, {
    token,
    key: sent.key,
  })
  if (answer.type !== 'ok') return
  sent.id = answer.message.id
  sent.filled = answer.message.filled
}

async function cancelOrder(url: string, sent: Sent): Promise<void> {
  if (sent.id === undefined) return
  sent.cancelAsked = true
  const { token, direction } = sent.trader
  const answer = await call(url, cancelOrderCall, { id: sent.id, type: direction }, { token })
  if (answer.type === 'ok') sent.cancelled = true
}

/** Sends orders and cancels without a pause until it is told to stop; a broken connection is no answer. */
async function trade(
  trader: Trader,
  log: Sent[],
  { url, isOver }: { url: string; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const n = (keysMade += 1)
    const sent: Sent = { trader, key: `order-${n}` }
    log.push(sent)
    try {
      await sendOrder(url, sent, n)
      if (n % 3 === 0) await cancelOrder(url, sent)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

async function loadFor(url: string, traders: readonly Trader[], kill: () => Promise<void>) {
  const log: Sent[] = []
  let isOver = false
  const trading = Array.from({ length: CLIENTS }, (_, n) =>
    trade(traders[n % traders.length] as Trader, log, { url, isOver: () => isOver }),
  )
  const startedAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, UNDER_LOAD_MS))
  const acknowledged = () => log.filter(({ id }) => id !== undefined).length
  while (acknowledged() < ACKNOWLEDGED_MIN && performance.now() - startedAt < LOAD_MS_MAX) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await kill()
  await new Promise((resolve) => setTimeout(resolve, 100))
  isOver = true
  await Promise.all(trading)
  return log
}

async function rowsOf(url: string, { token, direction }: Trader): Promise<Row[]> {
  const rows: Row[] = []
  const open = direction === 'in' ? listOpenBuys : listOpenSells
  for (const list of [open, listEndedOrders]) {
    for (let page = 1; ; page += 1) {
      const request = { page, limit: 200, currency_id: BTBC }
      const read = ok(await call(url, list, request, { token }))
      rows.push(...read.list.filter((row) => row.direction === direction))
      if (page * 200 >= read.total) break
    }
  }
  return rows
}

/** Orders that may be in the way of the next round are cancelled by who placed them. */
async function clearBook(url: string, traders: readonly Trader[]): Promise<void> {
  for (const trader of traders) {
    for (const { id, status } of await rowsOf(url, trader)) {
      if (status !== 'open' && status !== 'partial') continue
      await call(url, cancelOrderCall, { id, type: trader.direction }, trader)
    }
  }
}

async function untilItTakesOrders(url: string, trader: Trader): Promise<void> {
  const takesOrders = async () => {
    const request = { currency_id: BTBC, mode: 2, price: '0.0001', num: '1' }
    const answer = await call(url, placeBuy, request, trader)
    // That is known without the database, which has to be there as well.
    const list = await call(url, listEndedOrders, { currency_id: BTBC }, trader)
    return answer.type === 'error' && answer.code === 'below_minimum' && list.type === 'ok'
  }
  await expect.poll(takesOrders, { timeout: RECOVERY_MS_MAX, interval: 100 }).toBe(true)
}

async function expectNothingLost(url: string, traders: readonly Trader[], log: readonly Sent[]) {
  const byKey = new Map<string, Row[]>()
  for (const trader of traders) {
    for (const row of await rowsOf(url, trader)) {
      if (row.client_id === undefined) continue
      byKey.set(row.client_id, [...(byKey.get(row.client_id) ?? []), row])
    }
  }
  for (const { key, id, filled, cancelAsked, cancelled } of log) {
    const rows = byKey.get(key) ?? []
    expect(rows.length, `${key} is there once at most`).toBeLessThanOrEqual(1)
    if (id === undefined) continue
    const [row] = rows
    expect(row?.id, `${key} was acknowledged as ${id}`).toBe(id)
    expect(Number(row?.filled)).toBeGreaterThanOrEqual(Number(filled))
    if (cancelled) expect(row?.status, `${key} was cancelled`).toBe('cancelled')
    if (!cancelAsked) expect(row?.status, `${key} was not cancelled`).not.toBe('cancelled')
  }
  const filledOf = (direction: 'in' | 'out') =>
    [...byKey.values()]
      .flat()
      .filter((row) => row.direction === direction)
      .reduce((sum, { filled }) => sum + Math.round(Number(filled) * 100), 0)
  // Every trade is in two orders.
  expect(filledOf('in')).toBe(filledOf('out'))
}

async function start(): Promise<{ running: Product; traders: Trader[] }> {
  dataDirectory = makeDataDirectory()
  const running = await startProduct(dataDirectory, QUIET)
  product = running
  const [buyer, seller] = await Promise.all(
    ['alice@btbc.test', 'bob@btbc.test'].map((mail) => logIn(running.url, mail, 'btbc-test-1')),
  )
  const traders: Trader[] = [
    { token: buyer ?? '', direction: 'in' },
    { token: seller ?? '', direction: 'out' },
  ]
  return { running, traders }
}

test(
  `the server killed ${SERVER_KILLS} times among orders and cancels`,
  async () => {
    const { traders } = await start()
    const [first] = traders
    if (!product || !first) throw new Error('nothing runs')
    for (let round = 0; round < SERVER_KILLS; round += 1) {
      const running: Product = product
      await untilItTakesOrders(running.url, first)
      const log = await loadFor(running.url, traders, () => running.end('SIGKILL'))
      expect(log.filter(({ id }) => id !== undefined).length).toBeGreaterThanOrEqual(
        ACKNOWLEDGED_MIN,
      )
      product = await startProduct(dataDirectory, QUIET)
      await untilItTakesOrders(product.url, first)
      await expectNothingLost(product.url, traders, log)
      await clearBook(product.url, traders)
    }
    expect(runAudit(dataDirectory)).toMatchObject({ findings: [], status: 0 })
  },
  120_000 + SERVER_KILLS * 90_000,
)

test(
  `PostgreSQL killed ${POSTGRES_KILLS} times among orders and cancels`,
  async () => {
    const { running, traders } = await start()
    const [first] = traders
    if (!first) throw new Error('nobody trades')
    for (let round = 0; round < POSTGRES_KILLS; round += 1) {
      await untilItTakesOrders(running.url, first)
      if (round > 0) await new Promise((resolve) => setTimeout(resolve, POSTGRES_STEADY_MS))
      const log = await loadFor(running.url, traders, async () => {
        process.kill(postgresOf(dataDirectory).pid, 'SIGKILL')
      })
      await untilItTakesOrders(running.url, first)
      await expectNothingLost(running.url, traders, log)
      await clearBook(running.url, traders)
    }
    expect(runAudit(dataDirectory)).toMatchObject({ findings: [], status: 0 })
  },
  120_000 + POSTGRES_KILLS * 90_000,
)
