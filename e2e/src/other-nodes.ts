import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Question = { id: number; method: string; params: string[] }
type Answer = { id: number; result: string | null }

/**
 * Nodes that web pages may read: at `/` what the given node says, at `/liar` half of what one address has,
 * at `/other` another chain, at `/behind` no block, and at `/words` no node at all.
 */
export async function startOtherNodes(
  node: string,
): Promise<{ url: string; liedAbout: () => string | undefined; close: () => void }> {
  let victim: string | undefined
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method === 'OPTIONS') return response.end()
    if (request.url === '/words') return response.end('"hello"')
    const body = Buffer.concat(chunks).toString()
    const headers = { 'content-type': 'application/json' }
    const told = await fetch(node, { method: 'POST', headers, body })
    const answers = (await told.json()) as Answer[]
    for (const { id, method, params } of JSON.parse(body) as Question[]) {
      const answer = answers.find((each) => each.id === id)
      if (!answer) continue
      if (request.url === '/other' && method === 'eth_chainId') answer.result = '0x38'
      if (request.url === '/behind' && method === 'eth_getBlockByNumber') answer.result = null
      if (request.url !== '/liar' || method !== 'eth_getBalance' || !answer.result) continue
      if (BigInt(answer.result) > 1n) victim ??= params[0]
      if (params[0] === victim) answer.result = `0x${(BigInt(answer.result) / 2n).toString(16)}`
    }
    return response.end(JSON.stringify(answers))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    liedAbout: () => victim?.toLowerCase(),
    close: () => server.close(),
  }
}
