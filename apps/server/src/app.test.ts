import { calls } from '@btbc/contract/calls.ts'
import { operatorCalls } from '@btbc/contract/operator/calls.ts'
import { uploadPath } from '@btbc/contract/upload.ts'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

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
  const printed = app.http.printRoutes({ commonPrefix: false, includeHooks: false })
  const paths = new Set<string>()
  const stack: string[] = []
  for (const line of printed.split('\n')) {
    const match = /^((?:│ {3}| {4})*)(?:├── |└── )(\S+)(?: \((.+)\))?$/.exec(line)
    if (!match) continue
    const [, indent = '', part = '', methods] = match
    stack.length = indent.length / 4
    stack.push(part)
    if (methods !== undefined) paths.add(stack.join(''))
  }
  // The exchange API for bots speaks another house's language, without our envelope and contract.
  // Pictures are the one form that is not JSON.
  const served = [...paths]
    .filter((path) => path.startsWith('/api/') && !path.startsWith('/api/v3/'))
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

test('health answers once everything is up', async () => {
  const { url } = await startTestServer()
  const response = await fetch(`${url}/health`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'ok' })
})

test('a page has a head, and a folder or a path that leads nowhere is not found', async () => {
  const { url } = await startTestServer()
  const ask = async (path: string) =>
    await Promise.all(
      ['GET', 'HEAD'].map(async (method) => (await fetch(url + path, { method })).status),
    )
  for (const page of ['/exchange', '/robots.txt']) expect(await ask(page)).toEqual([200, 200])
  for (const path of ['/static/', '/static//', '/media/', '/console/static/', '/%00', '//x']) {
    expect(await ask(path)).toEqual([404, 404])
  }
})
