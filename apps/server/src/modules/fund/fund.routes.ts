import {
  buyFund as buyFundCall,
  listFundOffers,
  listFunds as listFundsCall,
} from '@btbc/contract/fund.ts'

import type { Serve } from '#http/serve.ts'

import { buyFund, listFunds, listPurchases } from './fund.ts'

const PER_PAGE = 100

export function serveFunds(serve: Serve): void {
  serve(listFundOffers, ({ tx, request: { type }, now }) => listFunds(tx, { type, now }))
  serve(listFundsCall, ({ tx, request, caller: { memberId } }) => {
    const { status = -1, page = 1, limit = PER_PAGE } = request
    return listPurchases(tx, { memberId, status, page, limit })
  })
  serve(buyFundCall, ({ tx, request, caller: { memberId }, now }) => {
    const { amount, type, day, payout: shown } = request
    return buyFund(tx, { memberId, amount, type, day, shown, now })
  })
}
