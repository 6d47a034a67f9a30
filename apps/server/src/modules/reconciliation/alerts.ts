import type { Tx } from '@btbc/database/database.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

/**
 * What else on the chain needs a person: a watcher that stopped believing, transactions that stick,
 * and deposits that are not as they should be.
 */

const STUCK_SHOWN_MAX = 20
const ODD_SHOWN_MAX = 20
/** What is tried again and succeeds needs nobody. */
const STUCK_AFTER_MS = MINUTE_MS
/** What nobody can do anything about any more: operators got a mail, and the log of the chain stays. */
const OVER_SHOWN_MS = DAY_MS

export async function listChainAlerts(tx: Tx, now: Date) {
  const lately = new Date(now.getTime() - OVER_SHOWN_MS)
  const watch = await tx
    .selectFrom('deposit_watch')
    .select(['halted_at', 'halted_reason'])
    .where('halted_at', 'is not', null)
    .executeTakeFirst()
  const stuck = await tx
    .selectFrom('chain_transaction')
    .select(['id', 'purpose', 'problem', 'created_at'])
    .where('state', 'in', ['queued', 'signed', 'sent'])
    .where('problem', '<>', '')
    .where('created_at', '<=', new Date(now.getTime() - STUCK_AFTER_MS))
    .orderBy('id')
    .limit(STUCK_SHOWN_MAX)
    .execute()
  const odd = await tx
    .selectFrom('deposit')
    .select(['id', 'problem', 'problem_at'])
    .where('problem', '<>', '')
    .where((row) => row.or([row('state', '=', 'parked'), row('problem_at', '>', lately)]))
    .orderBy('id', 'desc')
    .limit(ODD_SHOWN_MAX)
    .execute()
  const givenUp = await tx
    .selectFrom('chain_transaction')
    .select(['id', 'purpose', 'problem', 'ended_at'])
    .where('failure', '=', 'unsignable')
    .where('ended_at', '>', lately)
    .orderBy('ended_at', 'desc')
    .limit(STUCK_SHOWN_MAX)
    .execute()
  return [
    ...(watch
      ? [
          {
            kind: 'watcher_halted' as const,
            text: `Deposits are not believed any more: ${watch.halted_reason ?? ''}`,
            at: watch.halted_at,
          },
        ]
      : []),
    ...odd.map(({ id, problem, problem_at: at }) => ({
      kind: 'deposit_problem' as const,
      text: `Deposit D${id}: ${problem}`,
      at,
    })),
    ...stuck.map(({ id, purpose, problem, created_at: at }) => ({
      kind: 'transaction_stuck' as const,
      text: `Transaction ${id} (${purpose}) does not move on: ${problem}`,
      at,
    })),
    ...givenUp.map(({ id, purpose, problem, ended_at: at }) => ({
      kind: 'transaction_stuck' as const,
      text: `Transaction ${id} (${purpose}) was given up before it was signed, and its coins went back: ${problem}`,
      at,
    })),
  ]
}
