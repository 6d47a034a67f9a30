import { readTeam } from '@btbc/contract/mining.ts'
import { useEffect, useState } from 'react'

import { useCall } from '#api/query.ts'

const TICK_MS = 15_000

/** The server's time in ms, a few times a minute; unknown until it was asked. */
export function useServerNow(): number | undefined {
  const { data, dataUpdatedAt } = useCall(readTeam)
  const [local, setLocal] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setLocal(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!data) return undefined
  return Date.parse(data.team.now) + Math.max(local - dataUpdatedAt, 0)
}
