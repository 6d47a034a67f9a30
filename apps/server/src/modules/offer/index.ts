/** The door of offer: what other rooms use of it. */

export {
  findBests,
  FIRST_LEFT,
  type Match,
  readStandings,
  returnStock,
  type Taken,
  takeStocks,
  type Wanted,
} from './offer.match.ts'
export { whyUnmatched } from './offer.unmatched.ts'
export { numberFor } from './reference.ts'
export { addOffer, LEAST, stockOffer } from './offer.ts'
export { EVERYBODY, readRecord, readRecords, RECORD } from './seller.record.ts'
export { endSeller, enlistSeller } from './seller.ts'
