import { inspect } from 'node:util'

import { type CallName, calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { buyLaunches, startRun } from '@btbc/contract/mining.ts'
import { readOperator } from '@btbc/contract/operator/access.ts'
import { operatorCalls } from '@btbc/contract/operator/calls.ts'
import { roles } from '@btbc/contract/operator/rights.ts'
import { boundBy } from '@btbc/contract/step-up.ts'
import { totals } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { memberRow } from '#testing/authorization/member-calls.ts'
import { gather } from '#testing/authorization/people.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { oddRequests, soundRequest } from '#testing/odd-requests.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

/** Whatever comes in, the answer is the call's own or one refusal, and a refusal changes nothing. */

const AT_ONCE = 16
const SHOWN_MAX = 400

async function send(
  server: TestServer,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; query?: string },
  prefix = '/api',
) {
  const response = await fetch(`${server.url}${prefix}${path}${options.query ?? ''}`, {
    method: options.method ?? 'POST',
    headers: options.headers ?? {},
    ...(options.body === undefined ? {} : { body: options.body }),
    signal: AbortSignal.timeout(60_000),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const text = await response.text()
  return { status: response.status, text, path, isJson }
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

/** Somebody who has what calls ask for. */
async function joinRich(server: TestServer, name: string): Promise<TestMember> {
  const member = await server.join(`${name.toLowerCase()}@example.test`)
  await acceptIdentity(server, member)
  for (const { id } of [currencies.USDT, currencies.BTBC]) await give(server, member.id, id, 1000n)
  return member
}

type Sent = Parameters<typeof send>[2] & { path: string }

function asSent(method: string, path: string, body: Record<string, unknown>, token: string): Sent {
  const authorization = `Bearer ${token}`
  if (method === 'POST') {
    const headers = { authorization, 'content-type': 'application/json' }
    return { path, method, headers, body: JSON.stringify(body) }
  }
  const texts = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])
  return { path, method, headers: { authorization }, query: `?${new URLSearchParams(texts)}` }
}

/** What was answered with a fault of ours, and what was sent. */
async function faultsOf(server: TestServer, all: readonly Sent[], prefix?: string) {
  const faults: string[] = []
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await Promise.all(
      all.slice(at, at + AT_ONCE).map(async (one) => {
        const answer = await send(server, one.path, one, prefix)
        if (answer.status === 200) return answer.isJson ? expectEnvelope(answer) : undefined
        faults.push(`${one.path} ${one.body ?? one.query}: ${answer.status} ${answer.text}`)
      }),
    )
  }
  return faults.map((each) => each.slice(0, SHOWN_MAX))
}

/** With the proof it asks for, where it is well formed. */
async function withProof(
  server: TestServer,
  { call, body, as }: { call: Endpoint; body: Record<string, unknown>; as: TestMember },
): Promise<Record<string, unknown>> {
  const read = z.safeParse(z.strictObject(call.request), body)
  if (!call.stepUp || !read.success) return body
  const payload = boundBy(call.stepUp, { ...body, ...read.data })
  return { ...body, proof: await stepUp(server, as, call.stepUp.action, payload) }
}

test('every field of every call of both contracts has a value that is taken', () => {
  const all: Record<string, { request: Endpoint['request'] }> = { ...calls, ...operatorCalls }
  const unsound = Object.entries(all).filter(
    ([, { request }]) => !z.safeParse(z.strictObject(request), soundRequest(request)).success,
  )
  expect(unsound.map(([name]) => name)).toEqual([])
})

test('odd values in every field of every call are refused or taken as they are, never a 500', async () => {
  const { server, owner, owned } = await gather()
  const reader = await joinRich(server, 'reader')
  const faults: string[] = []
  for (const [name, call] of Object.entries<Endpoint>(calls)) {
    if (name === 'logOut') continue
    // What names a thing is asked by its owner; whatever else a call changes is nobody's but its caller's.
    const { foreign } = memberRow(name as CallName)
    const as = foreign ? owner : call.changes ? await joinRich(server, name) : reader
    const all: Sent[] = []
    for (const odd of oddRequests(call.request, foreign?.ask(owned))) {
      const body = await withProof(server, { call, body: odd, as })
      all.push(...call.methods.map((method) => asSent(method, call.path, body, as.token)))
    }
    faults.push(...(await faultsOf(server, all)))
  }
  expect(faults).toEqual([])
})

test('odd values in every field of every call of the console are never a 500 either', async () => {
  const server = await startTestServer({ rateLimits: false })
  const as = await hire(server, 'Olga', roles)
  await joinRich(server, 'ada')
  const faults: string[] = []
  for (const [name, { method, path, request }] of Object.entries(operatorCalls)) {
    if (name === 'logOutOperator') continue
    const known = name === 'revokeOperatorSession' ? { id: 1_000_000 } : {}
    const all = oddRequests(request, known).map((body) => asSent(method, path, body, as.token))
    faults.push(...(await faultsOf(server, all, '/operator/api')))
  }
  expect(faults).toEqual([])
  // It was an operator who asked, to the end.
  expect(ok(await callOperator(server, readOperator, {}, { as })).name).toBe('Olga')
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

test('an unknown path under /api is refused in the envelope, one of a page is not found', async () => {
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
