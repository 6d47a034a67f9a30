/** A connection that asks and waits for the answer, again and again: as cheap as a client can be. */

import { connect, type Socket } from 'node:net'

export type HttpConnection = {
  post(path: string, headers: Record<string, string>, body: string): Promise<string>
  close(): void
}

const HEAD_END = '\r\n\r\n'

export async function openConnection(url: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.setEncoding('latin1')
  const read = readAnswers(socket)
  return {
    async post(path, headers, body) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
      )
      return await read()
    },
    close: () => socket.destroy(),
  }
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
