import type { Product } from '#product.ts'

/** The chain as somebody outside sees it: a node that is asked, and nothing of ours in between. */

/** `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'
/** `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb'
const WORD_DIGITS = 64
const GAS = '0x30d40'
const TRIES_MAX = 20
const WHOLE = 10n ** 18n

/** What an address holds of a contract, in coins, to two decimals. */
export async function tokensAt(
  product: Product,
  contract: string,
  address: string,
): Promise<number> {
  const data = BALANCE_OF + wordOf(address)
  const balance = BigInt(await askNode(product, 'eth_call', [{ to: contract, data }, 'latest']))
  return Number((balance * 100n) / WHOLE) / 100
}

/** Who signed a transaction. */
export async function senderOf(product: Product, hash: string): Promise<string> {
  const sent = await askNode<{ from: string }>(product, 'eth_getTransactionByHash', [hash])
  return sent.from
}

/** From here on blocks come only when a test mines them: what waits for twelve waits for as long as it takes. */
export async function holdBlocks(product: Product): Promise<void> {
  await askNode(product, 'evm_setIntervalMining', [0])
}

/**
 * Whole coins go from one address to another without the key of either and without gas: the embedded
 * node allows what on another chain only a thief of the key could do.
 */
export async function moveWithoutKey(
  product: Product,
  coins: { contract: string; from: string; to: string; whole: number },
): Promise<void> {
  const { contract, from, to, whole } = coins
  await askNode(product, 'anvil_impersonateAccount', [from])
  const amount = `0x${(BigInt(whole) * WHOLE).toString(16)}`
  const data = TRANSFER + wordOf(to) + wordOf(amount)
  const free = { from, to: contract, data, gas: GAS, gasPrice: '0x0' }
  let hash: string | undefined
  let status: string | undefined
  // Only a block without a base fee takes it, and the node makes others of its own meanwhile.
  for (let tries = 1; tries <= TRIES_MAX && status === undefined; tries += 1) {
    await askNode(product, 'anvil_setNextBlockBaseFeePerGas', ['0x0'])
    hash ??= await askNode(product, 'eth_sendTransaction', [free]).catch(() => undefined)
    await askNode(product, 'anvil_mine', ['0x1'])
    status = await statusOf(product, hash)
  }
  if (status !== '0x1') throw new Error(`the coins did not move: ${status}`)
  await askNode(product, 'anvil_stopImpersonatingAccount', [from])
}

async function statusOf(product: Product, hash: string | undefined): Promise<string | undefined> {
  if (hash === undefined) return undefined
  const mined = askNode<{ status: string } | null>(product, 'eth_getTransactionReceipt', [hash])
  return (await mined)?.status
}

function wordOf(hex: string): string {
  return hex.slice('0x'.length).toLowerCase().padStart(WORD_DIGITS, '0')
}

/** Where the node of the product answers, as its start says. */
export function nodeOf(product: Product): string {
  const url = /\(chain \d+\) at (http\S+)/.exec(product.output())?.[1]
  if (url === undefined) throw new Error('the start printed no chain')
  return url
}

async function askNode<Answer = string>(
  product: Product,
  method: string,
  params: unknown[],
): Promise<Answer> {
  const url = nodeOf(product)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: Answer; error?: { message: string } }
  if (!('result' in answer)) throw new Error(answer.error?.message ?? `${method} failed`)
  return answer.result
}
