import type { Endpoint, RequestJson, ResponseJson, Tag } from '@btbc/contract/endpoint.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'

import { currentLanguage, currentTag } from '#i18n/language.ts'
import { forget, stored } from '#storage.ts'

/** The one place that speaks HTTP: typed by the contract, whose schemas stay on the server. */

export type Ask<E extends Endpoint> = RequestJson<E>
export type Answer<E extends Endpoint> = ResponseJson<E>

/** The server said no, with a reason in the member's language. Nothing was changed. */
export class CallRefused extends Error {
  readonly code: RefusalCode
  readonly details: Readonly<Record<string, string | number>>
  /** Of the message. */
  readonly language = currentLanguage()

  constructor(code: RefusalCode, message: string, details: CallRefused['details'] = {}) {
    super(message)
    this.name = 'CallRefused'
    this.code = code
    this.details = details
  }
}

/** No answer that can be read: no network, too slow, or something between us and the server. */
export class Unreachable extends Error {
  readonly reason: 'offline' | 'slow' | 'unreadable'

  constructor(reason: Unreachable['reason'], cause?: unknown) {
    super(reason, { cause })
    this.name = 'Unreachable'
    this.reason = reason
  }
}

const SLOW_MS = 20_000
const SESSION_ENDED = 999

export type Envelope = {
  /** 'ok', 'error' or 999, also written '999'. */
  type: number | string
  message: unknown
  code?: RefusalCode
  details?: CallRefused['details']
}

type Options = {
  signal?: AbortSignal
  /** Made when a confirm sheet opens, so that pressing twice or trying again pays once. */
  key?: string
  slowMs?: number
}

/** The language goes along where the request names it besides the header. */
function spoken<E extends Endpoint>(call: E, request: Ask<E> | undefined): object {
  return { ...('lang' in call.request && { lang: currentLanguage() }), ...request }
}

export async function get<E extends Endpoint>(
  call: E,
  request?: Ask<E>,
  options: Options = {},
): Promise<Answer<E>> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(spoken(call, request)))
    if (value !== undefined && value !== null) query.set(name, String(value))
  const search = query.size > 0 ? `?${query}` : ''
  return await send<E>(call.path + search, { method: 'GET' }, options)
}

export async function post<E extends Endpoint>(
  call: E,
  request: Ask<E>,
  options: Options = {},
): Promise<Answer<E>> {
  const { path, changes, about } = call
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (changes) headers['Idempotency-Key'] = options.key ?? newKey()
  const body = JSON.stringify(spoken(call, request))
  const answer = send<E>(path, { method: 'POST', headers, body }, options)
  if (!changes) return await answer
  return await answer.finally(() => changeListeners.forEach((listener) => listener(about)))
}

/** Reads by the method the call is asked with. */
export async function read<E extends Endpoint>(
  call: E,
  request: Ask<E> | undefined,
  signal: AbortSignal,
): Promise<Answer<E>> {
  const isGet = call.methods.some((method) => method === 'GET')
  if (isGet) return await get(call, request, { signal })
  return await post(call, request ?? ({} as Ask<E>), { signal })
}

/** Random and unguessable, also on plain-http pages where crypto.randomUUID is absent. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Where a call is, from its path. */
export function addressOf(target: string): string {
  return `${import.meta.env.VITE_API_BASE ?? '/api'}${target}`
}

/** Who asks, and in which language. */
export function headersOf(token: string | undefined): Record<string, string> {
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    lang: currentLanguage(),
    'Accept-Language': currentTag(),
  }
}

const changeListeners = new Set<(about: readonly Tag[]) => void>()

/**
 * Called when a change is over, with what it is about: done it changed that, refused what was known
 * of it was out of date, and a lost answer leaves open which.
 */
export function onChanged(listener: (about: readonly Tag[]) => void): void {
  changeListeners.add(listener)
}

const sessionListeners = new Set<() => void>()

/** Called when the server no longer knows our session. */
export function onSessionEnded(listener: () => void): () => void {
  sessionListeners.add(listener)
  return () => sessionListeners.delete(listener)
}

async function send<E extends Endpoint>(
  target: string,
  init: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  { signal, slowMs = SLOW_MS }: Options,
): Promise<Answer<E>> {
  const token = stored('token')
  const slow = AbortSignal.timeout(slowMs)
  const envelope = await fetchEnvelope(
    addressOf(target),
    {
      ...init,
      headers: { ...init.headers, ...headersOf(token) },
      signal: signal ? AbortSignal.any([signal, slow]) : slow,
    },
    slow,
  )
  return messageOf(envelope, token) as Answer<E>
}

/** What the envelope holds; throws what it refuses, and ends the session it no longer knows. */
export function messageOf(envelope: Envelope, token: string | undefined): unknown {
  if (envelope.type === 'ok') return envelope.message
  if (Number(envelope.type) === SESSION_ENDED) endSession(token)
  throw new CallRefused(
    envelope.code ?? (Number(envelope.type) === SESSION_ENDED ? 'login_required' : 'internal'),
    String(envelope.message),
    envelope.details,
  )
}

async function fetchEnvelope(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  slow: AbortSignal,
): Promise<Envelope> {
  let body: unknown
  try {
    const answer = await fetch(url, init)
    body = await answer.json()
  } catch (error) {
    if (slow.aborted) throw new Unreachable('slow', error)
    if (init.signal.aborted) throw error
    throw new Unreachable(error instanceof SyntaxError ? 'unreadable' : 'offline', error)
  }
  return readEnvelope(body)
}

export function readEnvelope(body: unknown): Envelope {
  if (typeof body !== 'object' || body === null || !('type' in body) || !('message' in body))
    throw new Unreachable('unreadable')
  return body as Envelope
}

function endSession(token: string | undefined): void {
  // An answer to an old session must not end the new one.
  if (stored('token') !== token) return
  forget('token', 'user_id')
  for (const listener of sessionListeners) listener()
}
