import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { readProfile } from '@btbc/contract/account.ts'
import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { buyLaunches, listRecords, readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { CallRefused, get, onSessionEnded, post, read, Unreachable } from '#api/call.ts'

/** A real server on this machine that answers what a test tells it to. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
let seen: {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingMessage['headers']
  body: string
}[]

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    answer(request, response)
  })
})

function json(value: unknown, status = 200) {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
}

const kept = new Map<string, string>()

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const realFetch = fetch
  // A browser knows its own origin; node does not.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${url}`, init),
  )
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

afterAll(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  seen = []
  kept.clear()
  kept.set('token', 'secret')
  kept.set('user_id', '7')
  kept.set('lang', 'ban')
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function failure(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('an answer is its message; the call carries token and language', async () => {
  json({ type: 'ok', message: { free_times: 5, award_receives: 0 } })
  expect(await get(readLaunches)).toEqual({ free_times: 5, award_receives: 0 })
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    lang: 'ban',
    'accept-language': 'bn-BD',
  })
})

test('what changes something carries a key, the same one when it is tried again', async () => {
  json({ type: 'ok', message: { free_times: 6 } })
  await post(buyLaunches, { times: 1 }, { key: 'k1' })
  await post(buyLaunches, { times: 1 })
  await post(buyLaunches, { times: 1 })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe('k1')
  expect(keys[1]).toMatch(/^[\da-f]{32}$/)
  expect(keys[1]).not.toBe(keys[2])
  expect(seen[0]?.body).toBe('{"times":1}')
})

test('reads are asked as the contract says, without a key', async () => {
  json({ type: 'ok', message: { list: [], total: 0, page: 1, limit: 20 } })
  const { signal } = new AbortController()
  await read(listArticles, { c_id: 4 }, signal)
  await read(listRecords, { t: 2 }, signal)
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/news/list',
    'GET /api/charge_mention/log?t=2',
  ])
  expect(seen[0]?.headers['idempotency-key']).toBeUndefined()
})

test('every read of the contract is asked by a method it has', async () => {
  json({ type: 'ok', message: {} })
  for (const call of Object.values<Endpoint>(calls)) {
    if (call.changes) continue
    seen = []
    await read(call, undefined, new AbortController().signal)
    expect(call.methods, call.path).toContain(seen[0]?.method)
  }
})

test('the language goes along in every request that names it', async () => {
  json({ type: 'ok', message: {} })
  const named = Object.values<Endpoint>(calls).filter(
    ({ path, request }) => 'lang' in request && path !== '/user/language',
  )
  for (const call of named) {
    const { path, changes } = call
    seen = []
    if (changes) await post(call, {})
    else await read(call, {}, new AbortController().signal)
    expect(`${seen[0]?.url} ${seen[0]?.body}`, path).toMatch(/lang["=:]+ban/)
  }
  expect(named.length).toBeGreaterThan(4)
})

test('every change of the contract can be posted', () => {
  for (const call of Object.values<Endpoint>(calls))
    if (call.changes) expect(call.methods, call.path).toContain('POST')
})

test('a refusal keeps its code, its words and its facts', async () => {
  json({
    type: 'error',
    message: 'Insufficient Balance.',
    code: 'insufficient_balance',
    details: { needed: '20.00' },
  })
  const error = await failure(post(buyLaunches, { times: 20 }))
  expect(error).toBeInstanceOf(CallRefused)
  expect(error).toMatchObject({
    code: 'insufficient_balance',
    message: 'Insufficient Balance.',
    details: { needed: '20.00' },
  })
})

test.each([999, '999'])('type %j ends the session, once, and tells', async (type) => {
  const ended = vi.fn()
  stops.push(onSessionEnded(ended))
  json({ type, message: 'You need login', code: 'login_required' })
  const errors = await Promise.all([failure(get(readProfile)), failure(get(readTeam))])
  expect(errors).toEqual([
    expect.objectContaining({ code: 'login_required' }),
    expect.objectContaining({ code: 'login_required' }),
  ])
  expect(ended).toHaveBeenCalledTimes(1)
  expect(kept.has('token')).toBe(false)
  expect(kept.has('user_id')).toBe(false)
})

test('an answer to an old session does not end the new one', async () => {
  const ended = vi.fn()
  stops.push(onSessionEnded(ended))
  answer = (_request, response) => {
    kept.set('token', 'newer')
    response.end(JSON.stringify({ type: 999, message: 'You need login' }))
  }
  await failure(get(readProfile))
  expect(ended).not.toHaveBeenCalled()
  expect(kept.get('token')).toBe('newer')
})

test('a bug of the server is a refusal with its words', async () => {
  json({ type: 'error', message: 'Something went wrong on our side.', code: 'internal' }, 500)
  expect(await failure(get(readProfile))).toMatchObject({ code: 'internal' })
})

test.each([
  ['HTML', '<!doctype html><p>Bad gateway</p>'],
  ['nothing', ''],
  ['half an answer', '{"type":"ok","mess'],
  ['another shape', '{"data":[]}'],
  ['null', 'null'],
])('%s from something in between cannot be read', async (_name, body) => {
  answer = (_request, response) => response.end(body)
  const error = await failure(get(readProfile))
  expect(error).toBeInstanceOf(Unreachable)
  expect(error).toMatchObject({ reason: 'unreadable' })
})

test('an answer that does not come is given up', async () => {
  answer = () => undefined
  expect(await failure(get(readProfile, {}, { slowMs: 50 }))).toMatchObject({ reason: 'slow' })
})

test('a broken line is told as such', async () => {
  answer = (request) => request.socket.destroy()
  expect(await failure(get(readProfile))).toMatchObject({ reason: 'offline' })
})

test('who left the screen is not told anything', async () => {
  answer = () => undefined
  const leaving = new AbortController()
  const call = failure(get(readProfile, {}, { signal: leaving.signal }))
  leaving.abort()
  expect(await call).toMatchObject({ name: 'AbortError' })
})
