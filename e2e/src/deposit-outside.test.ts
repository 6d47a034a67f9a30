import { listDeposits, readCoin } from '@btbc/contract/deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { createPublicClient, createWalletClient, type Hex, http, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { balanceOf, call, join, type Member, ok } from '#api.ts'
import { holdBlocks, nodeOf } from '#chain.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** A deposit as somebody outside makes it: with a key of their own, at the node, knowing no code of ours. */

const tokenAbi = parseAbi([
  'function take(uint256 amount)',
  'function transfer(address to, uint256 value) returns (bool)',
])
const LOOK_EVERY_MS = 500

const dataDirectory = makeDataDirectory()
let product: Product
let member: Member
let outside: Awaited<ReturnType<typeof openOutside>>

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  await holdBlocks(product)
  member = await join(product.url, 'outside@example.test')
  outside = await openOutside()
})
afterAll(async () => {
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

/** A wallet with gas and 1,000 test USDT, and the member's address. */
async function openOutside() {
  const url = nodeOf(product)
  const node = createPublicClient({ chain: foundry, transport: http(url) })
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = createWalletClient({ account, chain: foundry, transport: http(url) })
  const raw = async (method: string, params: readonly unknown[]) =>
    await node.request({ method, params } as never)
  await raw('anvil_setBalance', [account.address, `0x${parseEther('10').toString(16)}`])
  const info = ok(
    await call(product.url, readCoin, { currency: currencies.USDT.id }, { token: member.token }),
  )
  const token = { address: info.contract as Hex, abi: tokenAbi }
  const address = info.address as Hex
  const mined = async (hash: Hex) => {
    await raw('anvil_mine', ['0x1'])
    await node.waitForTransactionReceipt({ hash, pollingInterval: 100 })
  }
  await mined(
    await wallet.writeContract({ ...token, functionName: 'take', args: [parseEther('1000')] }),
  )
  return {
    raw,
    mined,
    send: async (amount: string) =>
      await wallet.writeContract({
        ...token,
        functionName: 'transfer',
        args: [address, parseEther(amount)],
      }),
  }
}

async function spot(): Promise<string> {
  return await balanceOf(product.url, member.token, { wallet: 'change', coin: 'USDT' })
}

async function states(): Promise<string[]> {
  const { list } = ok(await call(product.url, listDeposits, {}, { token: member.token }))
  return list.map(({ state }) => state)
}

async function until<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await expect.poll(read, { interval: LOOK_EVERY_MS }).toEqual(wanted)
}

test('what is sent from outside is there after twelve blocks, once', async () => {
  await outside.mined(await outside.send('25.5'))
  await until(states, ['pending'])
  expect(await spot()).toBe('0.00000000')
  await outside.raw('anvil_mine', ['0xc'])
  await until(spot, '25.50000000')
  await outside.raw('anvil_mine', ['0xc'])
  await until(states, ['done'])
  expect(await spot()).toBe('25.50000000')
})

test('a reorg of depth 6 before finality ends with what the final chain says', async () => {
  await outside.raw('anvil_mine', ['0xc'])
  const hash = await outside.send('4.5')
  await outside.mined(hash)
  const raw = await outside.raw('eth_getRawTransactionByHash', [hash])
  await until(states, ['pending', 'done'])
  await outside.raw('anvil_reorg', [6, []])
  await until(states, ['cancelled', 'done'])
  await outside.raw('anvil_mine', ['0x4'])
  await outside.raw('anvil_reorg', [6, [[raw, 2]]])
  await until(states, ['pending', 'done'])
  await outside.raw('anvil_mine', ['0x14'])
  await until(spot, '30.00000000')
  expect(await states()).toEqual(['done', 'done'])
})
