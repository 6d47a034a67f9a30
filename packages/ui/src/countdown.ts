import { useEffect, useState } from 'react'

/** Whole seconds from now until a moment of the wall clock, none when it has passed. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

/** The seconds left, going down on screen. */
export function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment, Date.now()))
  useEffect(() => {
    const update = () => {
      const seconds = secondsUntil(moment, Date.now())
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(update, 500)
    update()
    return () => clearInterval(timer)
  }, [moment])
  return left
}
