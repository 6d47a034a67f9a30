import { houseNow } from '@btbc/client/house-clock.ts'
import { useEffect, useState } from 'react'

/** The time of the house, going on on screen every so many ms. */
export function useHouseNow(everyMs: number): number {
  const [now, setNow] = useState(houseNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(houseNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
