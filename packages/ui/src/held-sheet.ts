import { createContext, useContext, useEffect } from 'react'

/** Set by a sheet: what lies in it says whether it may be put away. */
export const HoldSheet = createContext<(isHeld: boolean) => void>(() => undefined)

/** Meanwhile the sheet around this stays: neither a swipe nor back nor a key puts it away. */
export function useHeldSheet(isHeld: boolean): void {
  const hold = useContext(HoldSheet)
  useEffect(() => {
    if (!isHeld) return undefined
    hold(true)
    return () => hold(false)
  }, [isHeld, hold])
}
