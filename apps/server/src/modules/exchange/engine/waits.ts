import { pause } from '#platform/background.ts'

/** How the engine waits: by the machine's clock, or in the simulator by the seed's. */
export type Waits = {
  /** Milliseconds that only grow. */
  nowMs(): number
  /** Comes back at once when the signal says stop. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** In a turn of its own, once all that follows from this one has followed. */
  soon(run: () => void): void
}

export const machineWaits: Waits = {
  nowMs: () => performance.now(),
  pause,
  soon: (run) => void setImmediate(run),
}
