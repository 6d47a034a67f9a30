import { createHash } from 'node:crypto'

import type { Request, Response } from '@btbc/contract/endpoint.ts'
import { marketOrder } from '@btbc/contract/exchange-rows.ts'
import type {
  cancelAllOrders as cancelAllOrdersCall,
  cancelOrder as cancelOrderCall,
  placeBuy,
} from '@btbc/contract/exchange.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import type { Exchange, NewOrder, Order, Outcome, Side } from './exchange.ts'
import { getListed } from './exchange.read.ts'
import { averageOf, LEGAL_NAME, sideOf, statusOf } from './order-rows.ts'

/** What the seeds' app asks of the exchange: buying, selling, cancelling. */

const CLIENT_ID_LENGTH_MAX = 36
/** How the refusals call an order that is over. */
const ENDED: readonly string[] = ['order_filled', 'order_ended', 'order_not_found']

export async function placeOrder(
  exchange: Exchange,
  order: {
    caller: { memberId: number; isFrozen: boolean }
    side: Side
    request: Request<typeof placeBuy>
    key: string | undefined
  },
): Promise<Response<typeof placeBuy>> {
  const { caller, side, request, key } = order
  const { memberId } = caller
  // Cancelling is still open to whoever froze the account.
  if (caller.isFrozen) throw new Refusal('account_frozen')
  const clientId = request.client_id ?? (key === undefined ? undefined : clientIdOf(key))
  const asked = readOrder(request, { memberId, side })
  const outcome = await exchange.place({
    ...asked,
    ...(clientId === undefined ? {} : { clientId, onRepeat: 'first' as const }),
  })
  const { order: placed } = accepted(outcome)
  // A name stands for one order for ever: the same order again, or a mistake.
  if (!isSame(placed, asked)) throw new Refusal('key_reused')
  return {
    id: Number(placed.id),
    status: statusOf(placed),
    filled: placed.filled,
    avg_price: averageOf(placed),
  }
}

/** Two modes, as the seeds have them, and what may be said beside: a stop price, a time in force, a sum to spend. */
function readOrder(
  request: Request<typeof placeBuy>,
  { memberId, side }: { memberId: number; side: Side },
): NewOrder {
  const { num, spend, stop_price: stopPrice, terms } = request
  const isMarket = request.mode === marketOrder
  const price = isMarket ? undefined : request.price
  const refuse = (field: string): never => {
    throw new Refusal('invalid_request', { field })
  }
  if ((num === undefined) === (spend === undefined)) refuse('num')
  if (spend !== undefined && (!isMarket || stopPrice !== undefined)) refuse('spend')
  const isPlain = terms === undefined || terms === 'gtc'
  if (!isPlain && (isMarket || (stopPrice !== undefined && terms === 'post_only'))) refuse('terms')
  const plain = isMarket ? 'market' : 'limit'
  return {
    memberId,
    marketId: request.currency_id,
    side,
    type: stopPrice === undefined ? plain : `stop_${plain}`,
    ...(price === undefined ? {} : { price }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(num === undefined ? {} : { quantity: num }),
    ...(spend === undefined ? {} : { budget: spend }),
    ...(isPlain ? {} : { timeInForce: terms }),
  }
}

function isSame(placed: Order, asked: NewOrder): boolean {
  const isPriced = asked.type === 'limit' || asked.type === 'stop_limit'
  return (
    placed.side === asked.side &&
    placed.marketId === asked.marketId &&
    placed.type === asked.type &&
    placed.stopPrice === asked.stopPrice &&
    (!isPriced || placed.price === asked.price) &&
    (!isPriced || placed.timeInForce === (asked.timeInForce ?? 'gtc')) &&
    placed.budget === asked.budget &&
    // What a sum comes to is known only as it is traded.
    (asked.quantity === undefined || placed.quantity === asked.quantity)
  )
}

export async function cancelOrder(
  exchange: Exchange,
  { memberId, request }: { memberId: number; request: Request<typeof cancelOrderCall> },
): Promise<Response<typeof cancelOrderCall>> {
  const name = { memberId, id: BigInt(request.id) }
  const order = await exchange.findOrder(name)
  if (!order || order.side !== sideOf(request.type)) throw new Refusal('order_not_found')
  const outcome = await exchange.cancel(name)
  if (outcome.outcome === 'refused' && outcome.refusal.code === 'order_ended') {
    // Cancelled before: asking twice is asking once.
    const ended = (await exchange.findOrder(name)) ?? order
    return { id: request.id, status: statusOf(ended), released: 0n }
  }
  const { order: cancelled, released } = accepted(outcome)
  return { id: request.id, status: statusOf(cancelled), released }
}

/** One that was filled or cancelled meanwhile is not open either; what came of all others has to be known. */
export async function cancelAllOrders(
  exchange: Exchange,
  { memberId, request }: { memberId: number; request: Request<typeof cancelAllOrdersCall> },
): Promise<Response<typeof cancelAllOrdersCall>> {
  const { currency_id: marketId } = request
  if (marketId !== undefined) getListed(exchange, marketId)
  const outcomes = await exchange.cancelAll(memberId, marketId)
  const ended = outcomes
    .filter((each) => each.outcome !== 'refused' || !ENDED.includes(each.refusal.code))
    .map(accepted)
  const sums = new Map<string, bigint>()
  for (const { order, released } of ended) {
    const name = order.side === 'buy' ? LEGAL_NAME : currencyCode(order.marketId)
    sums.set(name, (sums.get(name) ?? 0n) + released)
  }
  return {
    cancelled: ended.length,
    released: [...sums].map(([name, amount]) => ({ currency_name: name, amount })),
  }
}

function accepted(outcome: Outcome) {
  if (outcome.outcome === 'accepted') return outcome
  throw outcome.outcome === 'refused' ? outcome.refusal : new Refusal('outcome_unknown')
}

/** Longer keys than a client id can be are told apart by their hash. */
function clientIdOf(key: string): string {
  if (key.length <= CLIENT_ID_LENGTH_MAX) return key
  return createHash('sha256').update(key).digest('hex').slice(0, CLIENT_ID_LENGTH_MAX)
}
