import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { vi } from 'vitest'

/** The network, as the browser has it: what was sent, and an answer for each. */

type Answer = () => Promise<Response>
export type Network = { sent: { body: unknown; key: string | null }[]; answers: Answer[] }

/** Answers with this message whatever no other answer waits for. Ends with `vi.unstubAllGlobals()`. */
export function startNetwork(message: object = {}): Network {
  const network: Network = { sent: [], answers: [] }
  vi.stubGlobal('fetch', async (_url: string, init: { body: string; headers: HeadersInit }) => {
    const key = new Headers(init.headers).get('Idempotency-Key')
    network.sent.push({ body: JSON.parse(init.body), key })
    const answer = network.answers.shift()
    return answer ? await answer() : Response.json({ type: 'ok', message })
  })
  return network
}

/** The same of what is only read: each address that is asked, and an answer for it. */
export function startReading(message: object): { asked: string[]; answers: Answer[] } {
  const reading: ReturnType<typeof startReading> = { asked: [], answers: [] }
  vi.stubGlobal('fetch', async (url: string) => {
    reading.asked.push(url)
    const answer = reading.answers.shift()
    return answer ? await answer() : Response.json({ type: 'ok', message })
  })
  return reading
}

export const refusedWith =
  (code: RefusalCode): Answer =>
  async () =>
    Response.json({
      type: code === 'login_required' ? 999 : 'error',
      message: 'Not now.',
      code,
      details: {},
    })

/** Nothing was done. */
export const refused = refusedWith('pool_refilling')
/** It may have been done all the same: the connection broke on the way to its answer. */
export const undecided = refusedWith('unavailable')
export const lost: Answer = async () => await Promise.reject(new TypeError('network'))
