import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type Afforded, afford } from '@btbc/ledger/afford.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import * as z from 'zod/mini'

import { encode } from '#platform/encode.ts'
import type { KeyedCall, StoredAnswers } from '#platform/stored-answers.ts'
import { type Outcome, refused } from '#platform/together.ts'

/** What members ask together takes from the same accounts of the house: planned for each, booked for all. */

export type Asked = {
  memberId: number
  now: Date
  wallNow: Date
  /** Under which it is done once. */
  call?: KeyedCall | undefined
}

/** How it is answered, and where answers are stored. */
type Answering<Answer> = {
  response: z.core.$ZodType<Answer>
  storedAnswers: StoredAnswers | undefined
}

/**
 * What needs no plan: whoever is locked by others is held up, and what was done before under its key is
 * answered as it was then.
 */
export async function findOutcomes<Answer>(
  tx: Tx,
  batch: readonly Asked[],
  { locked, response, storedAnswers }: Answering<Answer> & { locked: ReadonlyMap<number, unknown> },
): Promise<(asked: Asked) => Outcome<Answer> | undefined> {
  const held = batch.filter(({ memberId }) => locked.has(memberId))
  const calls = held.flatMap(({ call }) => call ?? [])
  const earlier = await storedAnswers?.find(tx, calls)
  return ({ memberId, call }) => {
    if (!locked.has(memberId)) return 'held up'
    const before = call && earlier?.(call)
    if (before instanceof Refusal) return refused(before)
    return before && (() => z.decode(response, before.message))
  }
}

/** What nothing is against, but perhaps the accounts. */
type Planned = { asked: Asked; entries: readonly Entry[] }

/**
 * Books what each can pay, in the order of the asking. From here on the accounts are locked: the posting
 * writes everything else with it.
 */
export async function bookAfforded<Plan extends Planned, Answer>(
  tx: Tx,
  plans: readonly (Plan | Outcome<Answer>)[],
  batch: Answering<Answer> & {
    answerOf: (plan: Plan, availableOf: Afforded['availableOf']) => Answer
    /** What is written with what is booked. */
    rowsOf?: (afforded: readonly Plan[]) => Promise<Fragment[]> | Fragment[]
    /** Booked whatever of the plans is. */
    besides?: readonly Entry[]
  },
): Promise<Outcome<Answer>[]> {
  const { answerOf, rowsOf, besides = [], response, storedAnswers } = batch
  const planned = plans.filter(isPlan)
  const events = planned.map((each) => each.entries)
  const { short, availableOf } = await afford(tx, [...events, besides])
  const lacking = new Map(planned.map((each, n) => [each, short[n]]))
  const afforded = planned.filter((each) => lacking.get(each) === undefined)
  const answers = new Map(afforded.map((each) => [each, answerOf(each, availableOf)]))
  const entries = [...afforded.flatMap((each) => each.entries), ...besides]
  const [first] = afforded
  if (entries.length > 0) {
    const kept = [...answers].flatMap(
      ([
        {
          asked: { call },
        },
        answer,
      ]) => (call ? [{ call, message: encode(response, answer) }] : []),
    )
    const rows = (await rowsOf?.(afforded)) ?? []
    const stored = storedAnswers && first && storedAnswers.rowsOf(kept, first.asked.wallNow)
    await postBatch(tx, entries, [...rows, ...(stored ? [stored] : [])])
  }
  return plans.map((each): Outcome<Answer> => {
    if (!isPlan(each)) return each
    const answer = answers.get(each)
    return answer === undefined ? refused(lacking.get(each)) : () => answer
  })
}

function isPlan<Plan extends Planned>(each: Plan | Outcome<unknown>): each is Plan {
  return typeof each === 'object'
}
