import { listApiKeyUses } from '@btbc/contract/api-key.ts'
import { listBankDeposits } from '@btbc/contract/bank-deposit.ts'
import { listBankWithdrawals } from '@btbc/contract/bank-withdrawal.ts'
import { listDeals } from '@btbc/contract/deal.ts'
import { listDeposits } from '@btbc/contract/deposit.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { listEndedOrders } from '@btbc/contract/exchange.ts'
import { listFeedback } from '@btbc/contract/feedback.ts'
import { listFunds } from '@btbc/contract/fund.ts'
import { listOnlineDeposits } from '@btbc/contract/gateway.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import { listOffers } from '@btbc/contract/offer.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { listCases, readCase } from '@btbc/contract/operator/case.ts'
import { listDisputes, readDispute } from '@btbc/contract/operator/dispute.ts'
import { readTimeline } from '@btbc/contract/operator/member.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { listPackets } from '@btbc/contract/packet.ts'
import { type PaymentList, statusNumber } from '@btbc/contract/payment-state.ts'
import { listAttestations } from '@btbc/contract/proof.ts'
import { listWithdrawals } from '@btbc/contract/withdrawal.ts'
import type { Db } from '@btbc/database/database.ts'
import { looksOf } from '@btbc/database/testing.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startBot, type Values } from '#testing/bots.ts'
import { fill, settleTables } from '#testing/histories.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, startTestServer } from '#testing/server.ts'

/** What a list costs follows from the page that it shows, however long it has become. */

const ROWS = 1500
const FEW = 20
const PAGE = { limit: 20 }
const DEEP = { ...PAGE, page: 40 }
/** Orders and trades of one list that bots are shown. */
const BATCH = 50
/** For each row of a page its member, its decision, what came before it: five, and as many again. */
const ROWS_MAX = 10 * PAGE.limit
/**
 * The look for a moment halves the ids that are left, and of so few lists it may read all in each step;
 * then an order and its batch for each row of the page, and one more.
 */
const MOMENT_ROWS_MAX = Math.ceil(Math.log2(ROWS)) * (ROWS / BATCH) + 3 * (PAGE.limit + 1)
/** Of the deals of each side the last ones. */
const DISPUTE_ROWS_MAX = 2 * 500 + ROWS_MAX
/** Of each of its sources a page, and one more. */
const TIMELINE_ROWS_MAX = 20 * (PAGE.limit + 1)
const MIDDLE = ['deposit', 'withdrawal', 'bank_deposit', 'bought', 'sold', 'notice', 'feedback']
  .map((source) => `${source}.${ROWS / 2}`)
  .join('~')
/** So deep, as many as are counted, and of some lists a second index. */
const KEYS_MAX = 4 * ROWS
/** One row, always, and of step-ups those of an hour. */
const SHORT = /^deposit_watch$|^book_audit$|^step_up$|_chain_mark$/
const JSON_OF_ROOT = `json_build_object('at', '2026-01-01T00:00:00.000Z',
  'tree', json_build_object('depth', 1, 'root', 'r'), 'books', json_build_object('hash', 'h'))::text`

/** Nearly all of one kind, and the few oldest of another. */
const oldest = (old: string, others: string) =>
  `case when n <= ${FEW} then ${old} else ${others} end`
const AT = `timestamptz '2026-01-01' + n * interval '1 min'`
/** The days on which the rows above are. */
const LOG_DAYS = { from: '2026-01-01', to: '2026-01-02' }
const OLD_MS = Date.UTC(2020, 0, 9)
const FIRST_HOUR = { startTime: Date.UTC(2026, 0, 1), endTime: Date.UTC(2026, 0, 1, 1) }

type Who = Record<'memberId' | 'otherId' | 'operatorId', number>

