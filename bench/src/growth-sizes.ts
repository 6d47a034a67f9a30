/** What lies on the disk for a member, an entry, a run, an order: tables with their indexes, as loaded. */

import { openDatabase } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import type { House } from '#growth-house.ts'
import type { Bots } from '#growth-orders.ts'

export async function countEntries(url: string): Promise<number> {
  const db = openDatabase(url, { connectionsMax: 1 })
  try {
    const { rows } = await sql<{ count: bigint }>`
      select last_value as count from ledger_entry_id_seq`.execute(db)
    return Number(rows[0]?.count ?? 0n)
  } finally {
    await db.destroy()
  }
}

export async function bytesOf(
  { url, members, mined, ending, endsAt }: House & { url: string },
  { orders }: Bots,
): Promise<Record<string, number>> {
  const entries = await countEntries(url)
  const kept: [string, number, string[]][] = [
    ['a member', members, ['member', 'team_tally', 'ledger_account', 'ledger_digest']],
    ['a session', members, ['session']],
    ['an entry', entries, ['ledger_entry', 'ledger_move']],
    ['the seal of an entry', entries, ['ledger_chain']],
    ['the lines of an entry', entries, ['ledger_line', 'ledger_line_sum', 'ledger_line_gathered']],
    ['a run', mined + ending * endsAt.length, ['run']],
    ['an order', 2 * orders, ['exchange_ended_batch', 'exchange_orders_of_member']],
    ['a trade', orders, ['exchange_trade_batch', 'exchange_trades_of_member']],
  ]
  const db = openDatabase(url, { connectionsMax: 1 })
  try {
    const sizes: Record<string, number> = {}
    for (const [what, count, tables] of kept) {
      const { rows } = await sql<{ bytes: bigint }>`
        select sum(pg_total_relation_size(name::regclass)) as bytes
        from unnest(${tables}::text[]) name`.execute(db)
      sizes[`bytes of ${what}`] = Number(rows[0]?.bytes ?? 0n) / count
    }
    return sizes
  } finally {
    await db.destroy()
  }
}
