/** A connection that asks and waits for the answer, again and again: as cheap as a client can be. */

import { connect, type Socket } from 'node:net'

export type HttpConnection = {
  get(path: string, headers: Record<string, string>): Promise<string>
  post(path: string, headers: Record<string, string>, body: string): Promise<string>
  close(): void
}

/** Connections that are opened anew before they are used: a server closes those that ask for nothing. */
export type HttpConnections = {
  at(n: number): HttpConnection
  renew(): Promise<void>
  close(): void
}

export function connections(url: string, count: number): HttpConnections {
  let open: HttpConnection[] = []
  const close = () => open.forEach((each) => each.close())
  return {
    at(n) {
      const connection = open[n]
      if (!connection) throw new Error('There is no such connection')
      return connection
    },
    async renew() {
      close()
      open = await Promise.all(Array.from({ length: count }, () => openConnection(url)))
    },
    close,
  }
}

/** One call that was served; what was said instead is thrown. */
export function servedOne(answer: string): number {
  if (!answer.startsWith('{"type":"ok"')) throw new Error(`It was not served: ${answer}`)
  return 1
}

const HEAD_END = '\r\n\r\n'

async function openConnection(url: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.setEncoding('latin1')
  const read = readAnswers(socket)
  const host = `host: ${hostname}:${port}\r\n`
  return {
    async get(path, headers) {
      socket.write(`GET ${path} HTTP/1.1\r\n${host}${linesOf(headers)}\r\n`)
      return await read()
    },
    async post(path, headers, body) {
      socket.write(
        `POST ${path} HTTP/1.1\r\n${host}content-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\n${linesOf(headers)}\r\n${body}`,
      )
      return await read()
    },
    close: () => socket.destroy(),
  }
}

function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** Bodies of answers in the order they come; each has its length in its head. */
function readAnswers(socket: Socket): () => Promise<string> {
  let received = ''
  let waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined
  const settle = () => {
    const head = received.indexOf(HEAD_END)
    if (head < 0 || !waiting) return
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? Number.NaN)
    const start = head + HEAD_END.length
    if (Number.isNaN(length)) waiting.reject(new Error('an answer without a length'))
    if (received.length < start + length) return
    const body = received.slice(start, start + length)
    received = received.slice(start + length)
    waiting.resolve(body)
    waiting = undefined
  }
  socket.on('data', (text: string) => {
    received += text
    settle()
  })
  const fail = () => waiting?.reject(new Error('the connection was closed'))
  socket.on('close', fail)
  socket.on('error', fail)
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      settle()
    })
}
