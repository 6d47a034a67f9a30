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

export const refused: Answer = async () =>
  Response.json({ type: 'error', message: 'Not now.', code: 'too_many_requests', details: {} })
export const lost: Answer = async () => await Promise.reject(new TypeError('network'))
