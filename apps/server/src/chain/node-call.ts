import * as z from 'zod/mini'

const CALL_MS_MAX = 10_000

const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
])

/** The node heard the question and says no. */
export class NodeRefused extends Error {}

/** One bare call of a node: for its own methods, and before a client is there. */
export async function askNode(
  url: string,
  method: string,
  parameters: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters }),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  })
  const answer = Answer.parse(await response.json())
  if ('error' in answer) throw new NodeRefused(`${method}: ${answer.error.message}`)
  return answer.result
}
