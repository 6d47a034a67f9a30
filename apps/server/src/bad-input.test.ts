import { inspect } from 'node:util'

import { calls } from '@btbc/contract/calls.ts'
import { buyLaunches, startRun } from '@btbc/contract/mining.ts'
import { totals } from '@btbc/ledger/balances.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startTestServer, type TestServer } from '#testing/server.ts'

/** Whatever comes in, the answer is the call's own or one refusal, and a refusal changes nothing. */

const HOSTILE: readonly unknown[] = [
  Number.NaN,
  1e30,
  -1,
  -0,
  0,
  2 ** 63,
  '1e3',
  ' 1',
  '0x10',
  '1.1234567890123456789',
  '-5',
  '\u0000',
  'a\u0000b',
  '🪙🔥',
  '\u202Eمرحبا',
  "'; drop table member; --",
  '<script>alert(1)</script>',
  'x'.repeat(10_000),
  [],
  [1],
  {},
  { $ne: null },
  true,
  null,
]

const CHUNK = 16

async function send(
  server: TestServer,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; query?: string },
) {
  const response = await fetch(`${server.url}/api${path}${options.query ?? ''}`, {
    method: options.method ?? 'POST',
    headers: options.headers ?? {},
    ...(options.body === undefined ? {} : { body: options.body }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  return { status: response.status, text, path }
}

function expectEnvelope({ status, text, path }: { status: number; text: string; path: string }) {
  expect(status, `${path}: ${text.slice(0, 300)}`).toBe(200)
  const envelope = JSON.parse(text) as { type: unknown; code?: unknown; message: unknown }
  expect([999, 'ok', 'error']).toContain(envelope.type)
  if (envelope.type !== 'ok') {
    expect(envelope.code).toEqual(expect.any(String))
    expect(envelope.message).toEqual(expect.stringMatching(/./))
    expect(text).not.toMatch(/at .*\.ts:\d+|select .+ from |insert into|node_modules/i)
  }
}

/** What money, machines and people there are: a refusal leaves it as it was. */
async function fingerprint({ db }: TestServer): Promise<string> {
  const { rows } = await sql<{ members: bigint; runs: bigint; machines: bigint }>`
    select (select count(*) from member) as members, (select count(*) from run) as runs,
      (select count(*) from machine) as machines`.execute(db)
  return inspect({ rows, books: await totals(db) }, { depth: null })
}

test('hostile values in every field of every call are refused or taken as they are, never a 500', async () => {
  const server = await startTestServer({ rateLimits: false })
  const { token } = await server.join('ada@example.test')
  const requests = Object.values(calls).flatMap(({ path, methods, request }) =>
    path === '/user/logout'
      ? []
      : Object.keys(request).flatMap((field) =>
          HOSTILE.flatMap((value) => methods.map((method) => ({ path, method, field, value }))),
        ),
  )
  for (let at = 0; at < requests.length; at += CHUNK) {
    const answers = await Promise.all(
      requests.slice(at, at + CHUNK).map(({ path, method, field, value }) =>
        send(server, path, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          },
          ...(method === 'POST'
            ? { body: JSON.stringify({ [field]: value }) }
            : { query: `?${new URLSearchParams({ [field]: String(value) })}` }),
        }),
      ),
    )
    answers.forEach(expectEnvelope)
  }
})

test('malformed, foreign and oversized bodies are refused by every call and change nothing', async () => {
  const server = await startTestServer({ rateLimits: false })
  const { token } = await server.join('ada@example.test')
  const authorization = `Bearer ${token}`
  const json = { authorization, 'content-type': 'application/json' }
  const before = await fingerprint(server)
  const expected: readonly (readonly [
    code: string,
    headers: Record<string, string>,
    body: string,
  ])[] = [
    ['malformed_json', json, '{'],
    ['malformed_json', json, '{"a":NaN}'],
    ['malformed_json', json, '{"__proto__":{"x":1}}'],
    ['unknown_field', json, '{"nonsense":1}'],
    ['invalid_request', json, '[]'],
    ['invalid_request', json, '"text"'],
    ['body_too_large', json, JSON.stringify({ x: 'x'.repeat(70_000) })],
    ['unsupported_media_type', { authorization, 'content-type': 'text/plain' }, '{}'],
    ['unsupported_media_type', { authorization, 'content-type': 'application/xml' }, '<a/>'],
    [
      'unsupported_media_type',
      { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      'a=1',
    ],
    ['unsupported_media_type', { authorization, 'content-type': 'application/json\ta' }, '{}'],
  ]
  for (const { path, methods } of Object.values(calls)) {
    if (!methods.some((method) => method === 'POST')) continue
    for (const [code, headers, body] of expected) {
      const answer = await send(server, path, { headers, body })
      expectEnvelope(answer)
      expect(JSON.parse(answer.text), `${path} ${body.slice(0, 30)}`).toMatchObject({ code })
    }
  }
  expect(await fingerprint(server)).toBe(before)
})

test('a member call without a token, or with a made-up one, answers 999 and You need login', async () => {
  const server = await startTestServer()
  const tokens = [undefined, 'nonsense', `Bearer ${'x'.repeat(43)}`, 'Bearer \u00e9']
  for (const { path, methods, access } of Object.values(calls)) {
    if (access !== 'member') continue
    for (const method of methods) {
      for (const token of tokens) {
        const headers = token === undefined ? {} : { authorization: token }
        const answer = await send(server, path, { method, headers })
        expect(JSON.parse(answer.text), path).toMatchObject({
          type: 999,
          code: 'login_required',
          message: 'You need login',
        })
      }
    }
  }
})

test('HEAD, prefetch and other websites start nothing', async () => {
  const server = await startTestServer()
  const { token } = await server.join('ada@example.test')
  const authorization = `Bearer ${token}`
  const before = await fingerprint(server)
  await fetch(`${server.url}/api/machine/start_all`, { method: 'HEAD', headers: { authorization } })
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
  ]
  for (const headers of foreign) {
    const answer = await send(server, '/machine/start_all', {
      method: 'GET',
      headers: { authorization, ...headers },
    })
    expect(JSON.parse(answer.text)).toMatchObject({ type: 'error', code: 'cross_site' })
  }
  expect(await fingerprint(server)).toBe(before)
})

test('an unknown path under /api is refused in the envelope, a page is not', async () => {
  const server = await startTestServer()
  const answer = await send(server, '/no/such/call', { method: 'GET' })
  expect(JSON.parse(answer.text)).toMatchObject({ type: 'error', code: 'not_found' })
  expect((await fetch(`${server.url}/dev/nothing`)).status).toBe(404)
})

test('one Idempotency-Key has one effect and one answer; another request under it is refused', async () => {
  const server = await startTestServer()
  const { token } = await server.join('ada@example.test')
  const as = { token }
  const key = 'e9b8c7a6-one'
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call(startRun, {}, { as, key })),
  )
  const [first] = answers
  for (const answer of answers) {
    expect(answer.type).toBe('ok')
    expect({ ...answer, request_id: '' }).toEqual({ ...first, request_id: '' })
  }
  const other = await server.call(buyLaunches, { times: 1 }, { as, key })
  expect(other).toMatchObject({ type: 'error', code: 'key_reused' })
})
