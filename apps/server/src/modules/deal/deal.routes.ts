import { readDealPicture, sendDealMessage } from '@btbc/contract/deal-messages.ts'
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
} from '@btbc/contract/deal.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import { keyedCallOf, storedAnswers } from '#http/idempotency.ts'
import { BATCH_MAX, inBatches, mayRepeat, withKeys } from '#http/in-batches.ts'
import type { Serve, ServeDirect } from '#http/serve.ts'
import { inTransaction } from '#http/transaction.ts'
import type { UploadFiles } from '#modules/upload/index.ts'
import { refused, together } from '#platform/together.ts'

import { openDealPicture, sendMessage } from './deal.messages.ts'
import { type Order, openDeals, orderOf } from './deal.open.ts'
import { type QuoteAsked, quoteDeals } from './deal.quote.ts'
import { refuseBrokenCents } from './deal.ts'
import { listDeals, lookAtDeal, readDeal } from './deal.read.ts'
import { cancelDeal, cancelTogether, confirmDeal, disputeDeal, payDeal } from './deal.turns.ts'

const PER_PAGE = 20
/** Others may take again and again what one buyer was about to get. */
const TRIES_MAX = 20

type Serves = { serve: Serve; serveDirect: ServeDirect }

export function serveDeals({ serve, serveDirect }: Serves, db: Db, files: UploadFiles): void {
  serveBuying({ serve, serveDirect }, db)
  serveTurns(serve)
  serve(sendDealMessage, ({ tx, caller: { memberId }, request, now, wallNow }) => {
    const { id, text, pic: picture } = request
    return sendMessage(tx, { memberId, id, text, picture, now, wallNow })
  })
  serve(readDealPicture, async ({ tx, caller: { memberId }, request: { id, pic } }) => {
    const deal = await lookAtDeal(tx, { memberId, id })
    return await openDealPicture(tx, { deal, picture: pic, files })
  })
}

function serveBuying({ serve, serveDirect }: Serves, db: Db): void {
  const quote = inBatches(db, (tx, asked: readonly QuoteAsked[], { waits: alone }) =>
    quoteDeals(tx, asked, { alone }),
  )
  const buy = openPurchases(db)
  serveDirect(
    quoteDealCall,
    ({ caller: { memberId }, request: { acc: fiat, pay_way: way }, now }) => {
      if (fiat !== undefined) refuseBrokenCents(fiat)
      return quote({ memberId, fiat, way, now })
    },
  )
  serveDirect(openDealCall, ({ caller: { memberId }, request, key, now, wallNow }) => {
    const { acc: fiat, rate, pay_way: way } = request
    const call = keyedCallOf(openDealCall, { memberId, request, key, wallNow })
    return buy(orderOf({ memberId, fiat, rate, way, now, wallNow, call }))
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

/** Purchases of many members, in batches. Who is alone and came too late to an offer tries anew. */
export function openPurchases(db: Db): (order: Order) => Promise<number> {
  return together({
    most: BATCH_MAX,
    nameOf: ({ memberId }: Order) => memberId,
    mayRepeat,
    async work(orders, { alone }) {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const outcomes = await inTransaction(db, (tx) =>
          withKeys(tx, orders, {
            waits: alone,
            work: (free) => openDeals(tx, free, { alone, storedAnswers }),
          }),
        )
        if (!alone || !outcomes.includes('held up')) return outcomes
      }
      return [refused(new Refusal('try_again'))]
    },
  })
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
