import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'
import { expect, onTestFinished, test } from 'vitest'

import { openGateway } from './gateway.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../../scripts/provider.ts')
const KEY = 'sk_test_0123456789abcdef'

function run(key: string, events: string) {
  const place = makeTestPlace()
  const env = { ...process.env, BTBC_DATA_DIR: place, GATEWAY_KEY: key }
  const args = [SCRIPT, '--port', '0', '--events', events]
  const child = spawn(process.execPath, args, { env, stdio: 'pipe' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    removeTestPlace(place)
  })
  return { child, ended }
}

/** A house that hears what the provider tells. */
async function startHouse() {
  let hear: (heard: { headers: object; body: Buffer }) => void
  const heard = new Promise<{ headers: object; body: Buffer }>((resolve) => (hear = resolve))
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      hear({ headers: request.headers, body: Buffer.concat(chunks) })
      response.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { events: `http://127.0.0.1:${port}/hooks/gateway`, heard }
}

test('the provider runs by itself for a house that names it, and tells it what was paid', async () => {
  const { events, heard } = await startHouse()
  const { child } = run(KEY, events)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = /http:\S+$/.exec(line)?.[0] ?? ''
  const gateway = openGateway({ url, innerUrl: url, key: KEY })
  const link = new URL(
    gateway.checkoutUrl({
      order: 'order-1',
      amount: '100.00000000',
      method: 'card',
      account: '',
      language: 'ja',
      returnUrl: 'https://house.test/BankRecharge',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    }),
  )
  const body = new URLSearchParams([...link.searchParams, ['way', 'pay']])
  const paid = await fetch(`${url}/checkout`, { method: 'POST', body, redirect: 'manual' })
  expect(paid.status).toBe(303)
  const { headers, body: event } = await heard
  expect(gateway.readEvent({ ...headers }, event, new Date())).toMatchObject({ order: 'order-1' })
  expect(await gateway.truthOf('order-1')).toMatchObject({ state: 'paid' })
})

test('the provider takes no key but one of a sandbox, and needs to know whom to tell', async () => {
  for (const [key, events, words] of [
    ['sk_live_0123456789abcdef', 'http://127.0.0.1:9', 'only test keys'],
    [KEY, 'nowhere', 'usage: GATEWAY_KEY'],
    ['', 'http://127.0.0.1:9', 'usage: GATEWAY_KEY'],
  ] as const) {
    const { child, ended } = run(key, events)
    const [said] = (await once(createInterface(child.stderr), 'line')) as [string]
    expect(said).toContain(words)
    expect(await ended).toEqual([1, null])
  }
})
