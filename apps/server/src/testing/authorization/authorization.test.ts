import { createHmac } from 'node:crypto'

import { revokeApiKey } from '@btbc/contract/api-key.ts'
import { calls, type CallName } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { operatorCalls, type OperatorCallName } from '@btbc/contract/operator/calls.ts'
import { queueNames, roles } from '@btbc/contract/operator/rights.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { routesOf } from '#testing/routes.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'
import { anyPicture, fetchPicture, sendPicture } from '#testing/upload.ts'

import { memberRow, unsaid } from './member-calls.ts'
import { operatorRow, queueRows } from './operator-calls.ts'
import { botRows, partRows, devRows, nothingThere, pageRows, uploadRows } from './other-routes.ts'
import { gather, type People } from './people.ts'

/** The authorization matrix: every call × everybody, as the contract and the tables beside this file say. */

type Answer = { type: string | number; code?: string; message: unknown }
type Asked = { method?: string; body?: unknown; headers?: Record<string, string> }

async function ask(server: TestServer, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'POST', body = {}, headers = {} } = asked
  const isPost = method === 'POST'
  const query = isPost ? '' : `?${new URLSearchParams(textsOf(body))}`
  const response = await fetch(`${server.url}${path}${query}`, {
    method,
    headers: { ...(isPost ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(isPost ? { body: JSON.stringify(body) } : {}),
  })
  // A file comes without an envelope: whoever is sent one was not refused.
  if (response.headers.get('content-type')?.startsWith('text/csv') === true) {
    return { type: 'ok', message: await response.text() }
  }
  return (await response.json()) as Answer
}

function textsOf(body: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]),
  )
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Everybody who has no session of a member. */
function strangersOf({ expired, loggedOut, operators, ownerKeys }: People) {
  return {
    nobody: {},
    'a made-up token': bearer('x'.repeat(43)),
    'a session that is over': bearer(expired),
    'a session that was ended': bearer(loggedOut),
    'an operator': bearer(operators.admin.token),
    'an API key as a token': bearer(ownerKeys.trade.key),
    'an API key in its own place': { 'x-mbx-apikey': ownerKeys.trade.key },
  } satisfies Record<string, Record<string, string>>
}

const rows = (Object.keys(calls) as CallName[]).map(
  (name) => [calls[name].path, memberRow(name)] as const,
)
const byPath = new Map(Object.values<Endpoint>(calls).map((call) => [call.path, call]))

function callAt(path: string): Endpoint {
  const call = byPath.get(path)
  if (call === undefined) throw new Error(`no call at ${path}`)
  return call
}

const methodsOf = (path: string): readonly string[] => callAt(path).methods
const ofOperators = (Object.keys(operatorCalls) as OperatorCallName[]).map((name) => ({
  ...operatorCalls[name],
  row: operatorRow(name),
}))

/** Everything but what the server writes by itself or about every question. */
const OF_ITSELF =
  /^(.*_chain|.*_chain_mark|.*lease|candle.*|outbox|captcha|code|passkey_login|login_failure|visit|.*settled.*)$/

