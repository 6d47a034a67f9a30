import { liveCloseCodes } from '@btbc/contract/live-rules.ts'
import { type LiveAnswer, type LiveErrorCode, LiveRequest } from '@btbc/contract/live.ts'
import * as z from 'zod/mini'

import type { Seat } from '#platform/sockets/admission.ts'
import type { Peer } from '#platform/sockets/peer.ts'
import type { Hear } from '#platform/sockets/socket-server.ts'

import type { Channel } from './channel.ts'
import type { Hub } from './hub.ts'

/** What one client says and what it listens to. */

const TOPICS_MAX = 50
/** Of the protocol itself. */
const TRY_AGAIN_LATER = 1013

export type Caller = { memberId: number; sessionId: number }

export type Connection = {
  readonly caller: Caller | undefined
  hear: Hear
  close(code: number, reason: string): void
}

export type ConnectionParts = {
  peer: Peer
  seat: Seat
  hub: Hub
  findCaller: (token: string) => Promise<Caller | undefined>
  report: (error: unknown, what: string) => void
}

export function openConnection(parts: ConnectionParts): Connection {
  const { peer, seat, hub, findCaller, report } = parts
  const answer = (message: LiveAnswer) => peer.send(JSON.stringify(message))
  const refuse = (code: LiveErrorCode, topic?: string) =>
    answer({ op: 'error', code, ...(topic === undefined ? {} : { topic }) })
  const listening = openListening(hub, peer, refuse)
  peer.onEnd(() => listening.leaveAll())
  let caller: Caller | undefined

  const authenticate = async (token: string | undefined): Promise<void> => {
    const found = token === undefined ? undefined : await findCaller(token)
    if (peer.isOver()) return
    if (!seat.moveTo(found?.memberId)) return peer.close(liveCloseCodes.crowd, 'too many sockets')
    if (found?.memberId !== caller?.memberId) listening.leaveAll()
    caller = found
    answer({ op: 'auth', ok: found !== undefined || token === undefined })
  }
  const handle = async (request: LiveRequest): Promise<void> => {
    switch (request.op) {
      case 'auth':
        return await authenticate(request.token)
      case 'sub':
        return await listening.join(request.topic, caller?.memberId, request.since)
      case 'unsub':
        listening.leave(request.topic)
        return answer({ op: 'unsub', topic: request.topic })
      case 'ping':
        return answer({ op: 'pong' })
    }
  }
  return {
    get caller() {
      return caller
    },
    async hear(text) {
      const request = readRequest(text)
      if (!request) return refuse('invalid_request')
      try {
        await handle(request)
      } catch (error) {
        report(error, 'a message of a socket failed')
        // Nobody knows who listens here: whoever comes again is asked again, and told all topics.
        if (request.op === 'auth') peer.close(TRY_AGAIN_LATER, 'try again')
        else refuse('try_again', 'topic' in request ? request.topic : undefined)
      }
    },
    close: (code, reason) => peer.close(code, reason),
  }
}

type Listening = {
  join(topic: string, memberId: number | undefined, since?: number | null): Promise<void>
  leave(topic: string): void
  leaveAll(): void
}

function openListening(
  hub: Hub,
  peer: Peer,
  refuse: (code: LiveErrorCode, topic: string) => void,
): Listening {
  const joined = new Map<string, Channel>()
  const leave = (topic: string): void => {
    joined.get(topic)?.leave(peer.send)
    joined.delete(topic)
  }
  return {
    async join(topic, memberId, since) {
      if (peer.isOver()) return
      const channel = hub.find(topic, memberId)
      if (typeof channel === 'string') return refuse(channel, topic)
      leave(topic)
      if (joined.size >= TOPICS_MAX) return refuse('too_many_topics', topic)
      joined.set(topic, channel)
      await channel.join(peer.send, since)
      // The socket may have closed while the snapshot was read.
      if (peer.isOver()) channel.leave(peer.send)
    },
    leave,
    leaveAll() {
      for (const topic of joined.keys()) leave(topic)
    },
  }
}

function readRequest(text: string | undefined): LiveRequest | undefined {
  if (text === undefined) return undefined
  try {
    const parsed = z.safeParse(LiveRequest, JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
