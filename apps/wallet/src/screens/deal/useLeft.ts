import { useEffect, useRef, useState } from 'react'

import { reload } from '#api/query.ts'

const TICK_MS = 100
/** The server ends what is over within a second or two. */
const AGAIN_MS = 2_000

/** The whole seconds until a moment of the server's clock, by what that was when it was last heard. */
export function leftAt(until: string, heard: { now: string; at: number }, here: number): number {
  const passed = here - heard.at
  const left = new Date(until).getTime() - new Date(heard.now).getTime() - passed
  return Math.max(0, Math.ceil(left / 1000))
}

/** The seconds left, going down on the screen; at the end the deal is asked for until it is another. */
export function useLeft(until: string, { now, at }: { now: string; at: number }): number {
  const [left, setLeft] = useState(() => leftAt(until, { now, at }, Date.now()))
  const asked = useRef(0)
  useEffect(() => {
    const update = () => {
      const here = Date.now()
      const seconds = leftAt(until, { now, at }, here)
      setLeft(seconds)
      // Each answer begins this anew: they must not chase one another.
      if (seconds > 0 || here - asked.current < AGAIN_MS) return
      asked.current = here
      reload('deals')
    }
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  }, [until, now, at])
  return left
}
