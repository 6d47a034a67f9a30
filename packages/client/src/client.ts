import type {
  Answered,
  Endpoint,
  RefusalOf,
  RequestJson,
  ResponseJson,
} from '@btbc/contract/endpoint.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { undecidedRefusals } from '@btbc/contract/undecided.ts'

import { hearHouse } from './house-clock.ts'

/**
 * The one client of the product's calls: of both apps, the tests, the journeys and the benches. It
 * takes its types from the contract and no schema, so an app can be built without any.
 */

type Method = 'GET' | 'POST'

/** A call of a member or of an operator, with its schemas or without. */
export type Call = Pick<Endpoint, 'path' | 'changes' | 'request' | 'response' | 'refusals'> &
  ({ methods: readonly Method[] } | { method: Method })

export type Details = Readonly<Record<string, string | number>>

/** What a server says, as it comes: `type` is 'ok', 'error', or 999 where it asks for a login. */
export type Heard<Message = unknown, Code = RefusalCode> =
  | { type: 'ok'; message: Message; request_id: string }
  | {
      type: 'error' | 999
      message: string
      code: Code
      details: Details
      request_id: string
    }
export type HeardOf<E extends Answered & { refusals: readonly RefusalCode[] }> = Heard<
  ResponseJson<E>,
  RefusalOf<E>
>

/** The server said no, with a reason in words. Unless it is undecided, nothing was changed. */
export class CallRefused extends Error {
  readonly code: RefusalCode
  readonly details: Details
  /** Of the message. */
  readonly language: string

  constructor(code: RefusalCode, message: string, details: Details, language: string) {
    super(message)
    this.name = 'CallRefused'
    this.code = code
    this.details = details
    this.language = language
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

/** Whether it is open that something was done: what is sent again goes under the same key. */
export function isUndecided(error: unknown): boolean {
  return !(error instanceof CallRefused) || undecidedRefusals.includes(error.code)
}

/** After so long what is asked for again is meant again. */
export const SAME_DEED_MS = 10 * 60_000

/** What a call can end with instead of its answer. */
export type CallError<E extends Call> = (CallRefused & { code: RefusalOf<E> }) | Unreachable

export type ClientSettings = {
  /** What a path of the contract is under. */
  base: string
  token?: () => string | undefined
  /** Of what is said to people, and sent along where a request names it. */
  language?: () => string
  headers?: () => Record<string, string>
  /** Makes the key of a change that was given none. */
  newKey?: () => string
  slowMs?: number
}

export type SendOptions = {
  signal?: AbortSignal
  /** What is sent again under the same key is done once. */
  key?: string
  token?: string
  /** Instead of the one it is asked with: a change by POST, a read by GET where it can be. */
  method?: Method
  headers?: Record<string, string>
  slowMs?: number
}

export type Client = ReturnType<typeof createClient>

const SLOW_MS = 20_000
const SESSION_ENDED = 999

export function createClient(settings: ClientSettings) {
  const { base, language } = settings
  const sessionListeners = new Set<() => void>()

  /** Who asks, and what else goes along with everything. */
  function headersOf(token = settings.token?.()): Record<string, string> {
    return { ...(token && { Authorization: `Bearer ${token}` }), ...settings.headers?.() }
  }

  /** What the server says, refused or not. */
  async function hear<E extends Call>(
    call: E,
    request?: RequestJson<E>,
    options: SendOptions = {},
  ): Promise<HeardOf<E>> {
    const { key = call.changes ? settings.newKey?.() : undefined, signal } = options
    const spoken = language && 'lang' in call.request ? { lang: language(), ...request } : request
    const { target, ...init } = requestOf(call, spoken, options.method)
    const slow = AbortSignal.timeout(options.slowMs ?? settings.slowMs ?? SLOW_MS)
    const answer = await fetchJson(base + target, slow, {
      ...init,
      headers: {
        ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...headersOf(options.token),
        ...options.headers,
      },
      signal: signal ? AbortSignal.any([signal, slow]) : slow,
    })
    return readHeard(answer) as HeardOf<E>
  }

  /** What it answers; throws what it refuses, and that it could not be had. */
  async function send<E extends Call>(
    call: E,
    request?: RequestJson<E>,
    options: SendOptions = {},
  ): Promise<ResponseJson<E>> {
    const token = options.token ?? settings.token?.()
    return messageOf(await hear(call, request, options), token) as ResponseJson<E>
  }

  /** The same of an answer that was had in another way. */
  function messageOf(answer: unknown, token: string | undefined): unknown {
    const heard = readHeard(answer)
    if (heard.type === 'ok') return heard.message
    // It is written as text, too.
    const isEnded = Number(heard.type) === SESSION_ENDED
    // An answer to an old session must not end the new one.
    if (isEnded && settings.token?.() === token) for (const tell of sessionListeners) tell()
    const code = heard.code ?? (isEnded ? 'login_required' : 'internal')
    throw new CallRefused(code, heard.message, heard.details ?? {}, language?.() ?? 'en')
  }

  /** Called when the server no longer knows our session. */
  function onSessionEnded(listener: () => void): void {
    sessionListeners.add(listener)
  }

  const addressOf = (path: string) => base + path
  return { hear, send, messageOf, headersOf, addressOf, onSessionEnded }
}

/** How a call is asked: its fields in the query or as JSON; one that is not there is left out. */
export function requestOf(
  call: Call,
  request: object = {},
  method: Method = methodOf(call),
): { method: Method; target: string; body?: string } {
  if (method === 'POST') return { method, target: call.path, body: JSON.stringify(request) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request))
    if (value !== undefined && value !== null) query.set(name, String(value))
  return { method, target: call.path + (query.size > 0 ? `?${query}` : '') }
}

function methodOf(call: Call): Method {
  const methods = 'methods' in call ? call.methods : [call.method]
  return !call.changes && methods.includes('GET') ? 'GET' : 'POST'
}

async function fetchJson(
  url: string,
  slow: AbortSignal,
  init: RequestInit & { signal: AbortSignal },
): Promise<unknown> {
  const askedAt = performance.now()
  try {
    const answer = await fetch(url, init)
    hearHouse(Number(answer.headers.get('house-time')), askedAt)
    return await answer.json()
  } catch (error) {
    if (slow.aborted) throw new Unreachable('slow', error)
    if (init.signal.aborted) throw error
    throw new Unreachable(error instanceof SyntaxError ? 'unreadable' : 'offline', error)
  }
}

function readHeard(body: unknown): Heard {
  if (typeof body !== 'object' || body === null || !('type' in body) || !('message' in body))
    throw new Unreachable('unreadable')
  return body as Heard
}

/** Random and unguessable, also on plain-http pages where crypto.randomUUID is absent. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The message of a call that must succeed. */
export function ok<Message>(heard: Heard<Message>): Message {
  if (heard.type === 'ok') return heard.message
  throw new Error(`refused with ${heard.code}: ${heard.message}`)
}
