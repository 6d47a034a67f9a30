import {
  cancelDeal as cancelDealCall,
  cancelDealTogether,
  confirmDeal as confirmDealCall,
  disputeDeal as disputeDealCall,
  listDeals as listDealsCall,
  listSales,
  openDeal as openDealCall,
  payDeal as payDealCall,
  quoteDeal as quoteDealCall,
  readDeal as readDealCall,
  readDealPicture,
  sendDealMessage,
} from '@btbc/contract/deal.ts'

import type { Serve } from '#http/serve.ts'
import type { UploadFiles } from '#modules/upload/index.ts'

import { openDealPicture, sendMessage } from './deal.messages.ts'
import { openDeal } from './deal.open.ts'
import { quoteDeal } from './deal.quote.ts'
import { listDeals, lookAtDeal, readDeal } from './deal.read.ts'
import { cancelDeal, cancelTogether, confirmDeal, disputeDeal, payDeal } from './deal.turns.ts'

const PER_PAGE = 20

export function serveDeals(serve: Serve, files: UploadFiles): void {
  serveBuying(serve)
  serveTurns(serve)
  serve(sendDealMessage, ({ tx, caller: { memberId }, request: { id, text, pic }, now }) =>
    sendMessage(tx, { memberId, id, text, picture: pic, now }),
  )
  serve(readDealPicture, async ({ tx, caller: { memberId }, request: { id, pic } }) => {
    const deal = await lookAtDeal(tx, { memberId, id })
    return await openDealPicture(tx, { deal, picture: pic, files })
  })
}

function serveBuying(serve: Serve): void {
  serve(quoteDealCall, ({ tx, caller: { memberId }, request: { acc, pay_way: way }, now }) =>
    quoteDeal(tx, { memberId, fiat: acc, way, now }),
  )
  serve(openDealCall, ({ tx, caller: { memberId }, request, now, wallNow }) => {
    const { acc: fiat, rate, pay_way: way } = request
    return openDeal(tx, { memberId, fiat, rate, way, now, wallNow })
  })
  serve(listDealsCall, ({ tx, caller: { memberId }, request }) => {
    const { page = 1, limit = PER_PAGE, currency_id: currency, ...filter } = request
    return listDeals(tx, { memberId, currency, page, limit, ...filter })
  })
  serve(listSales, ({ tx, caller: { memberId }, request: { page = 1, limit = PER_PAGE } }) =>
    listDeals(tx, { memberId, side: 'sell', page, limit }),
  )
  serve(readDealCall, ({ tx, caller: { memberId }, request: { id }, language, now }) =>
    readDeal(tx, { memberId, id, language, now }),
  )
}

function serveTurns(serve: Serve): void {
  serve(cancelDealCall, ({ tx, caller: { memberId }, request: { id }, now, wallNow }) =>
    cancelDeal(tx, { memberId, id, now, wallNow }),
  )
  serve(payDealCall, ({ tx, caller: { memberId }, request: { id, pic }, now, wallNow }) =>
    payDeal(tx, { memberId, id, picture: pic, now, wallNow }),
  )
  serve(confirmDealCall, ({ tx, caller: { memberId }, request: { id }, confirm, now, wallNow }) =>
    confirmDeal(tx, { memberId, id, confirm, now, wallNow }),
  )
  serve(cancelDealTogether, ({ tx, caller: { memberId }, request: { id }, now, wallNow }) =>
    cancelTogether(tx, { memberId, id, now, wallNow }),
  )
  serve(disputeDealCall, ({ tx, caller: { memberId }, request: { id, reason }, now, wallNow }) =>
    disputeDeal(tx, { memberId, id, reason, now, wallNow }),
  )
}
