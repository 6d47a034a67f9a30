import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'

import { logIn } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { readInstallToken } from './install-token.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const inbox = '/dev/inbox'
const page = { accept: 'text/html' }

/** The status of an answer to somebody whose address is not the choice of any header. */
async function statusFrom(
  server: TestServer,
  remoteAddress: string,
  headers: Record<string, string>,
): Promise<number> {
  const { http } = server.app
  return (await http.inject({ method: 'GET', url: inbox, remoteAddress, headers })).statusCode
}

function tokenOf(server: TestServer): string {
  return /token=([\w-]{43})$/.exec(server.app.doors(3000)[0] ?? '')?.[1] ?? ''
}

/** What a phone's browser keeps that opened the printed address once. */
async function openDoor(server: TestServer): Promise<string> {
  const response = await fetch(`${server.url}${inbox}?token=${tokenOf(server)}`, { headers: page })
  expect(response.status).toBe(200)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

test('who sits here comes from loopback, asks for a loopback name and was forwarded by nobody', async () => {
  const server = await startTestServer()
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(await statusFrom(server, address, { host: 'localhost:3000' }), address).toBe(200)
  }
  for (const address of ['203.0.113.5', '10.0.0.2', '2001:db8::7f00:1', '::ffff:192.168.1.5']) {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000']) {
      expect(await statusFrom(server, address, { host }), address).toBe(404)
    }
  }
  expect(await statusFrom(server, '127.0.0.1', { host: 'rebound.example.test' })).toBe(404)
  const forwarded = { host: 'localhost', 'x-real-ip': '127.0.0.1' }
  expect(await statusFrom(server, '127.0.0.1', forwarded)).toBe(404)
})

test('a server that is reached from elsewhere takes no name and no proxy’s word for it', async () => {
  const server = await startTestServer({ host: '0.0.0.0', timeMachine: true })
  // A proxy on the same machine, as it speaks when nobody told it to name the caller.
  expect((await fetch(server.url + inbox)).status).toBe(404)
  expect((await fetch(`${server.url}/dev/clock`)).status).toBe(404)
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  for (const { address } of elsewhere) {
    const { port } = new URL(server.url)
    const at = `http://${address}:${port}${inbox}`
    expect((await fetch(at, { headers: { host: 'localhost' } })).status, at).toBe(404)
  }
  expect(await statusFrom(server, '192.168.1.7', { host: 'localhost' })).toBe(404)
})

test('the printed address opens it to one device, with the clock, sample logins and their like', async () => {
  const server = await startTestServer({ host: '0.0.0.0', timeMachine: true, sample: true })
  const cookie = await openDoor(server)
  expect((await fetch(server.url + inbox, { headers: { cookie } })).status).toBe(200)
  const clock = `${server.url}/dev/clock`
  const moved = { method: 'POST', body: '{"advance_s":1}' }
  const json = { 'content-type': 'application/json' }
  expect((await fetch(clock, { ...moved, headers: { ...json, cookie } })).status).toBe(200)
  const other = { ...json, cookie, origin: 'http://127.0.0.1:1' }
  expect((await fetch(clock, { ...moved, headers: other })).status).toBe(404)
  // A script has no cookies and says the token each time.
  expect((await fetch(`${clock}?token=${tokenOf(server)}`)).status).toBe(200)

  const password = /password (\S+) \(drawn/.exec(server.app.notices[0] ?? '')?.[1] ?? ''
  const alice = { user_string: 'alice@btbc.test', password, type: 1 as const }
  expect(refusal(await server.call(logIn, alice))).toBe('login_failed')
  ok(await server.call(logIn, alice, { headers: { cookie } }))
})

test('the token leaves the address bar, is read by no script and by no other site', async () => {
  const server = await startTestServer({ host: '0.0.0.0' })
  const token = tokenOf(server)
  const opened = await fetch(`${server.url}${inbox}?token=${token}`, { headers: page })
  expect(await opened.text()).not.toContain(token)
  expect(opened.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/)
  expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
  expect(opened.headers.get('cache-control')).toBe('no-store')
  for (const wrong of ['', 'x', token.slice(1), `${token}x`, token.toLowerCase()]) {
    const headers = { ...page, cookie: `btbc_install=${wrong}` }
    expect((await fetch(`${server.url}${inbox}?token=${wrong}`, { headers })).status).toBe(404)
    expect((await fetch(server.url + inbox, { headers })).status).toBe(404)
  }
})

test('a public address has no token, and an old one opens nothing', async () => {
  const server = await startTestServer({ publicUrl: 'https://btbc.test' })
  expect(server.app.doors(3000)).toEqual([])
  const token = readInstallToken(server.dataDirectory)
  const headers = { ...page, cookie: `btbc_install=${token}` }
  expect((await fetch(`${server.url}${inbox}?token=${token}`, { headers })).status).toBe(404)
})

test('the token is kept for its owner alone, and one that is damaged is drawn anew', async () => {
  const server = await startTestServer()
  expect(server.app.doors(3000)).toEqual([])
  const file = path.join(server.dataDirectory, 'install.token')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const token = readInstallToken(server.dataDirectory)
  expect(readInstallToken(server.dataDirectory)).toBe(token)
  writeFileSync(file, 'half a tok')
  const drawn = readInstallToken(server.dataDirectory)
  expect(drawn).toMatch(/^[\w-]{43}$/)
  expect(drawn).not.toBe(token)
  expect(readFileSync(file, 'utf8')).toBe(drawn)
})
