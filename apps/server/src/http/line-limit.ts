import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/** How much may be asked on one line before it is answered; browsers and clients ask one thing at a time. */
const AT_ONCE_MAX = 10

/**
 * What comes in one piece is begun in one piece: a thousand requests that fit into it would be a thousand open
 * files, whether or not anybody reads the answers. Whoever sends so many is cut off.
 */
export function limitLines(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    const count = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, count)
    // Nobody is there any more to be answered.
    if (count > AT_ONCE_MAX) return void socket.destroy()
    raw.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    done()
  })
}
