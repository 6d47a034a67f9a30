/**
 * One topic and 500 sockets that listen: the sockets of the product against bare TCP connections of
 * the same process that are written the same bytes. That peer is the floor: no protocol, no rules.
 */

import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket, connect } from 'node:net'
import { openDatabase } from '@btbc/database/database.ts'
import { openChannel } from '../../apps/server/src/live/channel.ts'
import { serveLive } from '../../apps/server/src/live/sockets.ts'
import { routeUpgrades } from '../../apps/server/src/platform/sockets/upgrades.ts'
import { createAddressOf } from '../../apps/server/src/network/caller-address.ts'
import { type BenchResult, median, percentile } from '#result.ts'
import { measureInRounds, ratiosTo } from '#rounds.ts'

const SOCKETS = 500
const FRAMES_PER_STEP = 20
const SINGLE_FRAMES = 200
/** A sign of life that asks for no answer, more often than the server looks for one. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const SIGN_EVERY_MS = 5000
const TOPIC = 'market_depth:28'

/** Ten levels changed: what a busy market sends in one frame. */
const change = {
  currency_id: 28,
  legal_id: 3,
  bids: Array.from({ length: 5 }, (_, n) => [`0.799${n}0000`, `${n}25.00000000`]),
  asks: Array.from({ length: 5 }, (_, n) => [`0.801${n}0000`, `${n}75.00000000`]),
}

export async function run(): Promise<BenchResult> {
  const live = await openLive()
  const bare = await openBare(live.frameBytes)
  try {
    const medians = await measureInRounds([
      { name: 'bare sockets', writers: 1, step: () => deliver(bare, FRAMES_PER_STEP) },
      { name: 'live', writers: 1, step: () => deliver(live, FRAMES_PER_STEP) },
    ])
    const ratios = ratiosTo('bare sockets', medians)
    const waits: number[] = []
    for (let n = 0; n < SINGLE_FRAMES; n += 1) {
      const startedAt = performance.now()
      await deliver(live, 1)
      waits.push(performance.now() - startedAt)
    }
    const delays = {
      'median ms to the last socket': median(waits),
      'p99 ms to the last socket': percentile(waits, 0.99),
    }
    return { bench: 'fanout', ratios, medians: { ...medians, ...delays }, unit: 'per second' }
  } finally {
    await bare.close()
    await live.close()
  }
}

type Fan = {
  publish: () => void
  listeners: Listener[]
  frameBytes: number
  close(): Promise<void>
}
type Listener = { socket: Socket; received: number }

/** Answers how many frames arrived, when all of them have. */
async function deliver({ publish, listeners, frameBytes }: Fan, frames: number): Promise<number> {
  const wanted = frames * frameBytes
  for (const listener of listeners) listener.received = 0
  for (let n = 0; n < frames; n += 1) publish()
  while (listeners.some(({ received }) => received < wanted)) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  return frames * listeners.length
}

async function openLive(): Promise<Fan> {
  const http = createHttpServer()
  const channel = openChannel({
    name: TOPIC,
    firstSeq: 1e12,
    framesKept: 1,
    snapshot: () => change,
  })
  // Nobody logs in: the database is never asked.
  const db = openDatabase('postgres://127.0.0.1:1/none')
  const sockets = serveLive({
    upgrades: routeUpgrades(http),
    hub: { find: () => channel, stop: () => undefined },
    db,
    wallNow: () => new Date(),
    findCaller: async () => undefined,
    addressOf: createAddressOf({ host: '127.0.0.1', publicUrl: undefined, trustProxy: [] }),
    config: { publicUrl: undefined },
    report: (error) => console.error(error),
  })
  const listeners = await listenAll(http, subscribe)
  const signs = setInterval(() => {
    for (const { socket } of listeners) socket.write(PONG)
  }, SIGN_EVERY_MS)
  while (channel.size() < SOCKETS) await new Promise((resolve) => setTimeout(resolve, 10))
  await new Promise((resolve) => setTimeout(resolve, 100))
  // What one frame comes to on the line, its header included.
  for (const listener of listeners) listener.received = 0
  channel.publish(change)
  await new Promise((resolve) => setTimeout(resolve, 200))
  return {
    publish: () => channel.publish(change),
    listeners,
    frameBytes: listeners[0]?.received ?? 0,
    async close() {
      clearInterval(signs)
      await sockets.stop()
      http.close()
      await db.destroy()
    },
  }
}

async function openBare(frameBytes: number): Promise<Fan> {
  const ends: Socket[] = []
  const server = createServer({ noDelay: true }, (socket) => ends.push(socket))
  const listeners = await listenAll(server, () => undefined)
  while (ends.length < SOCKETS) await new Promise((resolve) => setTimeout(resolve, 10))
  const bytes = Buffer.alloc(frameBytes, 'x')
  return {
    publish() {
      for (const end of ends) end.write(bytes)
    },
    listeners,
    frameBytes,
    async close() {
      for (const { socket } of listeners) socket.destroy()
      server.close()
    },
  }
}

async function listenAll(server: Server, greet: (socket: Socket) => unknown): Promise<Listener[]> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const socket = connect({ port, host: '127.0.0.1' })
      const listener = { socket, received: 0 }
      socket.on('data', (data) => (listener.received += data.length))
      await once(socket, 'connect')
      greet(socket)
      return listener
    }),
  )
}

/** Just enough of the protocol to listen. */
function subscribe(socket: Socket): void {
  socket.write(
    [
      'GET /live HTTP/1.1',
      'host: 127.0.0.1',
      'upgrade: websocket',
      'connection: upgrade',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version: 13',
      '',
      '',
    ].join('\r\n'),
  )
  const text = Buffer.from(JSON.stringify({ op: 'sub', topic: TOPIC }))
  // A masked text frame, as clients must send; a mask of zeros changes nothing.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
}