async function fillAll(db: Db, { memberId, otherId, operatorId }: Who) {
  // Of each history a third is somebody else's.
  const own = { member_id: `case n % 3 when 0 then ${otherId} else ${memberId} end` }
  const all = async (table: string, said: Record<string, string | number>) =>
    await fill(db, table, ROWS, said)
  await all('deposit', {
    ...own,
    amount: 100,
    state: oldest(`'gone'`, `'credited'`),
    currency: `case when n <= ${2 * FEW} then 18 else 3 end`,
    seen_at: AT,
    problem: oldest(`'odd'`, `''`),
    problem_at: `timestamptz '2026-03-01'`,
  })
  await all('withdrawal', {
    ...own,
    state: oldest(`'cancelled'`, `'done'`),
    currency: oldest('18', '3'),
    created_at: AT,
    decide_by: AT,
  })
  await all('bank_deposit', {
    ...own,
    state: oldest(`'rejected'`, `'done'`),
    closed_at: AT,
  })
  await all('bank_withdrawal', {
    ...own,
    state: oldest(`'cancelled'`, `'done'`),
    ended_at: AT,
    platform: '(select platform from bank order by platform, key limit 1)',
    bank_key: '(select key from bank order by platform, key limit 1)',
  })
  await all('gateway_order', {
    ...own,
    state: oldest(`'cancelled'`, `'done'`),
    created_at: AT,
    platform: '(select code from gateway_platform order by code limit 1)',
  })
  await all('deal', {
    buyer_id: `case n % 2 when 0 then ${memberId} else ${otherId} end`,
    seller_id: `case n % 2 when 1 then ${memberId} else ${otherId} end`,
    state: oldest(`'cancelled'`, `'finished'`),
    disputed_at: AT,
    closed_at: AT,
    way: `'bank'`,
    is_counted: 'true',
  })
  await all('notice', { ...own, message: `'login_locked'`, read_at: AT })
  await all('article', { kind: `'news'` })
  await all('article_version', {
    article_id: `(select max(id) from article) - ${ROWS} + n`,
    language: `'en'`,
    state: `'published'`,
    live_at: AT,
  })
  await all('proof_attestation', { number: 'n', text: JSON_OF_ROOT, coverage: `'[]'` })
  await all('fund_contract', {
    ...own,
    state: oldest(`'running'`, `'ended'`),
    product_id: 1,
    days: 1,
    rate_bps: 1,
  })
  await all('feedback', { ...own, state: oldest(`'answered'`, `'closed'`) })
  await all('feedback_message', { feedback_id: 'n', member_id: memberId, at: AT })
  await all('red_packet', {
    state: oldest(`'dropped'`, `'ended'`),
    currency: 3,
    split: `'random'`,
    audience: `'all'`,
  })
  await all('offer', { ...own, price: 1, ways: `'{}'` })
  await fill(db, 'identity', 300, { ...own, state: `'rejected'`, decided_at: AT })
  await all('operator_audit', {
    position: 'n + 1000',
    operator_id: operatorId,
    at: AT,
    action: oldest(`'old'`, `'new'`),
    subject: oldest(`'old'`, `'new'`),
    details: oldest(`jsonb_build_object('member', 7)`, `'{}'`),
  })
  await all('operator_proposal', {
    kind: oldest(`'pool.fund'`, `'packet.end'`),
    state: `'accepted'`,
    made_by: operatorId,
  })
  const { rows } = await sql<{
    id: number
  }>`select id from api_key where member_id = ${memberId}`.execute(db)
  await all('api_key_use', { api_key_id: rows[0]?.id ?? 0, minute: AT, outcome: `'accepted'` })
}

const BNB = 18

/** Orders that ended and traded at once, a minute for each batch of them. */
async function fillOrders(db: Parameters<typeof fill>[0], memberId: number) {
  const each = (value: string, type = 'bigint') =>
    `array_fill((${value})::${type}, array[${BATCH}])`
  const first = `(n - 1) * ${BATCH} + 1`
  const last = `n * ${BATCH}`
  const ids = `array(select generate_series(${first}, ${last}))`
  const lists = ROWS / BATCH
  const market = { market_id: BNB }
  await fill(db, 'exchange_ended_batch', lists, {
    ...market,
    first_n: first,
    last_n: last,
    ended_at: AT,
    id: ids,
    member_id: each(String(memberId), 'integer'),
    terms: each('0', 'smallint'),
    status: each('2', 'smallint'),
    price: each('100'),
    stop_price: each('null'),
    quantity: each('1'),
    filled: each('1'),
    quote_filled: each('1'),
    fee: each('0'),
    first_trade: ids,
    last_trade: ids,
    created_at: each(`(extract(epoch from ${AT}) * 1000)`),
  })
  await fill(db, 'exchange_trade_batch', lists, {
    ...market,
    first_id: first,
    last_id: last,
    at: AT,
    price: each('100'),
    quantity: each('1'),
    quote: each('1'),
    taker_sells: each('true', 'boolean'),
    maker_order: ids,
    taker_order: ids,
    maker_id: each(String(memberId), 'integer'),
    taker_id: each('1', 'integer'),
    maker_fee: each('0'),
    taker_fee: each('0'),
  })
  for (const minutes of [1440, 60]) {
    await fill(db, 'market_candle', ROWS, {
      ...market,
      minutes,
      at: `timestamptz '2020-01-01' + n * interval '${minutes} min'`,
    })
  }
  await sql`update market_candle_through set trade_id = ${ROWS} where market_id = ${BNB}`.execute(
    db,
  )
  const listed = { ...market, member_id: memberId, first_id: first, last_id: last, ids }
  await fill(db, 'exchange_orders_of_member', lists, { ...listed, ns: ids })
  await fill(db, 'exchange_trades_of_member', lists, listed)
  await fill(db, 'exchange_order_tally', 1, { ...market, member_id: memberId, ended: ROWS })
  await sql`update exchange_indexed set orders_through = ${ROWS}, trades_through = ${ROWS}
    where market_id = ${BNB}`.execute(db)
}

