import type { Db, Tx } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { currencies, currencyCode, type CurrencyId } from '@btbc/money/currency.ts'

import type { Exchange } from '#modules/exchange/index.ts'
import { withdrawalsWaitUntil } from '#modules/security/index.ts'

import type { OrderCall, OrderParts } from './order-calls.ts'
import type { Parameters } from './parameters.ts'
import { type Limits, ORDERS_LIMIT } from './limits.ts'
import { findSymbol, needMarket } from './market-calls.ts'
import { memberCommissionJson } from './order-form.ts'
import { amount, share } from './wire-form.ts'

/** What a member's programs read of the member's account. */

export type AccountParts = OrderParts & {
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  now: () => Date
}

export async function account(
  { db, exchange, transact, now, wallNow }: AccountParts,
  { memberId, parameters }: { memberId: number; parameters: Parameters },
) {
  parameters.only(['omitZeroBalances'])
  const omits = parameters.oneOf('omitZeroBalances', ['true', 'false']) === 'true'
  const rates = exchange.feeRates(memberId)
  const balances = await balancesJson(db, memberId, tradedIn(exchange))
  const isStopped = exchange.isStopped(memberId)
  const waitUntil = await transact((tx) => withdrawalsWaitUntil(tx, memberId, now()))
  return {
    makerCommission: Math.round(rates.maker / 100),
    takerCommission: Math.round(rates.taker / 100),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: share(rates.maker),
      taker: share(rates.taker),
      buyer: amount(0n),
      seller: amount(0n),
    },
    canTrade: !isStopped,
    canWithdraw: !isStopped && waitUntil === undefined,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: wallNow().getTime(),
    accountType: 'SPOT',
    balances: omits ? balances.filter(({ free, locked }) => /[1-9]/.test(free + locked)) : balances,
    permissions: ['SPOT'],
    uid: memberId,
  }
}

export function tradedIn({ markets }: Pick<Exchange, 'markets'>): CurrencyId[] {
  return [...markets.map(({ base }) => base), currencies.USDT.id]
}

/** The Spot wallet in these currencies. */
export async function balancesJson(db: Db | Tx, memberId: number, asked: readonly CurrencyId[]) {
  const rows = (await balancesOfMember(db, memberId)).filter(({ purpose }) => purpose === 'change')
  return asked.map((currency) => {
    const row = rows.find((each) => each.currency === currency)
    return {
      asset: currencyCode(currency),
      free: amount(row?.available ?? 0n),
      locked: amount(row?.held ?? 0n),
    }
  })
}

/** What the member pays in each market, which is the same in all of them. */
export const tradeFees: OrderCall = ({ exchange }, { memberId, parameters }) => {
  parameters.only(['symbol'])
  const symbol = parameters.text('symbol')
  const asked = symbol === undefined ? exchange.markets : [findSymbol(exchange, symbol)]
  const { maker, taker } = exchange.feeRates(memberId)
  return asked.map((market) => ({
    symbol: market.symbol,
    makerCommission: share(maker),
    takerCommission: share(taker),
  }))
}

export const commission: OrderCall = ({ exchange }, { memberId, parameters }) => {
  parameters.only(['symbol'])
  const { symbol } = needMarket(exchange, parameters)
  return memberCommissionJson(exchange.feeRates(memberId), symbol)
}

/** How many orders the member has placed of those that may be placed now. */
export function orderLimits(
  { limits, wallNow }: { limits: Limits; wallNow: () => Date },
  { memberId, parameters }: { memberId: number; parameters: Parameters },
) {
  parameters.only([])
  return [{ ...ORDERS_LIMIT, count: limits.ordersOf(memberId, wallNow().getTime()) }]
}

/** No margin here. */
export const noPairs: OrderCall = (_, { parameters }) => {
  parameters.only([], ['symbols', 'symbol'])
  return []
}
