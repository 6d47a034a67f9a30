import type { Tx } from '@btbc/database/database.ts'

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