/** A number for the whole state: the same when nothing has changed. */
async function digest({ db }: TestServer): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(
    db,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.rows) {
    if (OF_ITSELF.test(name)) continue
    const { rows: sums } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) as sum
      from ${sql.table(name)} t`.execute(db)
    found[name] = sums[0]?.sum ?? ''
  }
  return found
}

test('of every call that names a thing it is said whose that is', () => {
  expect(unsaid).toEqual([])
})

test('a call of a member answers 999 to everybody else and changes nothing', async () => {
  const people = await gather()
  const { server } = people
  await server.pass({ seconds: 1 })
  const before = await digest(server)
  const surprises: string[] = []
  for (const [who, headers] of Object.entries(strangersOf(people))) {
    for (const [path, row] of rows) {
      for (const method of methodsOf(path)) {
        const answer = await ask(server, `/api${path}`, { method, headers, body: row.ask ?? {} })
        const isTurnedAway = answer.type === 999 && answer.code === 'login_required'
        if (isTurnedAway !== (row.who === 'member')) {
          surprises.push(`${who}: ${method} ${path} ${answer.code ?? answer.type}`)
        }
      }
    }
  }
  expect(surprises).toEqual([])
  expect(await digest(server)).toEqual(before)
})

test('who is verified and who is not is asked where money leaves, and nowhere else', async () => {
  const people = await gather()
  const { server, fresh, other } = people
  const surprises: string[] = []
  for (const [path, { who, ask: body = {}, unverified }] of rows) {
    if (who === 'anyone' || path === '/user/logout' || path === '/security/freeze') continue
    for (const method of methodsOf(path)) {
      const asked = { method, body }
      const told = await ask(server, `/api${path}`, { ...asked, headers: bearer(fresh.token) })
      const gate = told.code?.includes('identity') === true ? told.code : undefined
      if (gate !== unverified) surprises.push(`fresh: ${method} ${path} ${told.code}`)
      if (told.type === 999) surprises.push(`fresh: ${method} ${path} is asked to log in`)
      if (unverified === undefined) continue
      const known = await ask(server, `/api${path}`, { ...asked, headers: bearer(other.token) })
      if (known.code === unverified) surprises.push(`verified: ${method} ${path} ${known.code}`)
    }
  }
  expect(surprises).toEqual([])
})

/** What the owner sees of everything that is theirs. */
async function viewOf({ server, owner }: People): Promise<unknown> {
  const seen: Record<string, unknown> = {}
  for (const [path, { ask: body }] of rows) {
    const call = callAt(path)
    if (call.changes || call.access !== 'member') continue
    const [method = 'GET'] = call.methods
    const headers = bearer(owner.token)
    const answer = await ask(server, `/api${path}`, { method, headers, body: body ?? {} })
    seen[path] = { ...answer, request_id: '' }
  }
  return seen
}

/** A proof of the owner's is worth nothing to another member. */
async function expectStolenProof({ server, owner, other }: People): Promise<void> {
  const row = memberRow('requestWithdrawal').ask ?? {}
  const proof = await stepUp(server, owner, 'withdraw', textsOf(row))
  const stolen = { body: { ...row, proof }, headers: bearer(other.token) }
  expect(await ask(server, '/api/wallet/out', stolen)).toMatchObject({ code: 'step_up_invalid' })
}

test('another member who names what is the owner’s is told what is told of what is not there', async () => {
  const people = await gather()
  const { server, owner, owned, other, fresh } = people
  const before = await viewOf(people)
  const named = rows.flatMap(([path, { foreign }]) => (foreign ? [{ path, ...foreign }] : []))
  expect(named.length).toBeGreaterThan(8)
  for (const { path, ask: asking, absent, told, stepUp: step, as } of named) {
    const caller = as === 'fresh' ? fresh : other
    const answerTo = async (body: Readonly<Record<string, unknown>>, who = caller) => {
      const bound = Object.entries(textsOf(body)).filter(([name]) => step?.fields.includes(name))
      const proof = step && (await stepUp(server, who, step.action, Object.fromEntries(bound)))
      const sent = { ...body, ...(proof === undefined ? {} : { proof }) }
      const answer = await ask(server, `/api${path}`, { body: sent, headers: bearer(who.token) })
      return { ...answer, request_id: '' }
    }
    const ofTheOwner = await answerTo(asking(owned))
    expect(ofTheOwner, path).toMatchObject({ type: 'error', code: told })
    expect(ofTheOwner, path).toEqual(await answerTo(absent))
  }
  await expectStolenProof(people)
  expect(await viewOf(people)).toEqual(before)
  // It was there all the time: its owner is told something else.
  for (const { path, ask: asking, told, stepUp: step } of named) {
    const body = asking(owned)
    const bound = Object.entries(textsOf(body)).filter(([name]) => step?.fields.includes(name))
    const proof = step && (await stepUp(server, owner, step.action, Object.fromEntries(bound)))
    const sent = { ...body, ...(proof === undefined ? {} : { proof }) }
    const answer = await ask(server, `/api${path}`, { body: sent, headers: bearer(owner.token) })
    expect(answer.code, path).not.toBe(told)
    expect(answer.type, path).not.toBe(999)
  }
})

/** Sent by members alone, and seen by its owner alone. */
async function expectPictures(people: People): Promise<void> {
  const { server, owner, owned, other, operators } = people
  const bytes = await anyPicture()
  for (const [who, headers] of Object.entries(strangersOf(people))) {
    const token = 'authorization' in headers ? headers.authorization.slice(7) : undefined
    const as = token === undefined ? undefined : { token }
    expect(await sendPicture(server, as, { bytes }), who).toMatchObject({ type: 999 })
    expect((await fetchPicture(server, as, owned.front)).status, who).toBe(401)
  }
  expect((await fetchPicture(server, other, owned.front)).status).toBe(404)
  expect((await fetchPicture(server, operators.admin, owned.front)).status).toBe(401)
  expect((await fetchPicture(server, owner, owned.front)).status).toBe(200)
}

test('nothing that another member or nobody reads or sees speaks of the owner', async () => {
  const people = await gather()
  const { server, other, marks } = people
  const leaks: string[] = []
  for (const [path, { who, ask: body }] of rows) {
    const call = callAt(path)
    if (call.changes) continue
    const [method = 'GET'] = call.methods
    const everybody = who === 'anyone' ? [{}, bearer(other.token)] : [bearer(other.token)]
    for (const headers of everybody) {
      const answer = await ask(server, `/api${path}`, { method, headers, body: body ?? {} })
      const text = JSON.stringify({ ...answer, request_id: '' })
      const found = marks.filter((mark) => mark !== '' && text.includes(mark))
      if (found.length > 0) leaks.push(`${path}: ${found.join(', ')}`)
    }
  }
  expect(leaks).toEqual([])
  // The marks are no empty words: the owner reads most of them.
  const own = JSON.stringify(await viewOf(people))
  expect(marks.filter((mark) => own.includes(mark)).length).toBeGreaterThan(8)
  await expectPictures(people)
})

/** A queue is decided, and its pictures are seen, by its own roles. */
async function surprisesOfQueues({ server, operators }: People): Promise<string[]> {
  const surprises: string[] = []
  for (const queue of queueNames) {
    for (const role of roles) {
      const headers = bearer(operators[role].token)
      const decision = { queue, id: 1_000_000, decision: 'accept', reason: 'none at all' }
      const decided = await ask(server, '/operator/api/case/decide', { body: decision, headers })
      const mayDecide = queueRows[queue].includes(role)
      if ((decided.code === 'operator_not_allowed') === mayDecide) {
        surprises.push(`${role} decides ${queue}: ${decided.code}`)
      }
      const view = { queue, id: 1_000_000, picture: 'x', reason: 'none at all' }
      const seen = await ask(server, '/operator/api/case/picture', { body: view, headers })
      const maySee = mayDecide || role === 'auditor'
      if ((seen.code === 'operator_not_allowed') === maySee) {
        surprises.push(`${role} sees ${queue}: ${seen.code}`)
      }
    }
  }
  return surprises
}

test('the console answers operators of the role or the queue, and 999 to everybody else', async () => {
  const people = await gather()
  const { server, operators, owner } = people
  const surprises: string[] = []
  const outsiders = { ...strangersOf(people), 'a member': bearer(owner.token) }
  const { 'an operator': _, ...strangers } = outsiders
  for (const { path, method, row } of ofOperators) {
    for (const [who, headers] of Object.entries(strangers)) {
      const { code } = await ask(server, `/operator/api${path}`, { method, headers })
      if ((code === 'login_required') !== (row !== 'anyone')) surprises.push(`${who} ${path}`)
    }
    if (row === 'anyone' || path === '/logout') continue
    for (const role of roles) {
      const headers = bearer(operators[role].token)
      const { code, type } = await ask(server, `/operator/api${path}`, { method, headers })
      const isRefused = code === 'operator_not_allowed'
      if (isRefused === row.includes(role)) surprises.push(`${role} ${path} ${code ?? 'ok'}`)
      if (type === 999) surprises.push(`${role} ${path} is asked to log in`)
    }
  }
  expect([...surprises, ...(await surprisesOfQueues(people))]).toEqual([])
})

type Keys = { key: string; secret: string }

/** A signed question of a bot; answers the number of the no, or 0. */
async function askAsBot(
  server: TestServer,
  route: string,
  { keys, values = {}, signed = true }: { keys?: Keys; values?: object; signed?: boolean } = {},
): Promise<number> {
  const [method = '', path = ''] = route.split(' ')
  const text = new URLSearchParams({
    ...textsOf(values),
    ...(signed ? { timestamp: String(server.clock.wallNow().getTime()) } : {}),
  }).toString()
  const signature = createHmac('sha256', keys?.secret ?? 'none')
    .update(text)
    .digest('hex')
  const query = signed ? `${text}&signature=${signature}` : text
  const response = await fetch(`${server.url}${path}?${query}`, {
    method,
    headers: keys ? { 'x-mbx-apikey': keys.key } : {},
  })
  const json = (await response.json()) as { code?: number }
  return json.code ?? 0
}

const KEY_REFUSED = new Set([-2014, -2015])

test('the exchange API asks for a key that may', async () => {
  const people = await gather()
  const { server, otherKeys, owner, owned } = people
  const { read, trade } = otherKeys
  const madeUp = { key: 'A'.repeat(64), secret: trade.secret }
  const asToken = { key: owner.token, secret: trade.secret }
  const surprises: string[] = []
  const expectRefused = async (route: string, who: string, keys: Keys | undefined, no: boolean) => {
    const code = await askAsBot(server, route, keys ? { keys } : {})
    if (KEY_REFUSED.has(code) !== no) surprises.push(`${who}: ${route} ${code}`)
  }
  for (const [route, row] of Object.entries(botRows)) {
    await expectRefused(route, 'nobody', undefined, row !== 'anyone')
    await expectRefused(route, 'a made-up key', madeUp, row !== 'anyone')
    await expectRefused(route, 'a session as a key', asToken, row !== 'anyone')
    const isMore = row === 'trade' || row === 'withdraw'
    await expectRefused(route, 'a key that reads', read, isMore)
    await expectRefused(route, 'a key that trades', trade, row === 'withdraw')
    if (row === 'anyone' || row === 'key' || row === 'withdraw') continue
    const forged = { key: trade.key, secret: read.secret }
    expect(await askAsBot(server, route, { keys: forged }), route).toBe(-1022)
    expect(await askAsBot(server, route, { keys: trade, signed: false }), route).toBe(-1102)
  }
  expect(surprises).toEqual([])
  const named = { symbol: 'BTCUSDT', orderId: owned.orderId }
  const asOther = { keys: trade, values: named }
  expect(await askAsBot(server, 'GET /api/v3/order', asOther)).toBe(-2013)
  expect(await askAsBot(server, 'DELETE /api/v3/order', asOther)).toBe(-2011)
  const asOwner = { keys: people.ownerKeys.trade, values: named }
  expect(await askAsBot(server, 'GET /api/v3/order', asOwner)).toBe(0)
  ok(await server.call(revokeApiKey, { id: trade.id }, { as: people.other }))
  expect(await askAsBot(server, 'GET /api/v3/account', { keys: trade })).toBe(-2015)
})

test('what is for this machine is not there for anybody else', async () => {
  const server = await startTestServer({ timeMachine: true })
  const elsewhere = [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 proxy' },
  ]
  for (const route of devRows) {
    const [method = '', path = ''] = route.split(' ')
    for (const headers of elsewhere) {
      const response = await fetch(server.url + path, { method, headers })
      expect(response.status, `${route} ${JSON.stringify(headers)}`).toBe(404)
    }
  }
  const published = await startTestServer({ timeMachine: true, publicUrl: 'https://btbc.test' })
  for (const route of devRows) {
    const [method = '', path = ''] = route.split(' ')
    expect((await fetch(published.url + path, { method })).status, route).toBe(404)
  }
})

test('every route of the server has a row', async () => {
  const { app } = await startTestServer({ timeMachine: true })
  const known = new Set([
    ...rows.flatMap(([path]) => methodsOf(path).map((method) => `${method} /api${path}`)),
    ...ofOperators.map(({ path, method }) => `${method} /operator/api${path}`),
    ...Object.keys(botRows),
    ...devRows,
    ...uploadRows,
    ...pageRows,
    ...partRows,
  ])
  const served = routesOf(app.http)
  const isThere = (route: string) => !nothingThere.includes(route.split(' ')[1] ?? '')
  expect(served.filter((route) => !known.has(route) && isThere(route))).toEqual([])
  const wanted = [...known].filter((route) => !partRows.includes(route))
  expect(wanted.filter((route) => !served.includes(route))).toEqual([])
})
