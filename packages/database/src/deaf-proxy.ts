/** What stands between a server and PostgreSQL, and goes deaf where a test says: nothing passes, nothing is closed. */

import { connect, createServer, type Socket } from 'node:net'

export type DeafProxy = {
  /** The same address by way of it. */
  through(url: string): string
  /** Over no connection, open or new, anything passes from now on, not even its end. */
  goDeaf(): void
  /** What is opened from now on passes. */
  hearAgain(): void
  stop(): Promise<void>
}

type Line = { isDeaf: boolean }

export async function startDeafProxy(target: string): Promise<DeafProxy> {
  const { hostname, port } = new URL(target)
  const lines = new Set<Line>()
  const sockets = new Set<Socket>()
  let isDeaf = false
  const pass = (line: Line, from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('data', (piece) => {
      if (!line.isDeaf) to.write(piece)
    })
    from.on('end', () => {
      if (!line.isDeaf) to.end()
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      if (!line.isDeaf) to.destroy()
    })
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const line = { isDeaf }
    lines.add(line)
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    pass(line, near, far)
    pass(line, far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0
  return {
    through(url) {
      const own = new URL(url)
      own.host = `127.0.0.1:${ownPort}`
      return own.href
    },
    goDeaf() {
      isDeaf = true
      for (const line of lines) line.isDeaf = true
    },
    hearAgain() {
      isDeaf = false
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
