import {
  type LiveAnswer,
  liveCloseCodes,
  type LiveErrorCode,
  LiveRequest,
} from '@btbc/contract/live.ts'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'

import { openFloodGate } from '#platform/sockets/admission.ts'
import type { Channel, Sink } from './channel.ts'
import type { Hub } from './hub.ts'

/** One client's socket: what it says, what it listens to, and when it has to go. */

const TOPICS_MAX = 50
const BUFFERED_BYTES_MAX = 1024 * 1024
/** How long a client that is told to go may take to say goodbye. */
const GOODBYE_MS_MAX = 3000

export type Caller = { memberId: number; sessionId: number }

export type Connection = {
  readonly caller: Caller | undefined
  /** Closes a socket that said nothing since the last time, and asks the others for a sign. */
  beat(): void
  close(code: number, reason: string): void
}

export type ConnectionParts = {
  socket: WebSocket
  hub: Hub
  findCaller: (token: string) => Promise<Caller | undefined>
  report: (error: unknown, what: string) => void
}

export function openConnection(parts: ConnectionParts): Connection {
  const { socket, hub, findCaller, report } = parts
  const isFlood = openFloodGate()
  const line = openLine(socket)
  const listening = openListening(hub, line)
  let caller: Caller | undefined
  let isAlive = true

  const authenticate = async (token: string | undefined): Promise<void> => {
    const found = token === undefined ? undefined : await findCaller(token)
    if (found?.memberId !== caller?.memberId) listening.leaveAll()
    caller = found
    line.answer({ op: 'auth', ok: found !== undefined || token === undefined })
  }
  const handle = async (request: LiveRequest): Promise<void> => {
    switch (request.op) {
      case 'auth':
        return await authenticate(request.token)
      case 'sub':
        return await listening.join(request.topic, caller?.memberId, request.since)
      case 'unsub':
        listening.leave(request.topic)
        return line.answer({ op: 'unsub', topic: request.topic })
      case 'ping':
        return line.answer({ op: 'pong' })
    }
  }

  // One message after the other: a `sub` behind an `auth` is asked by the one who logged in.
  let turn = Promise.resolve()
  socket.on('message', (data, isBinary) => {
    isAlive = true
    if (isFlood(performance.now())) return line.close(liveCloseCodes.flood, 'too many messages')
    const request = isBinary ? undefined : readRequest(data)
    turn = turn
      .then(() => (request ? handle(request) : line.refuse('invalid_request')))
      .catch((error: unknown) => {
        report(error, 'a message of a socket failed')
        line.refuse('try_again')
      })
  })
  socket.on('pong', () => (isAlive = true))
  // ws closes the socket itself, with the code that says what was wrong.
  socket.on('error', () => undefined)
  socket.on('close', () => line.end())
  line.onEnd(() => listening.leaveAll())
  return {
    get caller() {
      return caller
    },
    beat() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      if (socket.readyState === socket.OPEN) socket.ping()
    },
    close: (code, reason) => line.close(code, reason),
  }
}

/** What goes to the client, until there is nobody to send to. */
type Line = {
  send: Sink
  answer(message: LiveAnswer): void
  refuse(code: LiveErrorCode, topic?: string): void
  close(code: number, reason: string): void
  end(): void
  onEnd(work: () => void): void
  isOver(): boolean
}

function openLine(socket: WebSocket): Line {
  let isOver = false
  let atEnd: () => void = () => undefined
  const line: Line = {
    send(frame) {
      if (isOver) return
      if (socket.bufferedAmount > BUFFERED_BYTES_MAX) {
        line.close(liveCloseCodes.slow, 'more than 1 MB waits to be read')
      } else socket.send(frame)
    },
    answer: (message) => line.send(JSON.stringify(message)),
    refuse: (code, topic) =>
      line.answer({ op: 'error', code, ...(topic === undefined ? {} : { topic }) }),
    close(code, reason) {
      if (isOver) return
      line.end()
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), GOODBYE_MS_MAX).unref()
    },
    end() {
      if (isOver) return
      isOver = true
      atEnd()
    },
    onEnd(work) {
      atEnd = work
    },
    isOver: () => isOver,
  }
  return line
}

type Listening = {
  join(topic: string, memberId: number | undefined, since?: number | null): Promise<void>
  leave(topic: string): void
  leaveAll(): void
}

function openListening(hub: Hub, line: Line): Listening {
  const joined = new Map<string, Channel>()
  const leave = (topic: string): void => {
    joined.get(topic)?.leave(line.send)
    joined.delete(topic)
  }
  return {
    async join(topic, memberId, since) {
      if (line.isOver()) return
      const channel = hub.find(topic, memberId)
      if (typeof channel === 'string') return line.refuse(channel, topic)
      leave(topic)
      if (joined.size >= TOPICS_MAX) return line.refuse('too_many_topics', topic)
      joined.set(topic, channel)
      await channel.join(line.send, since)
      // The socket may have closed while the snapshot was read.
      if (line.isOver()) channel.leave(line.send)
    },
    leave,
    leaveAll() {
      for (const topic of joined.keys()) leave(topic)
    },
  }
}

function readRequest(data: RawData): LiveRequest | undefined {
  try {
    // With the default binary type a message is one Buffer.
    const parsed = z.safeParse(LiveRequest, JSON.parse((data as Buffer).toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
