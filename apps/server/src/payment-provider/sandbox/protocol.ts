import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What the sandbox payment provider and its merchant say to each other. It is all the two share:
 * the provider keeps books of its own and knows nothing of the house.
 */

/** What a merchant asks the payer to pay, as the signed query of `GET /checkout`. */
export type Checkout = {
  order: string
  /** Decimal text with eight decimals, in bank units. */
  amount: string
  method: string
  account: string
  /** BCP 47: of the payer. Where it is none of the page's, or not named, the page asks their browser. */
  language: string
  /** Where the payer goes back to. */
  returnUrl: string
  /** ISO 8601: from then on the page takes no payment; one that came in later is a late one. */
  expiresAt: string
}

/** What the provider's books say of an order: `GET /v1/orders/<order>`. */
export type OrderTruth = {
  order: string
  state: 'unknown' | 'open' | 'paid' | 'cancelled'
  received: string
  payment: string | null
  paidAt: string | null
}

/** `GET /v1/totals`: all payments, and those whose event the merchant has acknowledged. */
export type ProviderTotals = { received: string; acknowledged: string; payments: number }

/** The body of a webhook. It only says that there is news: the merchant asks for the truth itself. */
export type ProviderEvent = {
  id: string
  kind: 'payment.paid' | 'payment.cancelled'
  order: string
  amount: string
}

export const TIMESTAMP_HEADER = 'x-sandbox-timestamp'
export const SIGNATURE_HEADER = 'x-sandbox-signature'

/** The signature of an event: over the seconds of its timestamp and the raw body. */
export function signEvent(key: string, timestamp: string, rawBody: string | Buffer): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(rawBody).digest('hex')
}

/** The query of a checkout page with its signature. */
export function signCheckout(key: string, checkout: Checkout): URLSearchParams {
  const query = new URLSearchParams(checkout)
  query.set('signature', signatureOf(key, query))
  return query
}

/** The checkout a query asks for, when its signature is right. */
export function readCheckout(key: string, query: URLSearchParams): Checkout | undefined {
  const given = new URLSearchParams(query)
  const signature = given.get('signature') ?? ''
  given.delete('signature')
  if (!isSame(signature, signatureOf(key, given))) return undefined
  const field = (name: keyof Checkout) => given.get(name) ?? ''
  return {
    order: field('order'),
    amount: field('amount'),
    method: field('method'),
    account: field('account'),
    language: field('language'),
    returnUrl: field('returnUrl'),
    expiresAt: field('expiresAt'),
  }
}

function signatureOf(key: string, query: URLSearchParams): string {
  const sorted = [...query].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', key).update(JSON.stringify(sorted)).digest('hex')
}

/** Compares two texts in a time that tells nothing about where they differ. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
