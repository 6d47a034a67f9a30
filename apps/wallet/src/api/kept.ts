import { houseNow } from '@btbc/client/house-clock.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { listMachines, readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { listWallets } from '@btbc/contract/wallet.ts'

import { store, stored } from '#storage.ts'

/** The last answers to a few reads, of the member who is logged in, for when there is no network. */

const keptCalls: ReadonlySet<Endpoint> = new Set<Endpoint>([
  readLaunches,
  readOutput,
  listMachines,
  readTeam,
  listWallets,
])
/** A list beyond it is not worth the room. */
const LENGTH_MAX = 100_000

/** When it came, by the device's clock, and what the house's showed then. */
type Kept = { answer: unknown; at: number; now: number }
type Memory = { member: string; answers: Record<string, Kept> }

export function keepAnswer(call: Endpoint, request: unknown, answer: unknown): void {
  const member = stored('user_id')
  if (member === undefined || !keptCalls.has(call) || asksMore(request)) return
  if (JSON.stringify(answer).length > LENGTH_MAX) return
  const kept: Kept = { answer, at: Date.now(), now: houseNow() }
  const answers = { ...readMemory(member).answers, [call.path]: kept }
  store('last_seen', JSON.stringify({ member, answers }))
}

export function keptAnswer(call: Endpoint, request: unknown): Kept | undefined {
  const member = stored('user_id')
  if (member === undefined || asksMore(request)) return undefined
  return readMemory(member).answers[call.path]
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
