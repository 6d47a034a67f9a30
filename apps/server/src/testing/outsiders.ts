import { createServer as createWebServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** Others that the house speaks to, on real sockets: some answer, some do not. */

/** Takes mail; each one waits for `gate` before it is acknowledged. */
export async function startMailServer(gate: Promise<void> = Promise.resolve()) {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString())
        void gate.then(() => done())
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = listening.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails }
}

/** Takes every connection and never says a word. */
export async function startMuteServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, waiting: () => sockets.size }
}

/** A gateway of text messages. It answers 200, unless `answer` says another status or that it says nothing. */
export async function startTextGateway(answer: (to: string) => number | 'nothing' = () => 200) {
  const heard: string[] = []
  const waiting = new Map<ServerResponse, string>()
  const server = createWebServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { to } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string }
      heard.push(to)
      const said = answer(to)
      if (said === 'nothing') {
        waiting.set(response, to)
        response.on('close', () => waiting.delete(response))
      } else response.writeHead(said).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, heard, waiting: () => [...waiting.values()] }
}
