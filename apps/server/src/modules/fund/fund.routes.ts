import {
  buyFund as buyFundCall,
  listFundOffers,
  listFunds as listFundsCall,
  payFund as payFundCall,
  releaseFund as releaseFundCall,
} from '@btbc/contract/fund.ts'

import type { Serve } from '#http/serve.ts'

import { payFund, releaseFund } from './fund.awaiting.ts'
import { buyFund, listFunds, listPurchases } from './fund.ts'

const PER_PAGE = 100

export function serveFunds(serve: Serve): void {
  serve(listFundOffers, ({ tx, request: { type }, caller: { memberId }, now }) =>
    listFunds(tx, { type, memberId, now }),
  )
  serve(listFundsCall, ({ tx, request, caller: { memberId }, now }) => {
    const { status = -1, page = 1, limit = PER_PAGE, before } = request
    return listPurchases(tx, { memberId, status, page, limit, before, now })
  })
  serve(buyFundCall, ({ tx, request, caller: { memberId }, now }) => {
    const { amount, type, day, payout: shown, pay_later: later } = request
    return buyFund(tx, { memberId, amount, type, day, shown, paysLater: later === 1, now })
  })
  serve(payFundCall, ({ tx, request: { id }, caller: { memberId }, now }) =>
    payFund(tx, { memberId, id, now }),
  )
  serve(releaseFundCall, ({ tx, request: { id }, caller: { memberId }, now }) =>
    releaseFund(tx, { memberId, id, now }),
  )
}
