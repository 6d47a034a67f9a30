import { isUndecided } from '@btbc/client/client.ts'
import { useRef, useState } from 'react'

import type { RiskyCall } from '#security/asked.ts'
import { useStepUp } from '#security/useStepUp.tsx'

/**
 * Asks the member to prove what is about to be sent, once: who presses again because the answer was
 * lost, or said nothing, sends the same proof, and with it the same request.
 */
export function useProof({ error }: { error: Error | null }) {
  const stepUp = useStepUp()
  const given = useRef<{ proof: string; content: string }>(undefined)
  const [isAsking, setAsking] = useState(false)
  async function prove(call: RiskyCall): Promise<string | undefined> {
    const content = JSON.stringify(call)
    if (error && isUndecided(error) && given.current?.content === content)
      return given.current.proof
    setAsking(true)
    try {
      const proof = await stepUp(call)
      given.current = proof === undefined ? undefined : { proof, content }
      return proof
    } finally {
      setAsking(false)
    }
  }
  return { prove, isAsking }
}
