import type { Tx } from '@btbc/database/database.ts'
import { formatAmount, priceAmount } from '@btbc/money/amount.ts'

import { type Telling, tellMembers, tellUntilRead } from '#modules/account/index.ts'
import { publish } from '#platform/events.ts'

import type { DealRow } from './deal.ts'

/** Both sides hear of every turn: by an event at once, and by a mail that says whose turn it is until when. */

type Kind =
  | 'deal_opened'
  | 'deal_paid'
  | 'deal_disputed'
  | 'deal_finished'
  | 'deal_split'
  | 'deal_cancelled'

/** Says that something about the deal is another way now. */
export function publishDeal(tx: Tx, row: Pick<DealRow, 'buyer_id' | 'seller_id'>): void {
  for (const to of [row.buyer_id, row.seller_id]) publish(tx, { to, kind: 'deal.changed' })
}

/** Whoever is away hears that the other side has written, and not of each word. */
export async function tellOfMessage(
  tx: Tx,
  row: DealRow,
  message: { from: number; begins: boolean; wallNow: Date },
): Promise<void> {
  const { from, begins, wallNow } = message
  const to = from === row.buyer_id ? row.seller_id : row.buyer_id
  publishDeal(tx, row)
  const facts = { deal: row.id }
  await tellUntilRead(tx, to, { kind: 'deal_message', facts, begins, wallNow })
}

type Said = { kind: Kind; why?: string }

export async function tellBoth(
  tx: Tx,
  row: DealRow,
  { wallNow, ...said }: Said & { wallNow: Date },
): Promise<void> {
  await tellAll(tx, [row], { ...said, wallNow })
}

/** As `tellBoth`, of many deals the same. */
export async function tellAll(
  tx: Tx,
  rows: readonly DealRow[],
  { wallNow, ...said }: Said & { wallNow: Date },
): Promise<void> {
  for (const row of rows) publishDeal(tx, row)
  await tellMembers(
    tx,
    rows.flatMap((row) => tellingsOf(row, said)),
    wallNow,
  )
}

function tellingsOf(row: DealRow, { kind, why }: Said): Telling[] {
  const facts = {
    deal: row.id,
    number: formatAmount(row.number),
    money: priceAmount(row.fiat),
    got: formatAmount(row.to_buyer ?? 0n),
    until: row.due_at === null ? '' : row.due_at.toISOString(),
    why: why ?? '',
  }
  return [row.buyer_id, row.seller_id].map((memberId) => ({ memberId, kind, facts }))
}
