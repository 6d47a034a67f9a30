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
  whyUnmatched,
} from './offer.match.ts'
export { numberFor } from './reference.ts'
export { addOffer, LEAST, stockOffer } from './offer.ts'
export { EVERYBODY, readRecord, readRecords, RECORD } from './seller.record.ts'
export { enlistSeller } from './seller.ts'
