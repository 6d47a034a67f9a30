import { isUndecided } from '@btbc/client/client.ts'
import { useRef, useState } from 'react'

import { askStepUp, type RiskyCall } from '#security/asked.ts'

/**
 * Asks the member to prove what is about to be sent, once: who presses again because the answer was
 * lost, or said nothing, sends the same proof, and with it the same request.
 */
export function useProof({ error }: { error: Error | null }) {
  const given = useRef<{ proof: string; content: string }>(undefined)
  const [isAsking, setAsking] = useState(false)
  async function prove(call: RiskyCall): Promise<string | undefined> {
    const content = JSON.stringify(call)
    if (error && isUndecided(error) && given.current?.content === content)
      return given.current.proof
    setAsking(true)
    try {
      const proof = await askStepUp(call)
      given.current = proof === undefined ? undefined : { proof, content }
      return proof
    } finally {
      setAsking(false)
    }
  }
  return { prove, isAsking }
}
