/** What bounds offers and deals, for the server and for screens. */

/** What prices and limits of offers are in: a currency of this product, worth nothing outside it. */
export const FIAT = 'CNY'
export const PAY_MINUTES = 30
export const CONFIRM_MINUTES = 30
export const QUOTE_S = 60
export const MESSAGE_LENGTH_MAX = 1000
/** Of one deal; each side may send half of them. */
export const MESSAGES_MAX = 400
export const RATING_LENGTH_MAX = 200
/** A price is never farther than this from the reference, in hundredths of a percent. */
export const PRICE_BPS_MAX = 1000
export const TERMS_LENGTH_MAX = 500
export const SELLER_NOTE_LENGTH_MAX = 300
export const OFFERS_MAX = 20
/** Sellers of now are counted up to here; whoever sees so many knows that there are enough. */
export const SELLERS_COUNTED_MAX = 100
