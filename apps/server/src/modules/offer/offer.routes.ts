import {
  addOffer as addOfferCall,
  applyToSell as applyToSellCall,
  editOffer as editOfferCall,
  listOffers as listOffersCall,
  pauseOffer as pauseOfferCall,
  readSeller,
  stockOffer as stockOfferCall,
} from '@btbc/contract/offer.ts'

import type { Serve } from '#http/serve.ts'

import { addOffer, editOffer, listOffers, pauseOffer, stockOffer } from './offer.ts'
import { applyToSell, describeSeller } from './seller.ts'

const PER_PAGE = 20

export function serveOffers(serve: Serve): void {
  serve(applyToSellCall, ({ tx, caller: { memberId }, request: { note }, now }) =>
    applyToSell(tx, { memberId, note, now }),
  )
  serve(readSeller, ({ tx, caller: { memberId }, language, now }) =>
    describeSeller(tx, { memberId, language, now }),
  )
  serve(
    listOffersCall,
    ({ tx, caller: { memberId }, request: { page = 1, limit = PER_PAGE }, now }) =>
      listOffers(tx, { memberId, page, limit, now }),
  )
  serve(addOfferCall, ({ tx, caller: { memberId }, request: { stock = 0n, ...terms }, now }) =>
    addOffer(tx, { memberId, terms, stock, now }),
  )
  serve(editOfferCall, ({ tx, caller: { memberId }, request: { id, ...terms }, now }) =>
    editOffer(tx, { memberId, id, terms, now }),
  )
  serve(pauseOfferCall, ({ tx, caller: { memberId }, request: { id, paused }, now }) =>
    pauseOffer(tx, { memberId, id, paused, now }),
  )
  serve(stockOfferCall, ({ tx, caller: { memberId }, request: { id, change }, now }) =>
    stockOffer(tx, { memberId, id, change, now }),
  )
}
