import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

import { createAddressOf } from '#network/caller-address.ts'

import { serveSockets } from './socket-server.ts'
import { routeUpgrades } from './upgrades.ts'

const MESSAGE = 'x'.repeat(16_000)
const SAID = 1000

test('a socket is read no further than a hundred messages ahead of its answers, and others go on', async () => {
  const http = createServer()
  const lines: Socket[] = []
  http.on('connection', (line) => lines.push(line))
  const held = Promise.withResolvers<void>()
  const heard = new Map<string, number>()
  const sockets = serveSockets({
    upgrades: routeUpgrades(http),
    addressOf: createAddressOf({ host: '127.0.0.1', publicUrl: undefined, trustProxy: [] }),
    publicUrl: undefined,
    wallNow: () => new Date(),
    report: (error) => {
      throw error
    },
    accepts: () => true,
    messageBytesMax: MESSAGE.length,
    paceOf: () => ({ atOnce: SAID, perSecond: 1 }),
    codes: { flood: 1008, slow: 1008 },
    open: ({ url: { pathname } }) => {
      return async () => {
        if (pathname === '/held') await held.promise
        heard.set(pathname, (heard.get(pathname) ?? 0) + 1)
      }
    },
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    await sockets.stop()
    http.close()
  })
  const say = async (path: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}${path}`)
    await once(socket, 'open')
    for (let n = 0; n < SAID; n += 1) socket.send(MESSAGE)
  }
  const all = (path: string) => expect.poll(() => heard.get(path)).toBe(SAID)
  await say('/held')
  await say('/free')
  await all('/free')
  const [of] = lines
  expect(heard.get('/held')).toBeUndefined()
  expect(of?.bytesRead).toBeGreaterThan(100 * MESSAGE.length)
  expect(of?.bytesRead).toBeLessThan(200 * MESSAGE.length)
  held.resolve()
  await all('/held')
})
