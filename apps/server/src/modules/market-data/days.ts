import type { Trade } from '#modules/exchange/index.ts'

import type { RollingDay } from './rolling-day.ts'

/** The last 24 hours of each market, kept as trades are heard, and read anew where some were not. */
export type Days = {
  of(marketId: number): RollingDay | undefined
  /** What comes meanwhile is added. */
  read(marketId: number): Promise<void>
  /** The same for all that were read before, and nobody waits for it. */
  readAnew(): void
  hear(marketId: number, trades: readonly Trade[]): void
  /** Resolves when nothing is being read. */
  caughtUp(): Promise<unknown>
}

export function openDays(parts: {
  readDay: (marketId: number) => Promise<RollingDay>
  report: (error: unknown, what: string) => void
}): Days {
  const { readDay, report } = parts
  const days = new Map<number, RollingDay>()
  const meanwhile = new Map<number, Trade[]>()
  let reading: Promise<unknown> = Promise.resolve()
  const read = async (marketId: number) => {
    const heard: Trade[] = []
    meanwhile.set(marketId, heard)
    const isNewest = () => meanwhile.get(marketId) === heard
    try {
      const day = await readDay(marketId)
      day.add(heard)
      // One that began later was told of what came since, and this one was not.
      if (isNewest()) days.set(marketId, day)
    } finally {
      if (isNewest()) meanwhile.delete(marketId)
    }
  }
  const readSoon = (marketId: number) => {
    const anew = read(marketId).catch((error: unknown) => report(error, 'a day was not read'))
    reading = Promise.all([reading, anew])
  }
  return {
    of: (marketId) => days.get(marketId),
    read,
    readAnew: () => [...days.keys()].forEach(readSoon),
    hear(marketId, trades) {
      const day = days.get(marketId)
      const heard = meanwhile.get(marketId)
      if (heard) heard.push(...trades)
      else if (day?.follows(trades) === true) day.add(trades)
      // Another server traded, or a commit was found out about late: nobody told of it here.
      else if (day) readSoon(marketId)
    },
    caughtUp: () => reading,
  }
}
