import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import dns from 'node:dns'

import { addPushDevice, PUSH_DEVICES_MAX } from '@btbc/contract/notice.ts'
import { expect, onTestFinished, test } from 'vitest'

import { tellMember } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { openOutward } from '#platform/notifications/push/outward.ts'
import { openPushSender } from '#platform/notifications/push/push-sender.ts'
import { startPushService } from '#testing/push-service.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

const tell = ({ db, clock }: TestServer, to: TestMember, times = 1) =>
  db.transaction().execute(async (tx) => {
    const message = {
      kind: 'lock_ended',
      facts: { lock: 7, amount: '130.00', account: '1' },
    } as const
    for (let each = 0; each < times; each += 1) {
      await tellMember(tx, to.id, { ...message, wallNow: clock.wallNow() })
    }
  })

test('a member with ten mute browsers holds up nobody', async () => {
  const service = await startPushService()
  const server = await startTestServer({ pushOrigin: service.origin }, { goesOn: true })
  const eve = await server.join('eve@example.test')
  const ada = await server.join('ada@example.test')
  for (let each = 0; each < PUSH_DEVICES_MAX; each += 1) {
    const { keys } = service.browser()
    service.mute.add(new URL(keys.endpoint).pathname)
    ok(await server.call(addPushDevice, keys, { as: eve }))
  }
  const phone = service.browser()
  ok(await server.call(addPushDevice, phone.keys, { as: ada }))
  await tell(server, eve, 20)
  await expect.poll(() => service.waiting.size).toBe(4)
  await tell(server, ada)
  // While eve's four have their five seconds, ada's has come.
  await expect.poll(() => service.heard.length, { interval: 20, timeout: 10_000 }).toBe(1)
  expect(service.waiting.size).toBeLessThanOrEqual(4)
})

test('a browser whose push service takes nothing for a day is told no more, one that was away is', async () => {
  const service = await startPushService()
  const server = await startTestServer({ pushOrigin: service.origin })
  const ada = await server.join('ada@example.test')
  const phone = service.browser()
  const { pathname } = new URL(phone.keys.endpoint)
  ok(await server.call(addPushDevice, phone.keys, { as: ada }))
  const device = () => server.db.selectFrom('push_device').selectAll().executeTakeFirst()
  let now = server.clock.wallNow()
  const sender = openPushSender({
    db: server.db,
    secret: async () => randomBytes(32),
    contact: 'mailto:test@btbc.test',
    local: service.origin,
    wallNow: () => now,
  })
  onTestFinished(() => sender.close())
  const recipient = String((await device())?.id)
  const message = { name: '1', recipient, subject: '[TEST]', text: 'TEST', link: null }
  const send = () => sender.send(message, new AbortController().signal)
  service.failing.add(pathname)
  for (let each = 0; each < 15; each += 1) await expect(send()).rejects.toThrow('answered 503')
  expect(await device()).toMatchObject({ failures: 15 })
  now = new Date(now.getTime() + DAY_MS)
  service.failing.delete(pathname)
  await send()
  expect(await device()).toMatchObject({ failures: 0, failing_since: null })
  service.failing.add(pathname)
  for (let each = 0; each < 9; each += 1) await expect(send()).rejects.toThrow('answered 503')
  // A stop of ours says nothing of it.
  await expect(sender.send(message, AbortSignal.abort())).rejects.toThrow()
  now = new Date(now.getTime() + DAY_MS)
  expect(await device()).toMatchObject({ failures: 9 })
  await expect(send()).rejects.toThrow('answered 503')
  expect(await device()).toBeUndefined()
  await send()
})

test('the name of an endpoint is asked for without a thread, and any address inside is none', async () => {
  const names = await startNameServer({
    'inside.test': ['10.0.0.7'],
    'both.test': ['93.184.216.34', '127.0.0.1'],
  })
  const outward = openOutward(undefined, 10)
  onTestFinished(() => outward.close())
  const post = (name: string, signal: AbortSignal) =>
    outward.post(`https://${name}/push`, { headers: {}, body: Buffer.alloc(0) }, signal)
  const never = new AbortController().signal
  await expect(post('inside.test', never)).rejects.toThrow('no public address')
  await expect(post('both.test', never)).rejects.toThrow('no public address')
  const hung = new AbortController()
  const asked = Array.from({ length: 10 }, (_, index) => post(`mute${index}.test`, hung.signal))
  const ended = Promise.allSettled(asked)
  // All ten are asked for at once, and nobody has to be told that they were given up.
  await expect.poll(() => new Set(names.filter((name) => name.startsWith('mute'))).size).toBe(10)
  hung.abort()
  expect((await ended).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'))
})

/** Answers the names it knows, and says nothing to others; what it was asked, in order. */
async function startNameServer(known: Readonly<Record<string, string[]>>) {
  const names: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port }) => {
    const { name, end } = readQuestion(query)
    names.push(name)
    if (!Object.hasOwn(known, name)) return
    const isIpv4 = query.readUInt16BE(end - 4) === 1
    const answers = (isIpv4 ? (known[name] ?? []) : []).map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
    )
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0])
    query.copy(head, 0, 0, 2)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, '127.0.0.1')
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const usual = dns.getServers()
  dns.setServers([`127.0.0.1:${socket.address().port}`])
  onTestFinished(() => {
    dns.setServers(usual)
    socket.close()
  })
  return names
}

function readQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}
