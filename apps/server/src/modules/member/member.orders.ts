import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type { listMemberOrders as listMemberOrdersCall } from '@btbc/contract/operator/member-orders.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import {
  findEndedOrder,
  findMarket,
  firstOrderFrom,
  LAST_ID,
  marketIds,
  type Order,
  orderRow,
  readEndedOrders,
} from '#modules/exchange/index.ts'

import { getCaseMember } from './case-member.ts'

/**
 * Orders of a member that have ended, by the keys of the lists that members read: a page costs what it
 * shows, however many orders there are. What ended just now stands in them a moment later.
 */

type Orders = Response<typeof listMemberOrdersCall>

const PER_PAGE = 20

export async function listMemberOrders(
  tx: Tx,
  request: Request<typeof listMemberOrdersCall>,
): Promise<Orders> {
  const { id, market, order, until, before, limit = PER_PAGE } = request
  const { id: memberId } = await getCaseMember(tx, id)
  if (market !== undefined && !findMarket(market)) throw new Refusal('market_not_found')
  const first = until && (await firstSince(tx, { memberId, market, at: until }))
  const belowId = least(first, before)
  if (order !== undefined) {
    const found = await findEndedOrder(tx, { memberId, id: BigInt(order) })
    const isAsked = found && found.id < belowId && found.marketId === (market ?? found.marketId)
    return { list: isAsked ? [endedRow(found)] : [], next: null }
  }
  const asked = { belowId, limit: limit + 1, ...(market !== undefined && { marketId: market }) }
  const found = await readEndedOrders(tx, memberId, asked)
  const list = found.slice(0, limit).map(endedRow)
  return { list, next: found.length > limit ? (list.at(-1)?.id ?? null) : null }
}

/** The first order that was placed at this moment or later, over all markets: their ids count together. */
async function firstSince(
  tx: Tx,
  { memberId, market, at }: { memberId: number; market: number | undefined; at: Date },
): Promise<bigint> {
  let first = LAST_ID
  for (const marketId of marketIds(market)) {
    const found = await firstOrderFrom(tx, { memberId, marketId }, at)
    if (found < first) first = found
  }
  return first
}

function least(first: bigint | undefined, before: number | undefined): bigint {
  const [one, other] = [first ?? LAST_ID, before === undefined ? LAST_ID : BigInt(before)]
  return one < other ? one : other
}

function endedRow(order: Order): Orders['list'][number] {
  return { ...orderRow(order), ended_at: order.updatedAt }
}
