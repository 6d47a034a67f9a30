import type { Tag } from '@btbc/contract/endpoint.ts'
import { kindsForEveryone } from '@btbc/contract/events.ts'
import type { LiveEvent } from '@btbc/contract/live.ts'

import type { LiveClient } from './live-client.ts'

/** What the server tells a member of their own: what is another way by now than it was read. */

/** Whoever hears what everybody hears asks at some time within this, not all at once. */
const SPREAD_MS = 5_000

type Heard = {
  changed: (about: readonly Tag[]) => void
  /** Nobody can say what happened while nobody listened. */
  missed: () => void
}

export function followOwnEvents(
  client: LiveClient,
  { changed, missed }: Heard,
  spreadMs: number = SPREAD_MS,
): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const later = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, Math.random() * spreadMs)
    timers.add(timer)
  }
  const tell = (events: readonly LiveEvent[]) => {
    if (events.some(({ kind }) => kind === 'missed')) missed()
    if (events.length > 0) changed([...new Set(events.flatMap(({ about }) => about))])
  }
  let isFirst = true
  const leave = client.follow('events', ({ type, data }) => {
    if (type === 'delta') {
      tell(data.filter((each) => !isForEveryone(each)))
      const broad = data.filter(isForEveryone)
      if (broad.length > 0) later(() => tell(broad))
      return
    }
    // The first comes while everything is being read anyway; another, after a line was lost for
    // long, comes to everybody who had that server.
    if (isFirst) missed()
    else later(missed)
    isFirst = false
  })
  return () => {
    leave()
    for (const timer of timers) clearTimeout(timer)
  }
}

function isForEveryone({ kind }: LiveEvent): boolean {
  return kindsForEveryone.includes(kind)
}
