import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** One listener for all who want to leave HTTP: each path has one owner, other paths are refused. */

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
export type Upgrades = {
  /** Takes every upgrade whose path the test accepts. */
  serve(accepts: (path: string) => boolean, upgrade: Upgrade): void
}

export function routeUpgrades(server: Server): Upgrades {
  const owners: { accepts: (path: string) => boolean; upgrade: Upgrade }[] = []
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A socket that breaks before anybody owns it must not end the process.
    socket.on('error', () => socket.destroy())
    const [path = ''] = (request.url ?? '').split('?')
    const owner = owners.find(({ accepts }) => accepts(path))
    if (owner) owner.upgrade(request, socket, head)
    else refuseUpgrade(socket, 404)
  })
  return {
    serve(accepts, upgrade) {
      owners.push({ accepts, upgrade })
    },
  }
}

const reasons = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const

export function refuseUpgrade(socket: Duplex, status: keyof typeof reasons): void {
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}
