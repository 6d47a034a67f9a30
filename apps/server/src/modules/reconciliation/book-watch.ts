import type { Db, Tx } from '@btbc/database/database.ts'
import { type BookFault, watchBooks } from '@btbc/ledger/watch.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import type { Exchange } from '#modules/exchange/index.ts'
import { callOperators } from '#modules/operator/index.ts'
import { stopWithdrawals, unmatchedCurrencies } from '#modules/rail/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Chore } from '#platform/jobs.ts'

/**
 * Whether the books can be true, each minute. Where they cannot, nothing of the currency leaves or is
 * matched until two operators have looked; reading goes on.
 */

const EVERY_MS = 60_000
/** Large books are looked at less often: one part in a hundred of a connection's time, at the most. */
const REST_PER_WORK = 100
const LOCK = 4_270_011

export function bookWatch({ clock, exchange }: { clock: Clock; exchange: Exchange }): Chore {
  let dueAt = 0
  return {
    name: 'watch the books',
    async run(db) {
      const wall = clock.wallNow().getTime()
      if (wall >= dueAt) {
        const started = performance.now()
        const faults = await watchBooks(db)
        const tookMs = performance.now() - started
        dueAt = wall + Math.max(EVERY_MS, tookMs * REST_PER_WORK)
        if (faults.length > 0) await stopWhatIsWrong(db, faults, clock)
      }
      exchange.stopMatching(await unmatchedCurrencies(db))
    },
  }
}

async function stopWhatIsWrong(db: Db, faults: readonly BookFault[], clock: Clock): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Several servers watch the same books, and one of them calls.
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    const known = await tx
      .selectFrom('withdrawal_stop')
      .select('currency')
      .where('matching', '=', true)
      .execute()
    for (const { id, code } of Object.values(currencies)) {
      if (known.some(({ currency }) => currency === id)) continue
      const own = faults.find(({ currency }) => currency === undefined || currency === id)
      if (own) await stopAndCall(tx, { id, code, fault: own, clock })
    }
  })
}

async function stopAndCall(
  tx: Tx,
  wrong: { id: CurrencyId; code: string; fault: BookFault; clock: Clock },
): Promise<void> {
  const { id, code, fault, clock } = wrong
  const reason = `The books do not hold: ${fault.detail} (${fault.rule})`
  await stopWithdrawals(tx, { currency: id, reason, matching: true, now: clock.now() })
  await callOperators(tx, {
    subject: `withdrawals and trading of ${code} are stopped`,
    text: `${reason}. Nothing of ${code} leaves or is matched until two operators let it go again, in the console under Overview. Run npm run audit first: it says which entry did it.`,
    now: clock.wallNow(),
  })
}
