import { calls } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { operatorCalls } from '@btbc/contract/operator/calls.ts'
import type { OperatorEndpoint } from '@btbc/contract/operator/operator-endpoint.ts'
import type { Work } from '@btbc/contract/operator/rights.ts'
import { uploadPath } from '@btbc/contract/upload.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { App } from '#app.ts'
import type { Config } from '#config.ts'
import { routesOf } from '#testing/routes.ts'
import { ok, startBeside, startTestServer } from '#testing/server.ts'

test('every call of the contract is served, in each of its forms', async () => {
  const { app } = await startTestServer()
  const unserved = Object.values(calls).flatMap(({ path, methods }) =>
    methods
      .filter((method) => !app.http.hasRoute({ method, url: `/api${path}` }))
      .map((method) => `${method} ${path}`),
  )
  expect(unserved).toEqual([])
})

test('every route under /api is in the contract', async () => {
  const { app } = await startTestServer()
  // The exchange API for bots speaks another house's language, without our envelope and contract.
  // Pictures are the one form that is not JSON.
  const paths = new Set(routesOf(app.http).map((route) => route.slice(route.indexOf(' ') + 1)))
  const served = [...paths]
    .filter((path) => path.startsWith('/api/') && !/^\/api\/v\d/.test(path))
    .map((path) => path.slice(4))
  const called: string[] = Object.values(calls).map(({ path }) => path)
  const uploads = [uploadPath, `${uploadPath}/:id`]
  expect(served.filter((path) => !called.includes(path) && !uploads.includes(path))).toEqual([])
  expect(served.length).toBe(Object.keys(calls).length + uploads.length)
})

test('the OpenAPI page names every call', async () => {
  const { url } = await startTestServer()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, unknown>
  }
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [...Object.values(calls).map(({ path }) => path), uploadPath, `${uploadPath}/{id}`]
      .map((path) => `/api${path}`)
      .toSorted(),
  )
  expect((await fetch(`${url}/docs`)).status).toBe(200)
})

test('the page of the operators names every call of the console, and none of the members’', async () => {
  const { url } = await startTestServer()
  const document = (await (await fetch(`${url}/openapi-operators.json`)).json()) as {
    paths: Record<string, unknown>
  }
  expect(Object.keys(document.paths).toSorted()).toEqual(
    Object.values(operatorCalls)
      .map(({ path }) => `/operator/api${path}`)
      .toSorted(),
  )
  expect(await (await fetch(`${url}/docs/operators`)).text()).toContain('operators API (TEST)')
})

type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { required?: boolean }
  responses: Record<string, { description?: string; content?: Record<string, object> }>
}

test('the pages say of each call what has to be sent, what it can be refused with, and that by one name', async () => {
  const { url } = await startTestServer()
  for (const [file, named, prefix] of [
    ['openapi.json', calls, '/api'],
    ['openapi-operators.json', operatorCalls, '/operator/api'],
  ] as const) {
    const page = (await (await fetch(`${url}/${file}`)).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    const operations = Object.values(page.paths).flatMap((each) => Object.values(each))
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const call of Object.values<Endpoint | OperatorEndpoint>(named)) {
      const needed = Object.entries<z.core.$ZodType>(call.request)
        .filter(([name, field]) => !z.safeParse(z.object({ [name]: field }), {}).success)
        .map(([name]) => name)
      const forms = page.paths[`${prefix}${call.path}`] ?? {}
      const asked = (forms['get']?.parameters ?? []).filter(({ required }) => required)
      if (forms['get']) expect(asked.map(({ name }) => name)).toEqual(needed)
      if (forms['post']) expect(forms['post'].requestBody?.required).toBe(needed.length > 0)
    }
    for (const { responses } of operations) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '500']))
      // What nobody knows before it happens stands there by its name.
      expect(responses['200']?.description).not.toMatch(/ [.,;]|  /)
    }
    expect(JSON.stringify(page)).toContain('"CommonRefusal":{')
  }
})

