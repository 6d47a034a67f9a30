import { SIGNATURE_HEADER, TIMESTAMP_HEADER, type ProviderEvent, signEvent } from './protocol.ts'

/** Tells the merchant about an event until the merchant says that it has heard. */

const AGAIN_MS = [1000, 5000, 15_000, 60_000, 300_000] as const
const ANSWER_MS_MAX = 10_000

export type Sender = { send(event: ProviderEvent): void; stop(): void }

export function startSender(parts: {
  key: string
  url: () => string | undefined
  acknowledged: (event: string) => void
  now: () => Date
}): Sender {
  const { key, url, acknowledged, now } = parts
  const timers = new Set<NodeJS.Timeout>()
  const stopping = new AbortController()
  const tell = async (event: ProviderEvent, tries: number): Promise<void> => {
    const heard = await post(event).catch(() => false)
    if (!heard && !stopping.signal.aborted) {
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          void tell(event, tries + 1)
        },
        AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)],
      )
      timers.add(timer.unref())
    }
  }
  const post = async (event: ProviderEvent): Promise<boolean> => {
    const to = url()
    if (to === undefined) return false
    const body = JSON.stringify(event)
    // Signed anew for each try, so that a late try is not a stale one.
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const answer = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [TIMESTAMP_HEADER]: timestamp,
        [SIGNATURE_HEADER]: signEvent(key, timestamp, body),
      },
      body,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    })
    // One whose acknowledgement cannot be written down is told again.
    if (answer.ok) acknowledged(event.id)
    return answer.ok
  }
  return {
    send: (event) => void tell(event, 0),
    stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
