import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { createTestDatabase } from '@btbc/database/testing.ts'
import { expect, onTestFinished, test } from 'vitest'

import { openLive } from '#testing/live.ts'

import { createAddressOf } from '#network/caller-address.ts'

import { openChannel } from './channel.ts'
import { serveLive } from './sockets.ts'
import { routeUpgrades } from '#platform/sockets/upgrades.ts'

const FRAME = 'x'.repeat(64 * 1024)
const FRAMES_MAX = 2000

test('who does not read is dropped when 1 MB waits, and whoever reads misses nothing', async () => {
  const { url, channel } = await startSockets()
  const reader = await openLive(url)
  await reader.subscribe('big')
  const slow = await openWithoutReading(url)
  while (channel.size() < 2) await sleep(5)
  let sent = 0
  while (channel.size() === 2 && sent < FRAMES_MAX) {
    channel.publish(FRAME)
    sent += 1
    await sleep(1)
  }
  expect(channel.size()).toBe(1)
  // A socket that never says goodbye is cut off.
  expect(await slow.ending).toBe('over')
  channel.publish('last')
  await reader.next((each) => 'data' in each && each.data === 'last')
  expect(reader.framesOf('big')).toHaveLength(sent + 2)
  expect(reader.framesOf('big').map(({ seq }) => seq)).toEqual(
    Array.from({ length: sent + 2 }, (_, n) => n),
  )
})

async function startSockets() {
  const database = await createTestDatabase()
  const http = createServer()
  const channel = openChannel({
    name: 'big',
    firstSeq: 0,
    framesKept: 10,
    snapshot: () => '',
  })
  const live = serveLive({
    upgrades: routeUpgrades(http),
    hub: { find: () => channel, stop: () => undefined },
    db: database.appDb,
    wallNow: () => new Date(),
    findCaller: async () => undefined,
    addressOf: createAddressOf({ host: '127.0.0.1', publicUrl: undefined, trustProxy: [] }),
    config: { publicUrl: undefined },
    report: (error) => {
      throw error
    },
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    await live.stop()
    http.close()
    await database.drop()
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, channel }
}

/** Speaks just enough of the protocol to subscribe, and leaves the answers where they are. */
async function openWithoutReading(url: string): Promise<{ ending: Promise<'over'> }> {
  const { hostname, port, host } = new URL(url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(
    [
      'GET /live HTTP/1.1',
      `host: ${host}`,
      'upgrade: websocket',
      'connection: upgrade',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version: 13',
      '',
      '',
    ].join('\r\n'),
  )
  const text = Buffer.from(JSON.stringify({ op: 'sub', topic: 'big' }))
  // A masked text frame, as clients must send; a mask of zeros changes nothing.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  const ending = new Promise<'over'>((resolve) => {
    socket.on('error', () => resolve('over'))
    socket.on('close', () => resolve('over'))
    // Reading on after the server hung up is how this side finds out.
    setTimeout(() => socket.resume(), 5000).unref()
  })
  return { ending }
}
