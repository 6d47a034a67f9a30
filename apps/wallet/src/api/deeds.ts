import { isUndecided, newKey, SAME_DEED_MS } from '@btbc/client/client.ts'
import { houseNow } from '@btbc/client/house-clock.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'

import { send, type Answer, type Ask } from '#api/call.ts'
import { stored, storeInTab, tab } from '#storage.ts'

/** What was asked for and not answered yet: asked for again, it goes under the same key and is done once. */

/** What is wanted, the same from every sheet that wants it. */
export type Wanted<E extends Endpoint> = Ask<E> & {
  client_id?: never
  quote_id?: never
  proof?: never
}

export type Asked<E extends Endpoint> = {
  /** What it is done to, where the request does not say: with another it is another deed. */
  of?: unknown
} & (
  | {
      request: Wanted<E>
      /** What only this sheet has, sent along: the terms that it showed, its proof, its name for an order. */
      own?: Partial<Ask<E>> | { proof: string }
    }
  /** Nothing but that: whatever is sent from it is one deed. */
  | { request: Record<string, never>; own: Ask<E> }
)

type Sent = {
  key: string
  request: object
  /** Whose it is, once the member is named. */
  by: string | undefined
  /** When it was sent first, and last. */
  first: number
  at: number
  isLost?: boolean
  isSecret: boolean
}

/** Beside the drafts of forms, so that it outlives the page as they do. */
const KEPT = 'unanswered'
const unanswered = readKept()

/**
 * It goes with what the first sheet had of its own. Where that holds no longer and nothing was done, it is
 * refused, and asked for anew. With an answer its key is over.
 */
export async function sendOnce<E extends Endpoint>(call: E, asked: Asked<E>): Promise<Answer<E>> {
  const before = findSent(call, asked)
  const at = houseNow()
  const sent: Sent = {
    ...(before ?? {
      key: newKey(),
      request: { ...asked.request, ...asked.own },
      first: at,
      // A password is in memory at the most.
      isSecret: call.holdsSecret ?? !stored('token'),
    }),
    by: before?.by ?? stored('user_id'),
    at,
  }
  const deed = deedOf(call, asked)
  unanswered.set(deed, sent)
  keep()
  try {
    const answer = await send(call, sent.request as Ask<E>, { key: sent.key })
    end(deed, sent)
    return answer
  } catch (error) {
    if (isUndecided(error)) sent.isLost = true
    else end(deed, sent)
    throw error
  }
}

/** When the same was sent first, if nothing was heard of it. */
export function sentBefore<E extends Endpoint>(call: E, asked: Asked<E>): number | undefined {
  const sent = findSent(call, asked)
  return sent?.isLost ? sent.first : undefined
}

/** Who signs out leaves nothing unanswered. */
export function forgetSent(): void {
  unanswered.clear()
}

function deedOf<E extends Endpoint>({ path }: E, { request, of }: Asked<E>): string {
  return JSON.stringify([path, request, of])
}

function findSent<E extends Endpoint>(call: E, asked: Asked<E>): Sent | undefined {
  const sent = unanswered.get(deedOf(call, asked))
  if (!sent || !isOpen(sent)) return undefined
  // What is to be so from now on may have become otherwise since; a proof is good for one asking.
  const proof = proofOf(asked.own)
  return !call.sets || (proof && proof === proofOf(sent.request)) ? sent : undefined
}

const proofOf = (request?: { proof?: string }) => request?.proof

/** Whoever is logged in without having been named yet may be anybody. */
function isOpen({ by, at }: Sent): boolean {
  const member = stored('user_id') ?? by
  return (by ?? member) === member && houseNow() - at < SAME_DEED_MS
}

function end(deed: string, { key }: Sent): void {
  if (unanswered.get(deed)?.key === key) unanswered.delete(deed)
  keep()
}

function keep(): void {
  for (const [deed, sent] of unanswered) if (!isOpen(sent)) unanswered.delete(deed)
  storeInTab(KEPT, JSON.stringify([...unanswered].filter(([, { isSecret }]) => !isSecret)))
}

function readKept(): Map<string, Sent> {
  try {
    const kept = JSON.parse(tab.getItem(KEPT) ?? '[]') as [string, Sent][]
    return new Map(kept.map(([deed, sent]) => [deed, { ...sent, isLost: true }]))
  } catch {
    // Written by nobody of ours.
    return new Map()
  }
}
