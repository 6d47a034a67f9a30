import type { StepUpAction } from '@btbc/contract/step-up.ts'

/** The one risky call that waits for the member to confirm it is them. */

export type RiskyCall = {
  action: StepUpAction
  /** Field by field what the call will say, as text. */
  payload: Readonly<Record<string, string>>
}

export type AskedStepUp = RiskyCall & { id: number; settle: (proof: string | undefined) => void }

let asked: AskedStepUp | undefined
let count = 0
const listeners = new Set<() => void>()

function set(next: AskedStepUp | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Asks the member; answers the proof for that one call, or nothing when they would rather not. Keep your
 * own sheet busy or closed meanwhile.
 */
export async function askStepUp(call: RiskyCall): Promise<string | undefined> {
  asked?.settle(undefined)
  return await new Promise((resolve) => {
    count += 1
    const id = count
    const settle = (proof: string | undefined) => {
      if (asked?.id === id) set(undefined)
      resolve(proof)
    }
    set({ ...call, id, settle })
  })
}

export function currentlyAsked(): AskedStepUp | undefined {
  return asked
}

export function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
