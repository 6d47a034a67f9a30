import type { Tx } from '@btbc/database/database.ts'
import { COUNTED_BEYOND } from '@btbc/database/page.ts'
import { sql } from 'kysely'

const SHOWN_MAX = 20

/** Disputes that operators should have decided by now: two members wait. */
export async function listLateDisputes(tx: Tx, now: Date) {
  const late = await tx
    .selectFrom('deal')
    .select(['id', 'disputed_at'])
    .where('state', '=', 'disputed')
    .where('due_at', '<=', now)
    .orderBy('disputed_at')
    .limit(SHOWN_MAX)
    .execute()
  return late.map(({ id, disputed_at: at }) => ({
    kind: 'dispute_late' as const,
    text: `Deal ${id} is in dispute for longer than its two sides were promised`,
    at,
  }))
}

/** What two members want to have decided, and the USDT that lie in escrow for it. */
export async function findWaitingDisputes(tx: Tx) {
  const { rows } = await sql<{
    waiting: bigint
    oldest_at: Date | null
    due_at: Date | null
    held: bigint
  }>`
    select count(*) as waiting, min(disputed_at) as oldest_at, min(due_at) as due_at,
      coalesce(sum(number), 0) as held
    from (
      select disputed_at, due_at, number from deal
      where state = 'disputed' order by disputed_at, id limit ${COUNTED_BEYOND}
    ) disputed`.execute(tx)
  const [found] = rows
  return {
    waiting: Number(found?.waiting ?? 0n),
    oldestAt: found?.oldest_at ?? undefined,
    dueAt: found?.due_at ?? undefined,
    held: found?.held ?? 0n,
  }
}
