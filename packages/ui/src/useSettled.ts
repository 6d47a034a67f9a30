import { useEffect, useState } from 'react'

const SETTLED_MS = 350

/** A value that has stood still for a moment: nobody asks the server for each key. */
export function useSettled(value: string, afterMs = SETTLED_MS): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
