import type { Db, Tx } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { OrderCall } from './order-calls.ts'
import { amount, codeOf } from './wire-form.ts'

/** What a member's programs read of the member's account. */

export const account: OrderCall = async ({ db, exchange, wallNow }, { memberId, parameters }) => {
  parameters.only(['omitZeroBalances'])
  const omits = parameters.oneOf('omitZeroBalances', ['true', 'false']) === 'true'
  const rates = exchange.feeRates(memberId)
  const balances = await balancesJson(db, memberId)
  return {
    makerCommission: Math.round(rates.maker / 100),
    takerCommission: Math.round(rates.taker / 100),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: amount(BigInt(rates.maker) * 100n),
      taker: amount(BigInt(rates.taker) * 100n),
      buyer: amount(0n),
      seller: amount(0n),
    },
    canTrade: true,
    canWithdraw: true,
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

/** The Spot wallet in every currency that is traded. */
export async function balancesJson(db: Db | Tx, memberId: number) {
  const rows = (await balancesOfMember(db, memberId)).filter(({ purpose }) => purpose === 'change')
  return traded.map((currency) => {
    const row = rows.find((each) => each.currency === currency)
    return {
      asset: codeOf(currency),
      free: amount(row?.available ?? 0n),
      locked: amount(row?.held ?? 0n),
    }
  })
}

const traded = [currencies.BTC, currencies.BNB, currencies.BTBC, currencies.USDT].map(
  ({ id }) => id,
)

/** No margin here. */
export const noPairs: OrderCall = (_, { parameters }) => {
  parameters.only([], ['symbols', 'symbol'])
  return []
}
