import type { CallPath } from '#api/call.ts'
import { store, stored } from '#storage.ts'

/** The last answers to a few reads, of the member who is logged in, for when there is no network. */

const keptPaths: ReadonlySet<CallPath> = new Set<CallPath>([
  '/machine/get_free_times',
  '/machine/has_reward',
  '/machine/my',
  '/machine/team',
  '/wallet/list',
])
/** A list beyond it is not worth the room. */
const LENGTH_MAX = 100_000

type Kept = { answer: unknown; at: number }
type Memory = { member: string; answers: Record<string, Kept> }

export function keepAnswer(path: CallPath, request: unknown, answer: unknown): void {
  const member = stored('user_id')
  if (member === undefined || !keptPaths.has(path) || asksMore(request)) return
  if (JSON.stringify(answer).length > LENGTH_MAX) return
  const answers = { ...readMemory(member).answers, [path]: { answer, at: Date.now() } }
  store('last_seen', JSON.stringify({ member, answers }))
}

export function keptAnswer(path: CallPath, request: unknown): Kept | undefined {
  const member = stored('user_id')
  if (member === undefined || asksMore(request)) return undefined
  return readMemory(member).answers[path]
}

/** Only the plain read of a call is kept, not a part of a list. */
function asksMore(request: unknown): boolean {
  return Object.keys(request ?? {}).length > 0
}

/** What another member left on this device is nobody's. */
function readMemory(member: string): Memory {
  try {
    const found = JSON.parse(stored('last_seen') ?? 'null') as Memory | null
    if (found?.member === member) return found
  } catch {
    // Written by nobody of ours.
  }
  return { member, answers: {} }
}
