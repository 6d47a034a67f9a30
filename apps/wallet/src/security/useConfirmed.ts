import { useState } from 'react'

import { useErrorText } from '#api/query.ts'
import type { RiskyCall } from '#security/asked.ts'
import { useStepUp } from '#security/useStepUp.tsx'

/** A risky call as one piece of work: the member confirms, the work is done, what went wrong is said. */
export function useConfirmed() {
  const stepUp = useStepUp()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  /** Answers what the work answered, or nothing when the member would rather not or it failed. */
  async function confirmed<Done>(
    call: RiskyCall,
    work: (proof: string) => Promise<Done>,
  ): Promise<Done | undefined> {
    if (busy) return undefined
    setBusy(true)
    setError(undefined)
    try {
      const proof = await stepUp(call)
      return proof === undefined ? undefined : await work(proof)
    } catch (failure) {
      setError(errorText(failure))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return { confirmed, busy, error }
}
