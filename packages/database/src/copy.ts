/** Rows as PostgreSQL writes and reads them itself (COPY), in pieces: a table need not fit into memory. */

import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Client, Connection } from 'pg'

/** What `pg` asks of a statement that is not one of its own, as far as COPY needs it. */
type Wire = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(message: string): void
  endCopyFrom(): void
  stream: Pick<Readable, 'pause' | 'resume'> & Writable
}

type Hearing = {
  data?: (chunk: Buffer, wire: Wire) => void
  ready?: (wire: Wire) => void
}

/** Sends `copy … to stdout` and writes what comes. */
export async function copyOut(client: Client, statement: string, to: Writable): Promise<void> {
  let paused: Wire['stream'] | undefined
  const goOn = () => {
    paused?.resume()
    paused = undefined
  }
  to.on('drain', goOn)
  await converse(client, statement, {
    data(chunk, { stream }) {
      // What arrives next is written into the same memory.
      if (to.write(Buffer.from(chunk)) || paused) return
      paused = stream
      stream.pause()
    },
  }).finally(() => {
    // The end may have come with the piece that was too much, and what is ended drains no more.
    to.off('drain', goOn)
    goOn()
  })
}

/** Sends `copy … from stdin` and what is read. */
export async function copyIn(client: Client, statement: string, from: Readable): Promise<void> {
  await converse(client, statement, {
    ready(wire) {
      send(wire, from).catch((error: unknown) => wire.sendCopyFail(String(error)))
    },
  })
}

async function send(wire: Wire, from: Readable): Promise<void> {
  for await (const chunk of from) {
    wire.sendCopyFromChunk(chunk as Buffer)
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
  }
  wire.endCopyFrom()
}

async function converse(client: Client, statement: string, hearing: Hearing): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let failure: Error | undefined
    client.query({
      submit: (connection: Connection) => (connection as unknown as Wire).query(statement),
      handleCopyInResponse: (wire: Wire) => hearing.ready?.(wire),
      handleCopyData: ({ chunk }: { chunk: Buffer }, wire: Wire) => hearing.data?.(chunk, wire),
      handleCommandComplete: () => undefined,
      handleError(error: Error) {
        failure = error
        reject(error)
      },
      handleReadyForQuery: () => (failure ? undefined : resolve()),
    })
  })
}
