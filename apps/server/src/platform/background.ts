import { setTimeout as sleep } from 'node:timers/promises'

/** What goes on behind the calls: again and again, one after the other, or one at a time. */

/** Waits; comes back at once when the signal says stop. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Works at once and again after each pause until told to stop; what fails is tried again. */
export async function loop(parts: {
  signal: AbortSignal
  everyMs: number
  work: () => Promise<unknown>
  failed: (error: unknown) => void
}): Promise<void> {
  const { signal, everyMs, work, failed } = parts
  while (!signal.aborted) {
    try {
      await work()
    } catch (error) {
      failed(error)
    }
    await pause(everyMs, signal)
  }
}

/** Runs what it is given one after the other, in the order of the asking; a failure is its asker's. */
export function serial(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}

/** As `serial`, apart for each name: whoever asks for much waits for themselves. */
export function serialEach(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const lasts = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = lasts.get(name) ?? Promise.resolve()
    const turn = before.then(work, work)
    lasts.set(name, turn)
    try {
      return await turn
    } finally {
      if (lasts.get(name) === turn) lasts.delete(name)
    }
  }
}

/** Whoever asks while it is under way gets what comes of that; nothing runs twice at a time. */
export function singleFlight<Asked extends unknown[], T>(
  work: (...asked: Asked) => Promise<T>,
): (...asked: Asked) => Promise<T> {
  let running: Promise<T> | undefined
  return (...asked) => {
    running ??= work(...asked).finally(() => (running = undefined))
    return running
  }
}

export type Progress = {
  /** Waits until it is so. */
  until(isSo: () => boolean): Promise<void>
  /** Said after every change of what others may wait for. */
  changed(): void
}

/** For waiting until something is so without asking again and again. */
export function openProgress(): Progress {
  const waiting = new Set<() => void>()
  return {
    async until(isSo) {
      while (!isSo()) await new Promise<void>((resolve) => waiting.add(resolve))
    },
    changed() {
      for (const look of waiting) look()
      waiting.clear()
    },
  }
}
