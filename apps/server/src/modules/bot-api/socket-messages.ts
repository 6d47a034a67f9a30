import type { Peer } from '#platform/sockets/peer.ts'
import type { Hear } from '#platform/sockets/socket-server.ts'

import type { KeyWatch } from './key-watch.ts'
import type { Streams } from './streams.ts'

/** What the two kinds of sockets have in common: messages that ask, and what is served to whom. */

function send(peer: Peer, message: object): void {
  peer.send(JSON.stringify(message))
}

export type Asked = { id: string | number | null; method: string; params: unknown }

/** Answers each message with what comes of it, and `unread` to one that asks nothing. */
export function answering(
  peer: Peer,
  unread: object,
  answer: (asked: Asked) => Promise<object> | object,
): Hear {
  return async (text) => {
    const asked = readRequest(text)
    send(peer, asked ? await answer(asked) : unread)
  }
}

function readRequest(text = ''): Asked | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { id = null, method, params } = value as Record<string, unknown>
    const isId = id === null || typeof id === 'number' || typeof id === 'string'
    return isId && typeof method === 'string' ? { id, method, params } : undefined
  } catch {
    return undefined
  }
}

export type Serving = { streams: Streams; watch: KeyWatch; peer: Peer; tell: (peer: Peer) => void }
