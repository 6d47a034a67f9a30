import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { readProfile } from '@btbc/contract/account.ts'
import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint, RefusalOf } from '@btbc/contract/endpoint.ts'
import { buyLaunches, listRecords, readLaunches, readTeam } from '@btbc/contract/mining.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test } from 'vitest'

import { CallRefused, type Client, createClient, newKey, ok, Unreachable } from '#client.ts'

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

let token: string | undefined
let ended: number
let client: Client

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  seen = []
  token = 'secret'
  ended = 0
  const { port } = server.address() as AddressInfo
  client = createClient({
    base: `http://127.0.0.1:${port}/api`,
    token: () => token,
    language: () => 'ban',
    headers: () => ({ lang: 'ban', 'Accept-Language': 'bn-BD' }),
    newKey,
  })
  client.onSessionEnded(() => {
    token = undefined
    ended += 1
  })
})

async function failure(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('an answer is its message; the call carries token and language', async () => {
  json({ type: 'ok', message: { free_times: 5, award_receives: 0 } })
  expect(await client.send(readLaunches)).toEqual({ free_times: 5, award_receives: 0 })
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    lang: 'ban',
    'accept-language': 'bn-BD',
  })
})

test('what changes something carries a key, the same one when it is tried again', async () => {
  json({ type: 'ok', message: { free_times: 6 } })
  await client.send(buyLaunches, { times: 1 }, { key: 'k1' })
  await client.send(buyLaunches, { times: 1 })
  await client.send(buyLaunches, { times: 1 })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe('k1')
  expect(keys[1]).toMatch(/^[\da-f]{32}$/)
  expect(keys[1]).not.toBe(keys[2])
  expect(seen[0]?.body).toBe('{"times":1}')
})

test('reads are asked as the contract says, without a key', async () => {
  json({ type: 'ok', message: { list: [], total: 0, page: 1, limit: 20 } })
  await client.send(listArticles, { c_id: 4 })
  await client.send(listRecords, { t: 2 })
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
    await client.send(call)
    expect(call.methods, call.path).toContain(seen[0]?.method)
  }
})

test('the language goes along in every request that names it', async () => {
  json({ type: 'ok', message: {} })
  const named = Object.values<Endpoint>(calls).filter(
    ({ path, request }) => 'lang' in request && path !== '/user/language',
  )
  for (const call of named) {
    seen = []
    await client.send(call, {})
    expect(`${seen[0]?.url} ${seen[0]?.body}`, call.path).toMatch(/lang["=:]+ban/)
  }
  expect(named.length).toBeGreaterThan(4)
})

test('every change of the contract can be posted', () => {
  for (const call of Object.values<Endpoint>(calls))
    if (call.changes) expect(call.methods, call.path).toContain('POST')
})

test('a refusal keeps its code, which is one of its call, its words and its facts', async () => {
  json({
    type: 'error',
    message: 'Insufficient Balance.',
    code: 'insufficient_balance',
    details: { needed: '20.00' },
  })
  const error = await failure(client.send(buyLaunches, { times: 20 }))
  expect(error).toBeInstanceOf(CallRefused)
  expect(error).toMatchObject({
    code: 'insufficient_balance',
    message: 'Insufficient Balance.',
    details: { needed: '20.00' },
  })
  const heard = await client.hear(buyLaunches, { times: 20 })
  expect(() => ok(heard)).toThrow('refused with insufficient_balance')
  type Code = RefusalOf<typeof buyLaunches>
  expectTypeOf<'insufficient_balance'>().toExtend<Code>()
  expectTypeOf<'order_not_found'>().not.toExtend<Code>()
})

test.each([999, '999'])('type %j ends the session, once, and tells', async (type) => {
  json({ type, message: 'You need login', code: 'login_required' })
  const errors = await Promise.all([
    failure(client.send(readProfile)),
    failure(client.send(readTeam)),
  ])
  expect(errors).toEqual([
    expect.objectContaining({ code: 'login_required' }),
    expect.objectContaining({ code: 'login_required' }),
  ])
  expect(ended).toBe(1)
})

test('an answer to an old session does not end the new one', async () => {
  answer = (_request, response) => {
    token = 'newer'
    response.end(JSON.stringify({ type: 999, message: 'You need login' }))
  }
  await failure(client.send(readProfile))
  expect(ended).toBe(0)
})

test('a bug of the server is a refusal with its words', async () => {
  json({ type: 'error', message: 'Something went wrong on our side.', code: 'internal' }, 500)
  expect(await failure(client.send(readProfile))).toMatchObject({ code: 'internal' })
})

test.each([
  ['HTML', '<!doctype html><p>Bad gateway</p>'],
  ['nothing', ''],
  ['half an answer', '{"type":"ok","mess'],
  ['another shape', '{"data":[]}'],
  ['null', 'null'],
])('%s from something in between cannot be read', async (_name, body) => {
  answer = (_request, response) => response.end(body)
  const error = await failure(client.send(readProfile))
  expect(error).toBeInstanceOf(Unreachable)
  expect(error).toMatchObject({ reason: 'unreadable' })
})

test('an answer that does not come is given up', async () => {
  answer = () => undefined
  expect(await failure(client.send(readProfile, {}, { slowMs: 50 }))).toMatchObject({
    reason: 'slow',
  })
})

test('a broken line is told as such', async () => {
  answer = (request) => request.socket.destroy()
  expect(await failure(client.send(readProfile))).toMatchObject({ reason: 'offline' })
})

test('who left the screen is not told anything', async () => {
  answer = () => undefined
  const leaving = new AbortController()
  const call = failure(client.send(readProfile, {}, { signal: leaving.signal }))
  leaving.abort()
  expect(await call).toMatchObject({ name: 'AbortError' })
})
