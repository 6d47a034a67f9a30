import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A house that shows attestations as a test has it, and lies as it likes. */

export type Answer =
  | { type: 'ok'; message: object }
  | { type: 'error'; code: string; details: object }

const none: Answer = { type: 'error', code: 'proof_not_found', details: {} }

/** Without a number the newest is asked for. */
export async function startHouse(
  answerTo: (asked: { number: number | undefined }) => Answer | undefined,
): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ url = '' }, response) => {
    const number = new URL(url, 'http://house.test').searchParams.get('number')
    const answer = answerTo({ number: number === null ? undefined : Number(number) }) ?? none
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
