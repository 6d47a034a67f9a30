import { pause } from '#platform/background.ts'

/** How the engine waits: by the machine's clock, or in the simulator by the seed's. */
export type Waits = {
  /** Milliseconds that only grow. */
  nowMs(): number
  /** Comes back at once when the signal says stop. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const machineWaits: Waits = { nowMs: () => performance.now(), pause }
