import type { Product } from '#product.ts'

/** The chain as somebody outside sees it: a node that is asked, and nothing of ours in between. */

/** `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'
const WORD_DIGITS = 64
const WHOLE = 10n ** 18n

/** What an address holds of a contract, in coins, to two decimals. */
export async function tokensAt(
  product: Product,
  contract: string,
  address: string,
): Promise<number> {
  const data = BALANCE_OF + address.slice('0x'.length).toLowerCase().padStart(WORD_DIGITS, '0')
  const balance = BigInt(await askNode(product, 'eth_call', [{ to: contract, data }, 'latest']))
  return Number((balance * 100n) / WHOLE) / 100
}

async function askNode(product: Product, method: string, params: unknown[]): Promise<string> {
  const url = /\(chain \d+\) at (http\S+)/.exec(product.output())?.[1]
  if (url === undefined) throw new Error('the start printed no chain')
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: string; error?: { message: string } }
  if (answer.result === undefined) throw new Error(answer.error?.message ?? `${method} failed`)
  return answer.result
}