type Ask = () => Promise<readonly unknown[]>

const DEPOSITS = '/sapi/v1/capital/deposit/hisrec'
const WITHDRAWALS = '/sapi/v1/capital/withdraw/history'

function failed(list: PaymentList): Values {
  return { status: statusNumber(list, 'cancelled') }
}

async function startHistories() {
  const server = await startTestServer()
  const { db } = server
  const { member, signed } = await startBot(server, 'ada@example.test')
  const { id: otherId } = await server.join('bob@example.test')
  const operator = await hire(server, 'Olga', ['finance', 'support', 'risk', 'auditor'])
  await fillAll(db, { memberId: member.id, otherId, operatorId: operator.id })
  await fillOrders(db, member.id)
  await settleTables(db)
  const listIn = (answer: unknown) => (answer as { list: unknown[] }).list
  return {
    db,
    memberId: member.id,
    of: (call: Endpoint) => (said: Values) => async () =>
      listIn(ok(await server.call(call, said as never, { as: member }))),
    house: (call: OperatorEndpoint) => (said: Values) => async () =>
      listIn(ok(await callOperator(server, call, said as never, { as: operator }))),
    alerts: async () => ok(await callOperator(server, readOverview, {}, { as: operator })).alerts,
    openCase: async () => {
      const asked = { queue: 'bank_deposit', id: 1 } as const
      return [ok(await callOperator(server, readCase, asked, { as: operator }))]
    },
    openDispute: async () => [
      ok(await callOperator(server, readDispute, { id: 1 }, { as: operator })),
    ],
    bot:
      (path: string, said: Values): Ask =>
      async () => {
        const { status, json } = await signed('GET', path, said)
        expect([path, status]).toEqual([path, 200])
        return json as unknown[]
      },
  }
}

/** What the server reads by itself meanwhile is counted, too: what is dear of itself is so each time. */
const LOOKS = 3

async function whyDear(db: Db, ask: Ask, rowsMax: number): Promise<object | undefined> {
  let why: object | undefined
  for (let look = 0; look < LOOKS; look += 1) {
    let shown = 0
    const looks = await looksOf(db, async () => {
      shown = (await ask()).length
    })
    const { rows, keys } = looks
    const scans = looks.scans.filter((table) => !SHORT.test(table))
    if (shown > 0 && rows <= rowsMax && keys <= KEYS_MAX && scans.length === 0) return undefined
    why = { shown, rows, keys, scans }
  }
  return why
}

const SYMBOL = { symbol: 'BNBUSDT', ...PAGE }

