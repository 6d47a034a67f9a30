import { BaseError, HttpRequestError, TimeoutError } from 'viem'

import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { fence } from './lease.ts'
import { forPurpose, type OpenRow } from './open-rows.ts'
import { transactionStates } from './transaction.states.ts'
import type { SignerTurn } from './signer-turn.ts'

/**
 * What cannot be signed keeps nobody else waiting: it is tried again later and later, and when a day
 * has not helped it goes back to who wanted it. Nothing was signed, so nothing can have left.
 */

const AGAIN_MS = 10_000
/** Custody that is filled again is not waited for longer. */
const AGAIN_MS_MAX = 10 * MINUTE_MS
const GIVE_UP_MS = DAY_MS
/** A clock that was moved on gives nothing up by itself. */
const TRIES_LEAST = 6

/** Code has come to the address since it was asked for. */
export class HasCode extends BaseError {
  constructor() {
    super('there is a contract at the address by now')
  }
}

export function isNodeAway(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((each) => each instanceof HttpRequestError || each instanceof TimeoutError) !== null
  )
}

export async function putOff(turn: SignerTurn, row: OpenRow, error: unknown): Promise<void> {
  const { db, now, report } = turn
  if (!(error instanceof BaseError)) report(error, `transaction ${row.id} is not signed`)
  const tries = row.tries + 1
  const isOld = tries > TRIES_LEAST && row.created_at.getTime() + GIVE_UP_MS <= now.getTime()
  const problem = describe(error)
  if (error instanceof HasCode || (isOld && !isNodeAway(error))) {
    const failure = error instanceof HasCode ? 'has_code' : 'unsignable'
    if (await giveBack(turn, row, { failure, problem })) return
  }
  const waitMs = Math.min(AGAIN_MS * 2 ** Math.min(row.tries, 10), AGAIN_MS_MAX)
  await db
    .updateTable('chain_transaction')
    .set({ tries, problem, next_check_at: new Date(now.getTime() + waitMs) })
    .where('id', '=', row.id)
    .where('state', '=', 'queued')
    .execute()
}

/** Answers false when its purpose knows no other way than to go on trying. */
async function giveBack(
  turn: SignerTurn,
  row: OpenRow,
  end: { failure: 'has_code' | 'unsignable'; problem: string },
): Promise<boolean> {
  const { db, lease, purposes, now, wallNow } = turn
  const told = forPurpose(row)
  const onUnsigned = told && purposes[told.purpose]?.onUnsigned
  if (!onUnsigned) return false
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    const step = { now, set: { ...end, next_check_at: null } }
    const [given] = await transitionAll(tx, transactionStates, [row.id], 'giveBack', step)
    // Taken back by its owner meanwhile.
    if (given) await onUnsigned(tx, { ...told, failure: end.failure }, { now, wallNow })
  })
  return true
}

const PROBLEM_LENGTH_MAX = 300

/** In words for operators, on one line. */
export function describe(error: unknown): string {
  const text = error instanceof BaseError ? error.shortMessage : String(error)
  return text.split('\n')[0]?.slice(0, PROBLEM_LENGTH_MAX) ?? ''
}
