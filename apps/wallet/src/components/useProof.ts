import { useRef, useState } from 'react'

import { Unreachable } from '#api/call.ts'
import type { RiskyCall } from '#security/asked.ts'
import { useStepUp } from '#security/useStepUp.tsx'

/**
 * Asks the member to prove what is about to be sent, once: who presses again because the answer was
 * lost sends the same proof, and with it the same request.
 */
export function useProof({ error }: { error: Error | null }) {
  const stepUp = useStepUp()
  const given = useRef<string>(undefined)
  const [isAsking, setAsking] = useState(false)
  async function prove(call: RiskyCall): Promise<string | undefined> {
    if (error instanceof Unreachable && given.current !== undefined) return given.current
    setAsking(true)
    try {
      given.current = await stepUp(call)
      return given.current
    } finally {
      setAsking(false)
    }
  }
  return { prove, isAsking }
}