test('the page of the operators says which calls answer a file', async () => {
  const { url } = await startTestServer()
  const page = (await (await fetch(`${url}/openapi-operators.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const files = Object.values(operatorCalls as Record<string, OperatorEndpoint>).filter(
    ({ isFile }) => isFile,
  )
  expect(files.length).toBeGreaterThan(0)
  for (const { path, method } of files) {
    const { content } =
      page.paths[`/operator/api${path}`]?.[method.toLowerCase()]?.responses['200'] ?? {}
    expect(Object.keys(content ?? {})).toEqual(['text/csv', 'application/json'])
  }
})

/** Where a member reads of what waits for operators. A proposal is between operators. */
const waits = {
  identity: [calls.readIdentity],
  bank_deposit: [calls.listBankDeposits],
  bank_withdrawal: [calls.listBankWithdrawals],
  coin_withdrawal: [calls.listWithdrawals],
  seller: [calls.readSeller],
  feedback: [calls.listFeedback, calls.readFeedback],
  campaign_claim: [calls.readCampaign, calls.claimCampaignPrize],
  dispute: [calls.readDeal],
} satisfies Record<Exclude<Work, 'proposal'>, readonly Endpoint[]>

test('whoever waits for operators reads by when', () => {
  for (const { path, response } of Object.values(waits).flat()) {
    const answer = JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any', io: 'input' }))
    expect(answer, path).toMatch(/"(?:decide_by|by)":/)
  }
})

/** Which of several a list is asked for, where it has to be said. */
const WHICH = { currency_id: 1, interval: '1h', c_id: 1 }
/** What the house has on its first day, and what joining brings. */
const FILLED = [
  'listSessions',
  'listModels',
  'listRecords',
  'listFundOffers',
  'listCoins',
  'listPayableBanks',
  'listMarkets',
  'listPaymentMethods',
  'listCountries',
]

test('every list answers whoever has just joined with nothing, not with an error', async () => {
  const server = await startTestServer({ rateLimits: false })
  const as = await server.join('ada@example.test')
  const counts: Record<string, number> = {}
  for (const [name, call] of Object.entries<Endpoint>(calls)) {
    if (call.changes || !name.startsWith('list')) continue
    const asked = Object.entries(WHICH).filter(([field]) => field in call.request)
    const answer = ok(await server.call(call, Object.fromEntries(asked), { as })) as object
    const [rows] = [answer, ...Object.values(answer)].filter((part) => Array.isArray(part))
    if (rows) counts[name] = rows.length
  }
  expect(Object.keys(counts).length).toBeGreaterThan(30)
  expect(Object.keys(counts).filter((name) => counts[name] !== 0)).toEqual(FILLED)
})

test('health answers once everything is up', async () => {
  const { url } = await startTestServer()
  const response = await fetch(`${url}/health`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'ok' })
})

test('of several servers health says which has the markets', async () => {
  const server = await startTestServer()
  const beside = await startBeside(server)
  const ask = async ({ http }: App) => {
    const url = '/health?markets'
    const { statusCode, body } = await http.inject({ url })
    // Who looks with HEAD goes by the status alone.
    expect((await http.inject({ method: 'HEAD', url })).statusCode).toBe(statusCode)
    return { statusCode, said: JSON.parse(body) as unknown }
  }
  expect(await ask(server.app)).toMatchObject({ statusCode: 200, said: { markets: 'here' } })
  expect(await ask(beside)).toMatchObject({ statusCode: 503, said: { markets: 'elsewhere' } })
  // What only asks whether a server is there does not hear of them.
  const { statusCode, body } = await beside.http.inject({ url: '/health' })
  expect(statusCode).toBe(200)
  expect(JSON.parse(body)).not.toHaveProperty('markets')
})

test('behind a public address the start says what nobody will read', async () => {
  const said = async (settings: Partial<Config>) =>
    (await startTestServer({ publicUrl: 'https://btbc.test', ...settings })).app.notices.join('\n')
  const bare = await said({})
  expect(bare).toContain('Without MAIL_URL')
  expect(bare).toContain('Without SMS_URL')
  const { app } = await startTestServer()
  expect(app.notices.join('\n')).not.toContain('Without')
  const mailUrl = 'smtp://127.0.0.1:9'
  expect(await said({ mailUrl, smsUrl: 'http://127.0.0.1:9' })).not.toContain('Without')
})

test('a page has a head, and a folder or a path that leads nowhere is not found', async () => {
  const { url } = await startTestServer()
  const ask = async (path: string) =>
    await Promise.all(
      ['GET', 'HEAD'].map(async (method) => (await fetch(url + path, { method })).status),
    )
  for (const page of ['/', '/exchange', '/robots.txt', '/health']) {
    expect(await ask(page), page).toEqual([200, 200])
  }
  for (const path of ['/static/', '/static//', '/media/', '/console/static/', '/%00', '//x']) {
    expect(await ask(path)).toEqual([404, 404])
  }
})

test('who asks for a part that a file has not, or for another state of it, is told so by the status', async () => {
  const { url } = await startTestServer()
  const ask = (headers: Record<string, string>) => fetch(`${url}/verify.mjs`, { headers })
  const whole = Number((await ask({})).headers.get('content-length'))
  const part = await ask({ range: 'bytes=1-2' })
  expect([part.status, (await part.bytes()).length]).toEqual([206, 2])
  // As a client does that goes on with a download that is whole.
  const behind = await ask({ range: `bytes=${whole}-` })
  expect(behind.status).toBe(416)
  expect(behind.headers.get('content-range')).toBe(`bytes */${whole}`)
  expect((await ask({ 'if-match': '"another"' })).status).toBe(412)
})

test('an inbox is asked for by what can be an address', async () => {
  const { url } = await startTestServer()
  const ask = async (to: string) => {
    const response = await fetch(`${url}/dev/inbox?to=${to}`)
    return [response.status, await response.json()]
  }
  expect(await ask('ada@example.test')).toEqual([200, []])
  expect(await ask('%00')).toMatchObject([400, { code: 'invalid_request' }])
})
