import type { GatewayOrder } from '@btbc/database/tables.ts'
import type { Tx } from '@btbc/database/database.ts'
import { plainAmount } from '@btbc/money/amount.ts'
import type { Selectable } from 'kysely'

import type { GatewayTruth } from '#payment-provider/gateway.ts'
import { creditPayment, readOwed, returnReserve, worthOf } from '#modules/rail/index.ts'
import { tellMember } from '#modules/account/index.ts'
import { callOperators } from '#modules/operator/index.ts'
import type { At } from '#platform/clock.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { transition } from '#platform/state-machine.ts'

import type { GatewayRemark } from './gateway.remark.ts'
import { gatewayStates } from './gateway.states.ts'

/** What comes of an order once the provider has spoken, or time has. */

const RETRY_MS = MINUTE_MS
const BATCH = 50

type Order = Selectable<GatewayOrder>

/**
 * One event of the provider, with the truth that was asked for because of it. The event's id and its
 * effect stand or fall together.
 */
export async function takeEvent(
  tx: Tx,
  { event, truth, at }: { event: { id: string; kind: string }; truth: GatewayTruth; at: At },
): Promise<'taken' | 'known' | 'unknown_order'> {
  const order = await lockOrder(tx, truth.order)
  if (!order) return 'unknown_order'
  const added = await tx
    .insertInto('gateway_event')
    .values({ id: event.id, order_id: order.id, kind: event.kind, at: at.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return 'known'
  await settle(tx, order, truth, at)
  return 'taken'
}

export async function isKnownEvent(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('gateway_event')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The truth that was asked for because no event came. */
export async function takeTruth(tx: Tx, truth: GatewayTruth, at: At): Promise<void> {
  const order = await lockOrder(tx, truth.order)
  if (order) await settle(tx, order, truth, at)
}

async function lockOrder(tx: Tx, orderNo: string): Promise<Order | undefined> {
  return await tx
    .selectFrom('gateway_order')
    .selectAll()
    .where('order_no', '=', orderNo)
    .forUpdate()
    .executeTakeFirst()
}

async function settle(tx: Tx, order: Order, truth: GatewayTruth, at: At): Promise<void> {
  if (truth.state === 'paid') await settlePaid(tx, order, truth, at)
  else if (truth.state === 'cancelled' && gatewayStates.allows(order.state, 'close')) {
    await closeUnpaid(tx, order, 'cancelled', at.now)
  }
}

/** A payment counts in full whatever was asked for, and also when it comes after the end. */
async function settlePaid(tx: Tx, order: Order, truth: GatewayTruth, at: At): Promise<void> {
  const { now } = at
  const { received, payment, paidAt } = truth
  if (payment === null || paidAt === null || received === 0n) {
    throw new Error(`the provider calls order ${order.order_no} paid without a payment`)
  }
  if (order.payment_id !== null) {
    if (order.payment_id === payment) return
    throw new Error(`the provider has two payments of order ${order.order_no}`)
  }
  const isLate = order.state !== 'pending' || new Date(paidAt) > order.expires_at
  const credited = await creditPayment(
    tx,
    depositOf(order),
    { received, rate: order.rate, reserved: order.reserved, credited: 0n, isNoted: false },
    now,
  )
  const worth = worthOf(received, order.rate)
  if (credited < worth) await callOnceOwed(tx, order, { owed: worth - credited, at })
  await progress(
    tx,
    order,
    { worth, credited, now },
    {
      received,
      payment_id: payment,
      paid_at: new Date(paidAt),
      remark: remarkOf(order.amount, received, isLate),
      ask_at: null,
    },
  )
  await tellOfCredit(tx, order, credited, at)
}

/** Once until nothing is owed any more: from then on the Overview says how much it is. */
async function callOnceOwed(
  tx: Tx,
  order: Order,
  { owed, at: { wallNow } }: { owed: bigint; at: At },
): Promise<void> {
  const { owed: before } = await readOwed(tx)
  if (before > 0n) return
  await callOperators(tx, {
    subject: 'the treasury is short of what a member has paid for',
    text: `${plainAmount(owed)} USDT of payment ${order.order_no} through the gateway are owed: pool:treasury does not have them, and the open books do not agree until it does. It is filled from the fees by a proposal under Pools, and what is owed is credited within a minute of that. All that is owed stands on the Overview.`,
    now: wallNow,
  })
}

/** What the treasury has credited now; the rest is told of when it comes. */
async function tellOfCredit(
  tx: Tx,
  order: Order,
  credited: bigint,
  { wallNow }: At,
): Promise<void> {
  const fresh = credited - order.credited
  if (fresh <= 0n) return
  const facts = { order: order.order_no, amount: plainAmount(fresh) }
  await tellMember(tx, order.member_id, { kind: 'gateway_credited', facts, wallNow })
}

function remarkOf(asked: bigint, received: bigint, isLate: boolean): GatewayRemark {
  if (isLate) return 'late'
  if (received === asked) return 'exact'
  return received < asked ? 'partial' : 'over'
}

/** Done when all is credited; else it waits for the treasury. */
async function progress(
  tx: Tx,
  order: Order,
  { worth, credited, now }: { worth: bigint; credited: bigint; now: Date },
  paid: Partial<Order> = {},
): Promise<void> {
  const isDone = credited === worth
  const retryAt = isDone ? null : new Date(now.getTime() + RETRY_MS)
  const set = { ...paid, credited, reserved: 0n, retry_at: retryAt }
  await transition(tx, gatewayStates, order, isDone ? 'credit' : 'owe', { now, set })
}

async function closeUnpaid(tx: Tx, order: Order, remark: GatewayRemark, now: Date): Promise<void> {
  await returnReserve(tx, depositOf(order), order.reserved, now)
  // The provider has closed it too, unless it merely expired here: then somebody may still pay.
  const set = { remark, reserved: 0n, ...(remark === 'cancelled' && { ask_at: null }) }
  await transition(tx, gatewayStates, order, 'close', { now, set })
}

function depositOf(order: Order) {
  const { id, member_id: memberId, order_no: orderNo } = order
  return { rail: 'gateway', id, memberId, orderNo } as const
}

/** Requests nobody paid in time: their reserve goes back. */
export async function sweepExpired(tx: Tx, now: Date): Promise<number> {
  const orders = await tx
    .selectFrom('gateway_order')
    .selectAll()
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const order of orders) await closeUnpaid(tx, order, 'expired', now)
  return orders.length
}

/** Paid orders that wait for the treasury: it is asked again once a minute. */
export async function sweepOwed(tx: Tx, at: At): Promise<number> {
  const orders = await tx
    .selectFrom('gateway_order')
    .selectAll()
    .where('state', '=', 'processing')
    .where('retry_at', '<=', at.now)
    .orderBy('retry_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const order of orders) {
    const credited = await creditPayment(tx, depositOf(order), { ...order, isNoted: true }, at.now)
    const worth = worthOf(order.received, order.rate)
    await progress(tx, order, { worth, credited, now: at.now })
    await tellOfCredit(tx, order, credited, at)
  }
  return orders.length
}
