import type { Db } from '@btbc/database/database.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { give } from '@btbc/ledger/testing.ts'
import { parseAmount, plainAmount } from '@btbc/money/amount.ts'
import { currencies, type CurrencyCode } from '@btbc/money/currency.ts'
import { expect, onTestFinished } from 'vitest'

import type { Exchange, NewOrder, Outcome } from '#modules/exchange/exchange.ts'
import { openExchange } from '#modules/exchange/open-exchange.ts'

/** An exchange of its own for one test, without HTTP; the books are audited after it. */
export type TestExchange = {
  db: Db
  /** What the exchange itself goes by: it hears of what is committed here. */
  appDb: Db
  exchange: Exchange
  /** Another engine on the same database; it takes over only when the lease has run out. */
  another: (owner: string) => Promise<Exchange>
  /** `fund(1, '100 USDT')`. */
  fund: (memberId: number, amount: string) => Promise<void>
  /** Takes this out of the wallet in a transaction that ends when `meanwhile` has. */
  take: (memberId: number, amount: string, meanwhile?: () => Promise<unknown>) => Promise<void>
  /** `has(1, 'USDT')` is `available + held`. */
  has: (memberId: number, code: CurrencyCode) => Promise<string>
  /** Lets the lease run out, as if its owner had stalled for so long. */
  endLease: () => Promise<void>
  /** Its clock stands still until moved. */
  passMs: (ms: number) => void
  place: (text: string, more?: Partial<NewOrder>) => Promise<Outcome>
  failures: string[]
}

const beginning = new Date('2026-03-01T12:00:00.000Z')

/** `batchOrdersMax` of few orders lets the next batch be matched while one is on its way. */
export async function startTestExchange(
  options: { batchOrdersMax?: number } = {},
): Promise<TestExchange> {
  const database = await createTestDatabase()
  const { db, appDb } = database
  const failures: string[] = []
  let taken = 0
  let at = beginning
  const opened: Exchange[] = []
  const open = async (owner: string): Promise<Exchange> => {
    const report = (error: unknown, what: string) => void failures.push(`${what}: ${String(error)}`)
    const exchange = await openExchange({ db: appDb, now: () => at, owner, report, ...options })
    opened.push(exchange)
    return exchange
  }
  const exchange = await open('first')
  onTestFinished(async () => {
    for (const each of opened) await each.stop()
    expect(await audit(db)).toEqual([])
    await database.drop()
  })
  return {
    db,
    appDb,
    exchange,
    another: open,
    failures,
    async fund(memberId, amount) {
      const [value = '', code = ''] = amount.split(' ')
      const account = memberAccount(memberId, 'change', currencies[code as CurrencyCode].id)
      await give(db, account, units(value), at)
    },
    async take(memberId, amount, meanwhile) {
      const [value = '', code = ''] = amount.split(' ')
      const currency = currencies[code as CurrencyCode].id
      const from = memberAccount(memberId, 'change', currency)
      const to = memberAccount(memberId, 'legal', currency)
      await db.transaction().execute(async (tx) => {
        taken += 1
        const moves = [{ from, to, amount: units(value) }]
        await post(tx, { key: `test:taken:${taken}`, kind: 'transfer.own', at, memberId, moves })
        await meanwhile?.()
      })
    },
    async has(memberId, code) {
      const account = memberAccount(memberId, 'change', currencies[code].id)
      const { available, held } = await balanceOf(db, account)
      return `${plain(available)} + ${plain(held)}`
    },
    async endLease() {
      await db
        .updateTable('market_lease')
        // Under this name its owner does not renew it while another one starts.
        .set({ until: new Date(0), owner: 'nobody' })
        .execute()
    },
    passMs(ms) {
      at = new Date(at.getTime() + ms)
    },
    place: (text, more) => exchange.place(readOrder(text, more)),
  }
}

/**
 * `1 buy 0.5 BTC at 60000`: member, side, quantity, coin, price; without a price a market order.
 */
export function readOrder(text: string, more: Partial<NewOrder> = {}): NewOrder {
  const match = /^(\d+) (buy|sell) (\S+) (BTC|BNB|BTBC)(?: at (\S+))?$/.exec(text)
  if (!match) throw new Error(`No order: ${text}`)
  const [, member, side, quantity = '', code, price] = match
  return {
    memberId: Number(member),
    marketId: currencies[code as CurrencyCode].id,
    side: side === 'buy' ? 'buy' : 'sell',
    type: price === undefined ? 'market' : 'limit',
    quantity: units(quantity),
    ...(price === undefined ? {} : { price: units(price) }),
    ...more,
  }
}

/** `filled 0.5 of 0.5`, or the code of the refusal. */
export function told(outcome: Outcome): string {
  if (outcome.outcome === 'unknown') return 'unknown'
  if (outcome.outcome === 'refused') return outcome.refusal.code
  const { status, filled, quantity } = outcome.order
  return `${status} ${plain(filled)} of ${plain(quantity)}`
}

export function idOf(outcome: Outcome): bigint {
  if (outcome.outcome !== 'accepted') throw new Error(`It was ${told(outcome)}`)
  return outcome.order.id
}

export function units(text: string): bigint {
  const value = parseAmount(text)
  if (value === undefined) throw new Error(`No amount: ${text}`)
  return value
}

export function plain(value: bigint): string {
  return plainAmount(value)
}
