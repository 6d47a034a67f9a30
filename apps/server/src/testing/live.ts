import {
  LiveAnswer,
  liveData,
  type LiveDepth,
  type LiveFrame,
  type LiveLevel,
} from '@btbc/contract/live.ts'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import * as z from 'zod/mini'

/** A client of the socket at `/live`, for tests: remembers what it was told. */
export type LiveClient = {
  socket: WebSocket
  /** As whom it came. */
  token: string | undefined
  frames: LiveFrame[]
  say(message: object | string): void
  /** The next frame or answer that fits, from those that nobody waited for yet. */
  next(fits: (message: LiveMessage) => boolean): Promise<LiveMessage>
  subscribe(topic: string, since?: number): Promise<LiveMessage>
  framesOf(topic: string): LiveFrame[]
  closed: Promise<{ code: number; reason: string }>
}

type LiveMessage = LiveFrame | LiveAnswer

const WAIT_MS_MAX = 60_000

export async function openLive(
  url: string,
  { token, ...options }: ClientOptions & { token?: string } = {},
): Promise<LiveClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, options)
  const unread: LiveMessage[] = []
  const waiting = new Set<() => void>()
  const frames: LiveFrame[] = []
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as LiveMessage
    checkMessage(message)
    if (!('op' in message)) frames.push(message)
    unread.push(message)
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  onTestFinished(() => socket.terminate())

  const client: LiveClient = {
    socket,
    token,
    frames,
    closed,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`No such message among ${JSON.stringify(unread).slice(0, 500)}`))
        }, WAIT_MS_MAX)
        const look = (): void => {
          const at = unread.findIndex(fits)
          if (at < 0) return
          const [message] = unread.splice(at, 1)
          waiting.delete(look)
          clearTimeout(timer)
          if (message) resolve(message)
        }
        waiting.add(look)
        look()
      }),
    subscribe(topic, since) {
      client.say({ op: 'sub', topic, ...(since === undefined ? {} : { since }) })
      return client.next(
        (message) =>
          'topic' in message &&
          message.topic === topic &&
          ('op' in message || message.type === 'snapshot'),
      )
    },
    framesOf: (topic) => frames.filter((frame) => frame.topic === topic),
  }
  if (token !== undefined) {
    client.say({ op: 'auth', token })
    await client.next((message) => 'op' in message && message.op === 'auth')
  }
  return client
}

/** Whatever the server says is what the contract says it may; other topics are a test's own. */
function checkMessage(message: LiveMessage): void {
  if ('op' in message) return void z.parse(LiveAnswer, message)
  const [kind = ''] = message.topic.split(':')
  const shapes: Readonly<Record<string, z.ZodMiniType>> = liveData
  const shape = shapes[kind]
  if (shape) z.parse(shape, message.data)
}

/** The book as a client knows it from its frames; throws where a number is missing. */
export function readBook(frames: readonly LiveFrame[]): { bids: LiveLevel[]; asks: LiveLevel[] } {
  const bids = new Map<string, string>()
  const asks = new Map<string, string>()
  let seq: number | undefined
  for (const frame of frames) {
    const data = frame.data as LiveDepth
    if (frame.type === 'snapshot') {
      bids.clear()
      asks.clear()
    } else if (seq === undefined || frame.seq !== seq + 1) {
      throw new Error(`frame ${frame.seq} came after ${seq}`)
    }
    seq = frame.seq
    for (const [side, levels] of [
      [bids, data.bids],
      [asks, data.asks],
    ] as const) {
      for (const [price, quantity] of levels) {
        if (/^0\.0+$/.test(quantity)) side.delete(price)
        else side.set(price, quantity)
      }
    }
  }
  const sorted = (side: ReadonlyMap<string, string>, sign: 1 | -1): LiveLevel[] =>
    [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)))
  return { bids: sorted(bids, -1), asks: sorted(asks, 1) }
}
