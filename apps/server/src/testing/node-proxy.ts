import { createServer, type IncomingMessage } from 'node:http'

import * as z from 'zod/mini'

/** Stands between the server and its node, and spoils what a test wants spoilt. */
export type Proxy = {
  url: string
  /** This method is answered so, whatever the node says. */
  answer(method: string, result: unknown): void
  /** The node does what is asked, and nobody hears of it. */
  loseAnswersOf(method: string): void
  heal(): void
  stop(): Promise<void>
}

const Call = z.looseObject({ id: z.unknown(), method: z.string() })

export async function startNodeProxy(target: string): Promise<Proxy> {
  const answers = new Map<string, unknown>()
  const lost = new Set<string>()
  const server = createServer((request, response) => {
    const respond = async () => {
      const body = await readBody(request)
      const call = Call.parse(JSON.parse(body))
      if (answers.has(call.method)) {
        return JSON.stringify({ jsonrpc: '2.0', id: call.id, result: answers.get(call.method) })
      }
      const headers = { 'content-type': 'application/json' }
      const text = await (await fetch(target, { method: 'POST', headers, body })).text()
      return lost.has(call.method) ? undefined : text
    }
    respond().then(
      (text) => {
        if (text === undefined) request.socket.destroy()
        else response.setHeader('content-type', 'application/json').end(text)
      },
      () => request.socket.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    answer: (method, result) => void answers.set(method, result),
    loseAnswersOf: (method) => void lost.add(method),
    heal() {
      answers.clear()
      lost.clear()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
