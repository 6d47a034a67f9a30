import type { Socket } from 'node:net'

import type { FastifyReply } from 'fastify'

import type { WrittenFile } from '#platform/written-file.ts'

/** Hands a file out from the disk, to be kept under its name. */
export async function sendFile(reply: FastifyReply, { name, handle }: WrittenFile): Promise<void> {
  const { size } = await handle.stat()
  await reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', size)
    .send(handle.createReadStream({ start: 0 }))
}

/** On the line of whoever waits for a file nothing moves until it is written: that is not silence of theirs. */
export async function whileWritten<T>(socket: Socket, write: () => Promise<T>): Promise<T> {
  const { timeout = 0 } = socket
  socket.setTimeout(0)
  try {
    return await write()
  } finally {
    socket.setTimeout(timeout)
  }
}
