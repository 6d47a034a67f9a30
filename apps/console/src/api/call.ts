import { say } from '@btbc/contract/operator/operator-text.ts'
import type { RequestJson, ResponseJson } from '@btbc/contract/endpoint.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'

import { dropToken, isSomebodyHere, token } from '#session.ts'

/** The one place that speaks HTTP: typed by the contract, whose code stays on the server. */

export type Call = OperatorEndpoint
export type Ask<E extends Call> = RequestJson<E>
export type Answer<E extends Call> = ResponseJson<E>

/** The server said no, with a reason. Nothing was changed. */
export class CallRefused extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'CallRefused'
    this.code = code
  }
}

const SLOW_MS = 20_000
const SESSION_ENDED = 999

type Envelope = { type: number | string; message: unknown; code?: RefusalCode }

const sessionListeners = new Set<() => void>()

/** Called when the server no longer knows our session. */
export function onSessionEnded(listener: () => void): void {
  sessionListeners.add(listener)
}

export async function get<E extends Call>(
  { path }: E,
  request: Ask<E>,
  signal?: AbortSignal,
): Promise<Answer<E>> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...request }))
    if (typeof value === 'string' || typeof value === 'number') query.set(name, `${value}`)
  return await send<E>(`${path}${query.size > 0 ? `?${query}` : ''}`, { method: 'GET' }, signal)
}

export async function post<E extends Call>({ path }: E, request: Ask<E>): Promise<Answer<E>> {
  return await send<E>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  })
}

async function send<E extends Call>(
  target: string,
  init: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  signal?: AbortSignal,
): Promise<Answer<E>> {
  const used = token()
  const slow = AbortSignal.timeout(SLOW_MS)
  const envelope = await fetchEnvelope(`/operator/api${target}`, {
    ...init,
    headers: {
      ...init.headers,
      ...(used === undefined ? {} : { Authorization: `Bearer ${used}` }),
      ...(isSomebodyHere() ? {} : { 'X-Background': '1' }),
      lang: 'en',
    },
    signal: signal ? AbortSignal.any([signal, slow]) : slow,
  })
  if (envelope.type === 'ok') return envelope.message as Answer<E>
  // An answer to an old session must not end the new one.
  if (Number(envelope.type) === SESSION_ENDED && token() === used) {
    dropToken()
    for (const listener of sessionListeners) listener()
  }
  throw new CallRefused(envelope.code ?? 'internal', String(envelope.message))
}

async function fetchEnvelope(url: string, init: RequestInit): Promise<Envelope> {
  const answer = await fetch(url, init)
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null || !('type' in body) || !('message' in body))
    throw new TypeError('no envelope')
  return body as Envelope
}

/** The words of an error: the server's own, or ours when it could not be heard. */
export function errorText(error: unknown): string {
  if (error instanceof CallRefused) return error.message
  return say('shell.unreachable')
}
