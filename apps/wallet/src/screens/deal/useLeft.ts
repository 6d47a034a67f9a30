import { houseNow } from '@btbc/client/house-clock.ts'
import { secondsUntil } from '@btbc/ui/countdown.ts'
import { useEffect, useState } from 'react'

import { reload } from '#api/query.ts'

const TICK_MS = 100
/** The server ends what is over within a second or two. */
const AGAIN_MS = 2_000

/** The seconds left, going down on the screen; at the end the deal is asked for until it is another. */
export function useLeft(until: string): number {
  const [left, setLeft] = useState(() => secondsUntil(Date.parse(until), houseNow()))
  useEffect(() => {
    let askedAt = 0
    const update = () => {
      const now = houseNow()
      const seconds = secondsUntil(Date.parse(until), now)
      setLeft(seconds)
      // Each answer shows it anew: they must not chase one another.
      if (seconds > 0 || now - askedAt < AGAIN_MS) return
      askedAt = now
      reload('deals')
    }
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  return left
}
