import { setTimeout as sleep } from 'node:timers/promises'

import { currencies } from '@btbc/money/currency.ts'

import { newKey } from '#testing/server.ts'

import type { Heard } from './caller.ts'
import { begin } from './tally.ts'
import type { Times } from './times.ts'
import type { Person, World } from './world.ts'

/** What honest members do all day, how long each of it took, and what they were refused. */

const { USDT, BTC } = currencies
const PAUSE_MS = 60
/**
 * Somebody has sold to them before they could cancel, or has bought what they were shown; or it is
 * what they themselves have done today.
 */
const OWN_RULES: readonly unknown[] = [
  'order_filled',
  -2011,
  'no_seller',
  'deal_amount_range',
  'price_changed',
  'check_in_done',
  'points_short',
  'feedback_waiting',
  'feedback_day',
]

type Shown = { code?: unknown; message?: { id?: number } }

/** What is looked at and done now and then, one of each in a round. */
const READS: readonly (readonly [name: string, path: string, request?: object])[] = [
  ['quote of a deal', '/legalInfo', { acc: '720', pay_way: 'bank' }],
  ['deals', '/legal_user_deal'],
  ['funds', '/fund/category', { type: 1 }],
  ['lock plan', '/lock/index'],
  ['red packets', '/red/list'],
  ['campaign', '/campaign'],
  ['notices', '/notice/list'],
  ['ways to pay', '/pay/platforms'],
]
const CHANGES: readonly (readonly [name: string, path: string, request?: object])[] = [
  ['fund', '/fund/buy', { amount: '5', day: 7, type: 1 }],
  ['lock', '/lock/buy', { price: '5' }],
  ['check-in', '/sign/in', { zone: 'UTC' }],
  ['points', '/machine/exchange', { amount: 1 }],
  ['feedback', '/feedback/add', { content: 'Thank you.' }],
  ['notices read', '/notice/read'],
]

type Note = (name: string, heard: Heard, ms: number) => void

/** One round of each call; what is refused is written down, whoever is to blame. */
async function goRound(person: Person, round: number, note: Note) {
  const timed = async (name: string, call: () => Promise<Heard>): Promise<Shown> => {
    const startedAt = performance.now()
    const heard = await call()
    note(name, heard, performance.now() - startedAt)
    await sleep(PAUSE_MS)
    return heard.json ?? {}
  }
  const change = { number: '1', currency_id: USDT.id }
  const there = { ...change, from_field: 'change', to_field: 'legal' }
  const back = { ...change, from_field: 'legal', to_field: 'change' }
  const order = { currency_id: BTC.id, num: '0.01', price: '1000', mode: 2 }
  await timed('balances', () => person.app('/wallet/list'))
  await timed('transfer', () => person.app('/wallet/change', there, { key: newKey() }))
  await timed('transfer', () => person.app('/wallet/change', back, { key: newKey() }))
  const placed = await timed('order', () => person.app('/transaction/in', order, { key: newKey() }))
  const cancelled = { id: placed.message?.id ?? 0, type: 'in' }
  await timed('cancel', () => person.app('/transaction_del', cancelled, { key: newKey() }))
  const bid = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' }
  await timed('order of a bot', () =>
    person.bot('POST', '/api/v3/order', { ...bid, price: '1000', quantity: '0.01' }),
  )
  await timed('cancel of a bot', () =>
    person.bot('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' }),
  )
  await timed('quotations', () => person.app('/currency/quotation_new', {}, { method: 'GET' }))
  await timed('depth', () => person.send('/api/v3/depth?symbol=BTCUSDT&limit=100'))
  await timed('candles', () => person.send('/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=100'))
  await timed('records', () => person.app('/charge_mention/log', { t: 0 }, { method: 'GET' }))
  await timed('solvency', () => person.app('/solvency', {}, { method: 'GET' }))
  const [read, done] = [READS[round % READS.length], CHANGES[round % CHANGES.length]]
  if (read) await timed(read[0], () => person.app(read[1], read[2], { method: 'GET' }))
  if (done) await timed(done[0], () => person.change(done[1], done[2]))
}

/** Every honest member, round after round, until it is over. */
export async function liveOn(
  { honest, tally }: World,
  { times, refused, isOver }: { times: Times; refused: string[]; isOver: () => boolean },
): Promise<void> {
  await Promise.all(
    honest.map(async (person, n) => {
      // Not all of them at the same call at the same moment.
      await sleep(n * 100)
      person.doing = 'honest'
      let round = n
      do {
        begin(tally, person.doing)
        await goRound(person, round++, (name, { status, json, text }, ms) => {
          times.set(name, [...(times.get(name) ?? []), ms])
          const { code } = (json ?? {}) as Shown
          if ((status === 200 && code === undefined) || OWN_RULES.includes(code)) return
          refused.push(`${name}: ${status} ${text.slice(0, 200)}`)
        })
      } while (!isOver())
    }),
  )
}