test('a page of a list is found by key, the first as well as the deepest and that of the oldest', async () => {
  const { db, memberId, of, house, alerts, openCase, openDispute, bot } = await startHistories()
  /** Its first page, a deep one, and that of a filter that only the oldest pass. */
  const paged = (name: string, ask: (said: Values) => Ask, said: Values = {}, old?: Values) => ({
    [name]: ask({ ...said, ...PAGE }),
    [`${name}, deep`]: ask({ ...said, ...DEEP }),
    ...(old && { [`${name}, oldest`]: ask({ ...said, ...old, ...PAGE }) }),
  })
  const asked = {
    ...paged('deposits', of(listDeposits), {}, failed('coin_recharge_list')),
    ...paged('withdrawals', of(listWithdrawals), {}, failed('coin_withdraw_list')),
    ...paged('bank deposits', of(listBankDeposits), {}, failed('bank_recharge_list')),
    ...paged('bank withdrawals', of(listBankWithdrawals), {}, failed('withdraw_list')),
    ...paged('online deposits', of(listOnlineDeposits), {}, failed('recharge_list')),
    ...paged('deals', of(listDeals), {}, { state: 'cancelled' }),
    ...paged('notices', of(listOwnNotices), {}, { before: FEW }),
    ...paged('news', of(listArticles), { c_id: 5 }),
    ...paged('roots', of(listAttestations)),
    ...paged('funds', of(listFunds), { status: -1 }, { status: 0 }),
    ...paged('feedback', of(listFeedback)),
    ...paged('red packets', of(listPackets)),
    ...paged('offers', of(listOffers)),
    ...paged('key uses', of(listApiKeyUses)),
    ...paged('ended orders', of(listEndedOrders)),
    ...paged('audit log', house(readAuditLog), {}, { subject: 'old' }),
    ...paged('audit log by operator', house(readAuditLog), { operator_id: 1 }, { action: 'old' }),
    ...paged('audit log by days', house(readAuditLog), LOG_DAYS, { member_id: 7 }),
    ...paged('proposals', house(listProposals), {}, { kinds: 'pool.fund' }),
    ...paged('disputes', house(listDisputes), { show: 'decided' }),
    identities: house(listCases)({ queue: 'identity', show: 'decided', ...PAGE }),
    ...paged('vouchers', house(listCases), { queue: 'bank_deposit', show: 'decided' }),
    ...paged('bank payouts', house(listCases), { queue: 'bank_withdrawal', show: 'decided' }),
    ...paged('payouts', house(listCases), { queue: 'coin_withdrawal', show: 'decided' }),
    ...paged('letters', house(listCases), { queue: 'feedback', show: 'decided' }),
    'a case': openCase,
    'a dispute': openDispute,
    alerts,
    'deposits of bots': bot(DEPOSITS, PAGE),
    'deposits of bots, deep': bot(DEPOSITS, { ...PAGE, offset: ROWS / 2 }),
    'deposits of bots, oldest': bot(DEPOSITS, { ...PAGE, coin: 'BNB' }),
    'deposits of bots, earliest': bot(DEPOSITS, { ...PAGE, ...FIRST_HOUR }),
    'withdrawals of bots': bot(WITHDRAWALS, PAGE),
    'withdrawals of bots, deep': bot(WITHDRAWALS, { ...PAGE, offset: ROWS / 2 }),
    'withdrawals of bots, oldest': bot(WITHDRAWALS, { ...PAGE, coin: 'BNB' }),
    'withdrawals of bots, earliest': bot(WITHDRAWALS, { ...PAGE, ...FIRST_HOUR }),
    'orders of bots': bot('/api/v3/allOrders', SYMBOL),
    'orders of bots, from': bot('/api/v3/allOrders', { ...SYMBOL, orderId: BATCH + 1 }),
    'trades of bots': bot('/api/v3/myTrades', SYMBOL),
    candles: bot('/api/v3/klines', { ...SYMBOL, interval: '1d' }),
    'candles, oldest': bot('/api/v3/klines', { ...SYMBOL, interval: '1h', startTime: 0 }),
    'candles until': bot('/api/v3/klines', { ...SYMBOL, interval: '1h', endTime: OLD_MS }),
    'candles of weeks': bot('/api/v3/klines', { ...SYMBOL, interval: '1w' }),
    'trades of one order': bot('/api/v3/myTrades', { ...SYMBOL, orderId: BATCH + 1 }),
  }
  const timeline = (said: Values) => house(readTimeline)({ id: memberId, limit: 20, ...said })
  const ofAll = {
    timeline: timeline({}),
    'timeline, deep': timeline({ after: MIDDLE }),
    'timeline, oldest': timeline({ kind: 'deposit', after: `deposit.${FEW}` }),
    'timeline of a kind': timeline({ kind: 'notice', after: MIDDLE }),
  }
  const byMoment = {
    'orders of bots, earliest': bot('/api/v3/allOrders', { ...SYMBOL, ...FIRST_HOUR }),
    'orders of bots, until': bot('/api/v3/allOrders', { ...SYMBOL, endTime: FIRST_HOUR.endTime }),
    'trades of bots, earliest': bot('/api/v3/myTrades', { ...SYMBOL, ...FIRST_HOUR }),
    'trades of bots, until': bot('/api/v3/myTrades', { ...SYMBOL, endTime: FIRST_HOUR.endTime }),
    'trades of a market': bot('/api/v3/aggTrades', { ...SYMBOL, ...FIRST_HOUR }),
  }
  const mostOf: Record<string, number> = { 'a dispute': DISPUTE_ROWS_MAX }
  const dear: Record<string, unknown> = {}
  for (const [name, ask] of Object.entries({ ...asked, ...ofAll, ...byMoment })) {
    const most = mostOf[name] ?? (name in byMoment ? MOMENT_ROWS_MAX : ROWS_MAX)
    const why = await whyDear(db, ask, name in ofAll ? TIMELINE_ROWS_MAX : most)
    if (why) dear[name] = why
  }
  expect(dear).toEqual({})
  const never = { ...SYMBOL, startTime: 0, endTime: 0 }
  for (const path of ['/api/v3/allOrders', '/api/v3/myTrades']) {
    expect(await bot(path, never)()).toEqual([])
  }
})
