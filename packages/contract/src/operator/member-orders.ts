import * as z from 'zod/mini'

import { OrderRow } from '#exchange-rows.ts'
import { operatorEndpoint } from '#operator/operator-endpoint.ts'
import { readers } from '#operator/rights.ts'
import { Id, int, optional, Timestamp } from '#wire.ts'

/** Orders of a member that have ended, for who looks into what happened. */

const OrderId = int(1, Number.MAX_SAFE_INTEGER)

export const listMemberOrders = operatorEndpoint({
  path: '/member/orders',
  method: 'GET',
  access: 'operator',
  roles: readers,
  changes: false,
  summary:
    'Orders of a member that have ended, newest first: of a market, one by its number, or those placed before a moment',
  request: {
    id: Id,
    /** The id of its base currency. */
    market: optional(Id),
    order: optional(OrderId),
    /** Placed before this moment. */
    until: optional(Timestamp),
    /** What the page before said under `next`. */
    before: optional(OrderId),
    limit: optional(int(1, 50)),
  },
  response: z.object({
    list: z.array(z.extend(OrderRow, { ended_at: Timestamp })),
    /** The next page is what was placed before this one; null on the last page. */
    next: z.nullable(z.int()),
  }),
  refusals: ['member_not_found', 'market_not_found'],
})

export const memberOrderCalls = { listMemberOrders }
