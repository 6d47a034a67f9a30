import { once } from 'node:events'
import { inspect } from 'node:util'

import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

import { type Keys, type Values, withSignature } from '#testing/bots.ts'
import { newKey, type TestMember, type TestServer } from '#testing/server.ts'

import { note, type Tally } from './tally.ts'

/** Somebody outside, with an address of their own: as the app, as a bot, and over sockets. */

export type Heard = { status: number; text: string; json: unknown; code: string | number }

export type Caller = {
  readonly member: TestMember
  readonly keys: Keys
  readonly from: string
  /** What they are at, for whoever reads of a fault. */
  doing: string
  send(path: string, init?: Init): Promise<Heard>
  app(path: string, request?: object, options?: AppOptions): Promise<Heard>
  /** A change of theirs under a key of its own. */
  change(path: string, request?: object): Promise<Heard>
  bot(method: string, path: string, values?: Values): Promise<Heard>
  socket(path: string): Promise<WebSocket | undefined>
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
type AppOptions = { method?: 'GET' | 'POST'; key?: string }

/** A fault of ours, or a sign that somebody else's command has brought down the book. */
const FAULTS: readonly (string | number)[] = [
  'internal',
  'unavailable',
  'try_again',
  'outcome_unknown',
  -1000,
  -1001,
  -1007,
  -1008,
]
const SILENT_MS_MAX = 60_000
const OPENS_MS_MAX = 20_000
const SHOWN_MAX = 200

export function openCaller(
  server: TestServer,
  parts: { member: TestMember; keys: Keys; from: string; faults: string[]; tally: Tally },
): Caller {
  const { member, keys, from, faults, tally } = parts
  const headers = { 'x-forwarded-for': from }
  const caller: Caller = {
    member,
    keys,
    from,
    doing: '',
    async send(path, init = {}) {
      const heard = await hear(server.url + path, {
        signal: AbortSignal.timeout(SILENT_MS_MAX),
        ...init,
        headers: { ...headers, ...init.headers },
      })
      note(tally, caller.doing, heard)
      if (heard.status >= 500 || FAULTS.includes(heard.code)) {
        const said = heard.text.slice(0, SHOWN_MAX)
        faults.push(`${caller.doing}: ${path.slice(0, SHOWN_MAX)} ${heard.status} ${said}`)
      }
      return heard
    },
    async app(path, request = {}, { method = 'POST', key } = {}) {
      const authorization = `Bearer ${member.token}`
      const named = key === undefined ? {} : { 'idempotency-key': key }
      if (method === 'GET') {
        const query = new URLSearchParams(
          Object.entries(request).map(([name, value]) => [name, String(value)]),
        )
        return await caller.send(`/api${path}?${query}`, { headers: { authorization, ...named } })
      }
      return await caller.send(`/api${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...named },
        body: JSON.stringify(request),
      })
    },
    change: (path, request) => caller.app(path, request, { key: newKey() }),
    async bot(method, path, values = {}) {
      const timestamp = server.clock.wallNow().getTime()
      const text = withSignature(keys.secret, { timestamp, ...values })
      const key = { 'x-mbx-apikey': keys.key }
      if (method !== 'POST') return await caller.send(`${path}?${text}`, { method, headers: key })
      const form = { ...key, 'content-type': 'application/x-www-form-urlencoded' }
      return await caller.send(path, { method, headers: form, body: text })
    },
    socket: (path) => openSocket(server, path, headers),
  }
  return caller
}

/** What was answered, if it was; whoever reads it believes nothing. */
export function messageOf<Message extends object>(heard: Heard | undefined): Partial<Message> {
  const { message } = (heard?.json ?? {}) as { message?: unknown }
  return typeof message === 'object' && message !== null ? message : {}
}

async function hear(url: string, init: RequestInit): Promise<Heard> {
  const response = await fetch(url, init).catch((error: unknown) => error as Error)
  if (response instanceof Error) {
    return { status: 599, text: inspect(response.cause ?? response), json: undefined, code: '' }
  }
  const text = await response.text()
  const json = readJson(text)
  const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : ''
  return { status: response.status, text, json, code: code as string | number }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Nothing where the server does not take it. */
async function openSocket(
  server: TestServer,
  path: string,
  headers: Record<string, string>,
): Promise<WebSocket | undefined> {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers })
  socket.on('error', () => undefined)
  onTestFinished(() => socket.terminate())
  const signal = AbortSignal.timeout(OPENS_MS_MAX)
  const isOpen = await Promise.race([
    once(socket, 'open', { signal }).then(() => true),
    once(socket, 'close', { signal }).then(() => false),
  ]).catch(() => false)
  return isOpen ? socket : undefined
}
