import type { AddressInfo } from 'node:net'

import { liveCloseCodes } from '@btbc/contract/live-rules.ts'
import type { LiveFrame, LiveRequest, LiveTopic } from '@btbc/contract/live.ts'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'

import { type LiveClient, type LiveOptions, openLive } from '@btbc/client/live-client.ts'
import { followOwnEvents } from '@btbc/client/own-events.ts'

/** The app's own socket client against a real socket server that says what a test tells it to. */

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function startServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const sockets: ServerSocket[] = []
  const heard: LiveRequest[] = []
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as LiveRequest))
  })
  await new Promise((listening) => server.once('listening', listening))
  ends.push(() => {
    for (const socket of sockets) socket.terminate()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}/live`,
    sockets,
    heard,
    tell: (answer: object) => sockets.at(-1)?.send(JSON.stringify(answer)),
    say: (seq: number, type: LiveFrame['type'], topic: LiveTopic = 'daymarket') =>
      sockets.at(-1)?.send(JSON.stringify({ topic, seq, type, data: seq })),
    drop: () => sockets.at(-1)?.terminate(),
    close: (code: number) => sockets.at(-1)?.close(code),
  }
}

function open(
  url: string,
  options: { token?: string } & Omit<Partial<LiveOptions>, 'token' | 'url'> = {},
) {
  const { token, ...rest } = options
  return openLive({ url, token: () => token, retryMs: 10, retryMsMax: 40, ...rest })
}

function follow(client: LiveClient, topic: LiveTopic = 'daymarket') {
  const frames: string[] = []
  const stop = client.follow(topic, ({ seq, type }) => frames.push(`${type} ${seq}`))
  ends.push(stop)
  return { frames, stop }
}

test('who is logged in says so first; then come the topics', async () => {
  const server = await startServer()
  const client = open(server.url, { token: 'secret' })
  follow(client)
  follow(client, 'orders')
  await expect
    .poll(() => server.heard)
    .toEqual([
      { op: 'auth', token: 'secret' },
      { op: 'sub', topic: 'daymarket' },
      { op: 'sub', topic: 'orders' },
    ])
  expect(client.line().state).toBe('open')
})

test('deltas follow their snapshot in order; what comes before it or twice is left out', async () => {
  const server = await startServer()
  const { frames } = follow(open(server.url))
  await expect.poll(() => server.heard.length).toBe(1)
  server.say(4, 'delta')
  server.say(5, 'snapshot')
  server.say(5, 'delta')
  server.say(6, 'delta')
  server.say(7, 'delta', 'orders')
  server.sockets.at(-1)?.send('not a frame')
  server.say(7, 'delta')
  await expect.poll(() => frames).toEqual(['snapshot 5', 'delta 6', 'delta 7'])
})

test('a missing number asks for a new snapshot, and nothing is shown until it comes', async () => {
  const server = await startServer()
  const { frames } = follow(open(server.url))
  await expect.poll(() => server.heard.length).toBe(1)
  server.say(1, 'snapshot')
  server.say(3, 'delta')
  server.say(4, 'delta')
  await expect
    .poll(() => server.heard.slice(1))
    .toEqual([
      { op: 'unsub', topic: 'daymarket' },
      { op: 'sub', topic: 'daymarket' },
    ])
  server.say(4, 'snapshot')
  server.say(5, 'delta')
  await expect.poll(() => frames).toEqual(['snapshot 1', 'snapshot 4', 'delta 5'])
})

test('a line that breaks opens again and goes on after the last number', async () => {
  const server = await startServer()
  const client = open(server.url)
  const states: string[] = []
  ends.push(client.onLine(() => states.push(client.line().state)))
  const { frames } = follow(client)
  await expect.poll(() => server.heard.length).toBe(1)
  server.say(1, 'snapshot')
  server.say(2, 'delta')
  await expect.poll(() => frames.length).toBe(2)
  server.drop()
  await expect.poll(() => server.heard.at(-1)).toEqual({ op: 'sub', topic: 'daymarket', since: 2 })
  server.say(3, 'delta')
  await expect.poll(() => frames.at(-1)).toBe('delta 3')
  expect(states).toEqual(['open', 'lost', 'open'])
})

test('after a restart the server may begin anew with a snapshot of a smaller number', async () => {
  const server = await startServer()
  const { frames } = follow(open(server.url))
  await expect.poll(() => server.heard.length).toBe(1)
  server.say(90, 'snapshot')
  await expect.poll(() => frames.length).toBe(1)
  server.drop()
  await expect.poll(() => server.heard.length).toBe(2)
  server.say(1, 'snapshot')
  server.say(2, 'delta')
  await expect.poll(() => frames).toEqual(['snapshot 90', 'snapshot 1', 'delta 2'])
})

test('a server that is away is tried again and again, and at once when asked to', async () => {
  const server = await startServer()
  const client = open(server.url)
  follow(client)
  await expect.poll(() => server.sockets.length).toBe(1)
  for (const count of [2, 3, 4]) {
    server.drop()
    client.retryNow()
    await expect.poll(() => server.sockets.length).toBe(count)
  }
  await expect.poll(() => client.line().state).toBe('open')
})

test('a line on which nothing comes is taken for broken', async () => {
  const server = await startServer()
  follow(open(server.url, { silentMsMax: 60 }))
  await expect.poll(() => server.sockets.length).toBeGreaterThan(1)
})

test('pings keep a quiet line open as long as they are answered', async () => {
  const server = await startServer()
  follow(open(server.url, { pingMs: 100, silentMsMax: 1_500 }))
  await expect.poll(() => server.sockets.length).toBe(1)
  const socket = server.sockets[0]
  socket?.on('message', () => server.tell({ op: 'pong' }))
  // So many take longer than the line may be silent.
  await expect.poll(() => server.heard.filter(({ op }) => op === 'ping').length).toBeGreaterThan(17)
  expect(server.sockets.length).toBe(1)
})

test('a line that was quiet for long is old until it answers, and is opened anew where it does not', async () => {
  const server = await startServer()
  const client = open(server.url, { pingMs: 200, answerMsMax: 100 })
  follow(client)
  await expect.poll(() => client.line().state).toBe('open')
  client.retryNow()
  expect(client.line().state).toBe('open')
  const isPinged = async (times: number) =>
    await expect
      .poll(() => server.heard.filter(({ op }) => op === 'ping').length)
      .toBeGreaterThanOrEqual(times)
  await isPinged(1)
  client.retryNow()
  expect(client.line().state).toBe('lost')
  server.tell({ op: 'pong' })
  await expect.poll(() => client.line().state).toBe('open')
  expect(server.sockets.length).toBe(1)
  await isPinged(5)
  client.retryNow()
  await expect.poll(() => server.sockets.length).toBe(2)
})

test('a topic that cannot be had now is asked for again, one that does not exist is not', async () => {
  const server = await startServer()
  const client = open(server.url)
  follow(client)
  await expect.poll(() => server.heard.length).toBe(1)
  server.tell({ op: 'error', code: 'try_again', topic: 'daymarket' })
  await expect.poll(() => server.heard.length).toBe(2)
  // One that the server has lost is old until it comes again.
  server.say(4, 'snapshot')
  server.tell({ op: 'error', code: 'unavailable', topic: 'daymarket' })
  await expect.poll(() => server.heard.slice(2)).toEqual([{ op: 'sub', topic: 'daymarket' }])
  expect(client.line().state).toBe('lost')
  server.say(2, 'snapshot')
  await expect.poll(() => client.line().state).toBe('open')
  server.tell({ op: 'error', code: 'unknown_topic', topic: 'daymarket' })
  await new Promise((passed) => setTimeout(passed, 60))
  expect(server.heard.length).toBe(3)
})

test('a topic that failed after a cut is asked for anew, and is old until it comes', async () => {
  const server = await startServer()
  const client = open(server.url)
  const { frames } = follow(client)
  await expect.poll(() => server.heard.length).toBe(1)
  server.say(4, 'snapshot')
  await expect.poll(() => frames.length).toBe(1)
  server.drop()
  await expect.poll(() => server.heard.at(-1)).toEqual({ op: 'sub', topic: 'daymarket', since: 4 })
  server.tell({ op: 'error', code: 'try_again', topic: 'daymarket' })
  await expect.poll(() => client.line().state).toBe('lost')
  await expect.poll(() => server.heard.at(-1)).toEqual({ op: 'sub', topic: 'daymarket' })
  server.say(9, 'snapshot')
  await expect.poll(() => frames).toEqual(['snapshot 4', 'snapshot 9'])
  expect(client.line().state).toBe('open')
})

test('a login that the server could not look up is said again on the next line', async () => {
  const server = await startServer()
  follow(open(server.url, { token: 'secret' }), 'events')
  await expect.poll(() => server.heard.length).toBe(2)
  server.sockets.at(-1)?.close(1013)
  await expect
    .poll(() => server.heard.slice(2))
    .toEqual([
      { op: 'auth', token: 'secret' },
      { op: 'sub', topic: 'events' },
    ])
})

test('that its session has ended is heard of the server alone: a line may end for other reasons', async () => {
  const server = await startServer()
  let ended = 0
  const sessionEnded = () => {
    ended += 1
  }
  follow(open(server.url, { token: 'secret', sessionEnded }), 'events')
  await expect.poll(() => server.heard.length).toBe(2)
  server.close(1013)
  await expect.poll(() => server.heard.length).toBe(4)
  expect(ended).toBe(0)
  server.close(liveCloseCodes.sessionEnded)
  await expect.poll(() => ended).toBe(1)
  // It may have ended while there was no line.
  await expect.poll(() => server.heard.length).toBe(6)
  server.tell({ op: 'auth', ok: false })
  await expect.poll(() => ended).toBe(2)
})

test('who comes later to a topic gets a snapshot too, and the last one out ends it', async () => {
  const server = await startServer()
  const client = open(server.url)
  const first = follow(client)
  await expect.poll(() => server.heard.length).toBe(1)
  server.say(1, 'snapshot')
  await expect.poll(() => first.frames.length).toBe(1)
  const second = follow(client)
  await expect.poll(() => server.heard.length).toBe(3)
  server.say(1, 'snapshot')
  await expect.poll(() => second.frames).toEqual(['snapshot 1'])
  first.stop()
  second.stop()
  await expect.poll(() => server.heard.at(-1)).toEqual({ op: 'unsub', topic: 'daymarket' })
})

test('own events say which reads to ask again; what everybody hears is asked a little later', async () => {
  const server = await startServer()
  const client = open(server.url, { token: 'first' })
  const read: string[] = []
  const heard = {
    changed: (about: readonly string[]) => read.push(...about),
    missed: () => read.push('all'),
  }
  ends.push(followOwnEvents(client, heard, 20))
  await expect.poll(() => server.heard.length).toBe(2)
  const say = (seq: number, type: string, data: object[] = []) =>
    server.tell({ topic: 'events', seq, type, data })
  say(5, 'snapshot')
  await expect.poll(() => read.splice(0)).toEqual(['all'])
  say(6, 'delta', [{ kind: 'identity.changed', about: ['identity'] }])
  await expect.poll(() => read.splice(0)).toEqual(['identity'])
  say(7, 'delta', [{ kind: 'article.published', about: ['notices'] }])
  await expect.poll(() => read.splice(0)).toEqual(['notices'])
  // Cut off, it goes on from the last number; for somebody else it begins anew.
  server.drop()
  await expect.poll(() => server.heard.at(-1)).toEqual({ op: 'sub', topic: 'events', since: 7 })
  client.reopen()
  await expect.poll(() => server.heard.at(-1)).toEqual({ op: 'sub', topic: 'events' })
  say(2, 'snapshot')
  await expect.poll(() => read.splice(0)).toEqual(['all'])
})
