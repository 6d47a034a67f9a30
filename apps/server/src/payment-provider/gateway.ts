import { Amount } from '@btbc/contract/wire.ts'
import * as z from 'zod/mini'

import { MINUTE_MS } from '#platform/durations.ts'

import {
  type Checkout,
  isSame,
  SIGNATURE_HEADER,
  signCheckout,
  signEvent,
  TIMESTAMP_HEADER,
} from './sandbox/protocol.ts'

/** Our end of the wire to the payment provider. Everything that speaks to it stands here. */
export type Gateway = {
  /** Where a member goes to pay: a signed link, so that nothing is asked of the network. */
  checkoutUrl(checkout: Checkout): string
  /** What the provider's books say of an order. */
  truthOf(order: string): Promise<GatewayTruth>
  /** All it received, and how much of it we have acknowledged. */
  totals(): Promise<{ received: bigint; acknowledged: bigint }>
  /** Reads an event whose signature and time are right. */
  readEvent(headers: EventHeaders, rawBody: Buffer, wallNow: Date): GatewayEvent | EventFault
}

type EventHeaders = Readonly<Record<string, string | string[] | undefined>>
export type EventFault = 'bad_signature' | 'bad_timestamp' | 'bad_event'

const FRESH_MS = 5 * MINUTE_MS
const ANSWER_MS_MAX = 5000

const Event = z.object({
  id: z.string().check(z.regex(/^[\w-]{8,100}$/)),
  kind: z.string().check(z.minLength(1), z.maxLength(50)),
  order: z.string().check(z.regex(/^[\w-]{1,64}$/)),
})
type GatewayEvent = z.output<typeof Event>

const Truth = z.object({
  order: z.string(),
  state: z.enum(['unknown', 'open', 'paid', 'cancelled']),
  received: Amount,
  payment: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
  paidAt: z.nullable(z.iso.datetime()),
})
export type GatewayTruth = z.output<typeof Truth>

const TotalsShape = z.object({ received: Amount, acknowledged: Amount })

export function openGateway(parts: {
  /** How members reach the provider, and how we do. */
  url: string
  innerUrl: string
  key: string
}): Gateway {
  const { url, innerUrl, key } = parts
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(new URL(path, innerUrl), {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    if (!answer.ok) throw new Error(`the payment provider answered ${answer.status}`)
    return await answer.json()
  }
  return {
    checkoutUrl: (checkout) => `${new URL('/checkout', url).href}?${signCheckout(key, checkout)}`,
    async truthOf(order) {
      const truth = z.parse(Truth, await ask(`/v1/orders/${order}`))
      if (truth.order !== order) throw new Error('the payment provider spoke of another order')
      return truth
    },
    totals: async () => z.parse(TotalsShape, await ask('/v1/totals')),
    readEvent(headers, rawBody, wallNow) {
      const timestamp = headers[TIMESTAMP_HEADER]
      const signature = headers[SIGNATURE_HEADER]
      if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return 'bad_timestamp'
      const isOurs =
        typeof signature === 'string' && isSame(signature, signEvent(key, timestamp, rawBody))
      if (!isOurs) return 'bad_signature'
      const age = Math.abs(wallNow.getTime() - Number(timestamp) * 1000)
      if (age > FRESH_MS) return 'bad_timestamp'
      return parseEvent(rawBody)
    },
  }
}

function parseEvent(rawBody: Buffer): GatewayEvent | EventFault {
  try {
    const event = z.safeParse(Event, JSON.parse(rawBody.toString('utf8')))
    return event.success ? event.data : 'bad_event'
  } catch {
    return 'bad_event'
  }
}
