import { useEffect, useState } from 'react'

import { reload } from '#api/query.ts'

const TICK_MS = 100

/** The whole seconds until a moment of the server's clock, by what that was when it was last heard. */
export function leftAt(until: string, heard: { now: string; at: number }, here: number): number {
  const passed = here - heard.at
  const left = new Date(until).getTime() - new Date(heard.now).getTime() - passed
  return Math.max(0, Math.ceil(left / 1000))
}

/** The seconds left, going down on the screen; at the end the deal is asked for again. */
export function useLeft(until: string, { now, at }: { now: string; at: number }): number {
  const [left, setLeft] = useState(() => leftAt(until, { now, at }, Date.now()))
  useEffect(() => {
    const update = () => {
      const seconds = leftAt(until, { now, at }, Date.now())
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      reload('deals')
    }
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  }, [until, now, at])
  return left
}
