import type { WebSocket } from 'ws'

/** One client's socket: what goes to it, until there is nobody to send to. */
export type Peer = {
  send: (text: string) => void
  /** Says why, and is over at once, however long the other side takes to say goodbye. */
  close(code: number, reason: string): void
  /** Runs once, when it is over; at once when it is over already. */
  onEnd(work: () => void): void
  isOver(): boolean
}

export const BUFFERED_BYTES_MAX = 1024 * 1024
/** How long a client that is told to go may take to say goodbye. */
const GOODBYE_MS_MAX = 3000

/** `slowCode` is said to who does not read what is sent. */
export function openPeer(socket: WebSocket, slowCode: number): Peer {
  let isOver = false
  const atEnd: (() => void)[] = []
  const end = (): void => {
    if (isOver) return
    isOver = true
    for (const work of atEnd.splice(0)) work()
  }
  const peer: Peer = {
    send(text) {
      if (isOver) return
      if (socket.bufferedAmount > BUFFERED_BYTES_MAX) {
        peer.close(slowCode, 'more than 1 MB waits to be read')
      } else socket.send(text)
    },
    close(code, reason) {
      if (isOver) return
      end()
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), GOODBYE_MS_MAX).unref()
    },
    onEnd(work) {
      if (isOver) work()
      else atEnd.push(work)
    },
    isOver: () => isOver,
  }
  // ws closes the socket itself, with the code that says what was wrong.
  socket.on('error', () => undefined)
  socket.on('close', end)
  return peer
}
