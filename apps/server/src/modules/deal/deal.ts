import type { Side } from '@btbc/contract/deal-rows.ts'
import { CONFIRM_MINUTES, PAY_MINUTES } from '@btbc/contract/deal-rules.ts'
import { Refusal, type RefusalCode } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Deal } from '@btbc/database/tables.ts'
import { UNIT } from '@btbc/money/amount.ts'
import type { Selectable } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

/** One deal, as its two sides reach for it. */

export type DealRow = Selectable<Deal>

export const PAY_MS = PAY_MINUTES * MINUTE_MS
export const CONFIRM_MS = CONFIRM_MINUTES * MINUTE_MS
/** By then operators have promised to decide. */
export const DECIDE_MS = DAY_MS

export const CENT = UNIT / 100n

export function refuseBrokenCents(fiat: bigint): void {
  if (fiat % CENT > 0n) throw new Refusal('deal_amount_cents')
}

/** How what operators decide about it is called among their proposals. */
export function decisionAbout(id: number) {
  return { kind: 'deal.decide', subject: `deal ${id}` } as const
}

/** A side as a row has it. */
export function sideNamed(text: string | null): Side | null {
  return text === 'buyer' || text === 'seller' ? text : null
}

export function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

/** One moment for all that come together. */
export function latestOf(asked: readonly { now: Date }[]): Date {
  return new Date(Math.max(...asked.map(({ now }) => now.getTime())))
}

export function sideOf({ buyer_id: buyerId }: DealRow, memberId: number): Side {
  return buyerId === memberId ? 'buyer' : 'seller'
}

/** Whom the caller has the deal with. */
export function otherOf(row: DealRow, memberId: number): number {
  return row.buyer_id === memberId ? row.seller_id : row.buyer_id
}

/** The deal of one of its two sides, locked; to everybody else there is none. */
export async function lockDeal(
  tx: Tx,
  { memberId, id }: { memberId: number; id: number },
): Promise<DealRow> {
  const row = await tx
    .selectFrom('deal')
    .selectAll()
    .where('id', '=', id)
    .where((either) =>
      either.or([either('buyer_id', '=', memberId), either('seller_id', '=', memberId)]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('deal_not_found')
  return row
}

/** As `lockDeal`, for what only one of the sides does. */
export async function lockDealAs(
  tx: Tx,
  side: Side,
  request: { memberId: number; id: number },
): Promise<DealRow> {
  const row = await lockDeal(tx, request)
  if (sideOf(row, request.memberId) !== side) throw new Refusal('deal_not_yours')
  return row
}

/** Refuses what begins elsewhere, by the state the deal is in. */
export function refuseUnless(row: DealRow, states: readonly DealRow['state'][]): void {
  if (states.includes(row.state)) return
  throw new Refusal(told[row.state])
}

const told: Readonly<Record<DealRow['state'], RefusalCode>> = {
  open: 'deal_unpaid',
  paid: 'deal_paid',
  disputed: 'deal_paid',
  finished: 'deal_ended',
  split: 'deal_ended',
  cancelled: 'deal_ended',
}

/** The buyer's time is over at its last millisecond, whether or not anybody has noticed. */
export function refuseExpired({ due_at: dueAt }: DealRow, now: Date): void {
  if (dueAt !== null && dueAt <= now) throw new Refusal('deal_expired')
}
