import type { Peer } from '#platform/sockets/peer.ts'

import type { KeyWatch } from './key-watch.ts'
import type { ListenKeys } from './listen-keys.ts'
import type { Listener, Streams } from './streams.ts'

/** The stream of a member at one socket, under the name of a listen key: the first that it comes with. */

type OwnStream = {
  /** Hears the streams of markets as well. */
  listener: Listener
  isOpen(): boolean
  /** False when there is no such listen key, or another one is listened to. */
  join(key: string): boolean
  leave(key: string): void
}

type Parts = {
  keys: ListenKeys
  streams: Streams
  watch: KeyWatch
  peer: Peer
  now: () => Date
}

export function openOwnStream(
  { keys, streams, watch, peer, now }: Parts,
  heard: {
    hear: (stream: string, event: string) => void
    /** The listen key has ended, and is left. */
    onEnd: (key: string) => void
  },
): OwnStream {
  let open: { key: string; memberId: number; stopWaiting: () => void } | undefined
  const listener: Listener = { hear: (name = open?.key ?? '', event) => heard.hear(name, event) }
  const leave = (key: string): void => {
    if (open?.key !== key) return
    open.stopWaiting()
    streams.leaveMember(open.memberId, listener)
    open = undefined
  }
  const end = (key: string): void => {
    const event = { e: 'listenKeyExpired', E: now().getTime(), listenKey: key }
    heard.hear(key, JSON.stringify(event))
    leave(key)
    heard.onEnd(key)
  }
  return {
    listener,
    isOpen: () => open !== undefined,
    leave,
    join(key) {
      if (open !== undefined) return open.key === key
      const owner = keys.ownerOf(key)
      if (owner === undefined) return false
      const { memberId, keyId } = owner
      open = { key, memberId, stopWaiting: keys.onEnd(key, () => end(key)) }
      streams.joinMember(memberId, listener)
      watch.add(peer, keyId)
      return true
    },
  }
}
