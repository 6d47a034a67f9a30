import type { Db } from '@btbc/database/database.ts'

import type { Exchange } from '#modules/exchange/index.ts'
import type { Events } from '#platform/events.ts'

import { balancesJson, tradedIn } from './account-calls.ts'
import { positionEvent } from './stream-events.ts'

/** Tells programs what their member has when something else than the exchange has changed it. */

export type OtherMoves = {
  /** The exchange has told of this balance itself. */
  noteTold(memberId: number, asset: string): void
  stop(): Promise<void>
}

type Parts = {
  db: Db
  exchange: Pick<Exchange, 'flushed' | 'markets'>
  events: Pick<Events, 'follow'>
  now: () => Date
  report: (error: unknown, what: string) => void
}

/** Of `members` alone anything is asked. */
export function watchOtherMoves(
  parts: Parts,
  members: ReadonlyMap<number, unknown>,
  tell: (memberId: number, event: object) => void,
): OtherMoves {
  const { db, exchange, events, now, report } = parts
  const due = new Set<number>()
  /** Told by the exchange while accounts are read. */
  const told = new Set<string>()
  let reading: Promise<void> | undefined

  const read = async (memberId: number): Promise<void> => {
    const balances = await balancesJson(db, memberId, tradedIn(exchange))
    const news = balances.filter(({ asset }) => !told.has(nameOf(memberId, asset)))
    if (news.length > 0) tell(memberId, positionEvent(news, now()))
  }
  const readAll = async (): Promise<void> => {
    while (due.size > 0) {
      const asked = [...due]
      due.clear()
      // What was matched before is told before it is read, so that what is told meanwhile is newer.
      await exchange.flushed()
      told.clear()
      await Promise.all(asked.filter((memberId) => members.has(memberId)).map(read))
    }
  }
  const ask = (memberId: number): void => {
    due.add(memberId)
    reading ??= readAll()
      .catch((error: unknown) => report(error, 'balances of programs'))
      .finally(() => (reading = undefined))
  }
  const stopFollowing = events.follow(({ to, kind }) => {
    if (kind === 'missed') for (const memberId of members.keys()) ask(memberId)
    else if (kind === 'balance.changed' && to !== 'everyone' && members.has(to)) ask(to)
  })
  return {
    noteTold(memberId, asset) {
      if (reading) told.add(nameOf(memberId, asset))
    },
    async stop() {
      stopFollowing()
      await reading
    },
  }
}

function nameOf(memberId: number, asset: string): string {
  return `${memberId} ${asset}`
}
