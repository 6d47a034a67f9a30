import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type Address, encodeFunctionData } from 'viem'
import { expect, onTestFinished, test } from 'vitest'

import { keepCopy, prepareState } from './anvil-state.ts'
import { startAnvil } from './anvil.ts'
import { balanceOnChain, type Chain, custodyOfHouse } from './chain.ts'
import { openKeys, readSeed } from './keys.ts'
import { askNode } from './node-call.ts'
import { type ChainSettings, openChain, type OpenedChain } from './open-chain.ts'
import { pinChain } from './pin.ts'
import { mintAbi } from './token.ts'
import { readConfig } from '#config.ts'
import { openingCustody } from './opening-custody.ts'
import { startNodeProxy } from '#testing/node-proxy.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

test('the chain of an install goes on where it stopped: after an orderly end, and after a kill', async () => {
  const { open, directory } = await prepare()
  const first = await open()
  const { coins, hotAddress } = first.chain
  expect(await custodyOfHouse(first.chain)).toEqual(openingCustody)
  expect(statSync(path.join(directory, 'chain.seed')).mode & 0o777).toBe(0o600)
  await first.chain.mine(30)
  const height = await first.chain.rpc.getBlockNumber()
  await first.stop()

  const second = await open()
  expect(second.chain).toMatchObject({ coins, hotAddress })
  expect(await second.chain.rpc.getBlockNumber()).toBeGreaterThanOrEqual(height)
  // Its process is killed without a word, and so is whoever would start it again.
  process.kill(nodeOf(directory), 'SIGKILL')
  await second.stop()

  const third = await open()
  expect(await custodyOfHouse(third.chain)).toEqual(openingCustody)
})

test('a node that was left running is ended by the next start, after it wrote down what it knows', async () => {
  const { open, directory } = await prepare()
  const first = await open()
  await first.stop()
  const left = await startAnvil({ directory: path.join(directory, 'chain') })
  await askNode(left.url, 'anvil_mine', ['0x40'])
  const height = Number(await askNode(left.url, 'eth_blockNumber', []))
  const second = await open()
  expect(Number(await second.chain.rpc.getBlockNumber())).toBeGreaterThanOrEqual(height)
  await left.stop()
})

test('a state that is cut behind a bracket, empty or nonsense gives way to its copy, or is refused', async () => {
  const { open, directory } = await prepare()
  const first = await open()
  const { coins } = first.chain
  await first.stop()
  const file = path.join(directory, 'chain/state.json')
  const text = readFileSync(file, 'utf8')
  const cut = text.slice(0, text.indexOf('}', text.length / 2) + 1)
  for (const broken of [cut, '', '[]', 'nonsense']) {
    writeFileSync(file, broken)
    prepareState(path.dirname(file))
    expect(readFileSync(`${file}.cut`, 'utf8')).toBe(broken)
  }
  rmSync(file)
  const second = await open()
  expect(second.chain.coins).toEqual(coins)
  await second.stop()

  rmSync(path.join(directory, 'chain/state.whole.json'))
  writeFileSync(file, cut)
  await expect(open()).rejects.toThrow('no whole copy of it is beside it')
  expect(readFileSync(file, 'utf8')).toBe(cut)
})

test('a copy is kept of a whole state only', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'btbc-state-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const [file, copy] = ['state.json', 'state.whole.json'].map((name) => path.join(directory, name))
  const text = JSON.stringify({ a: { text: 'a } and a "{" and a \\', b: { c: {} } }, d: {} })
  writeFileSync(file ?? '', text)
  await keepCopy(directory)
  expect(readFileSync(copy ?? '', 'utf8')).toBe(text)
  for (let length = 0; length < text.length; length += 1) {
    writeFileSync(file ?? '', text.slice(0, length))
    await keepCopy(directory)
    expect(readFileSync(copy ?? '', 'utf8')).toBe(text)
  }
})

test('a chain that no first start left is kept when the database has no books', async () => {
  const { open, directory } = await prepare()
  const first = await open()
  await first.stop()
  const file = path.join(directory, 'chain/state.json')
  const text = readFileSync(file, 'utf8')
  const { open: openEmpty } = await prepare(undefined, directory)
  await expect(openEmpty()).rejects.toThrow('the chain of other books')
  expect(readFileSync(file, 'utf8')).toBe(text)
  writeFileSync(path.join(directory, 'chain/unpinned'), '')
  const begun = await openEmpty()
  expect(await custodyOfHouse(begun.chain)).toEqual(openingCustody)
  expect(existsSync(path.join(directory, 'chain/unpinned'))).toBe(false)
})

test('a state file that was cut short is replaced by the last whole one', async () => {
  const { open, directory } = await prepare()
  const first = await open()
  const { coins } = first.chain
  await first.stop()
  const second = await open()
  await second.stop()
  const file = path.join(directory, 'chain/state.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.slice(0, text.length / 2))
  const third = await open()
  expect(third.chain.coins).toEqual(coins)
  expect(await custodyOfHouse(third.chain)).toEqual(openingCustody)
})

test('books whose chain or seed is gone are not given another one', async () => {
  const { open, directory } = await prepare()
  const first = await open()
  await first.stop()
  rmSync(path.join(directory, 'chain'), { recursive: true })
  await expect(open()).rejects.toThrow('npm run reset')
  const { open: openOther, directory: other } = await prepare()
  const chain = await openOther()
  await chain.stop()
  rmSync(path.join(other, 'chain.seed'))
  await expect(openOther()).rejects.toThrow('restore chain.seed')
  expect(existsSync(path.join(other, 'chain.seed'))).toBe(false)
  writeFileSync(path.join(other, 'chain.seed'), '11'.repeat(32))
  await expect(openOther()).rejects.toThrow('and the seed here makes')
  for (const half of ['', '12ab']) {
    writeFileSync(path.join(other, 'chain.seed'), half)
    await expect(openOther()).rejects.toThrow(`has ${half.length} characters`)
  }
})

test('a main-net chain is refused by name, and so is what does not answer as a chain', async () => {
  const { open, node } = await prepare()
  const proxy = await startNodeProxy(node.url)
  onTestFinished(() => proxy.stop())
  for (const id of ['0x1', '0x38', '0x89', '0xa4b1']) {
    proxy.answer('eth_chainId', id)
    await expect(open({ chainUrl: proxy.url })).rejects.toThrow('is not a test chain')
  }
  proxy.answer('eth_chainId', 'nonsense')
  await expect(open({ chainUrl: proxy.url })).rejects.toThrow('does not answer as a chain')
  await expect(open({ chainUrl: 'http://127.0.0.1:9' })).rejects.toThrow('does not answer')
})

test('a public test chain needs the addresses of its coins, and custody there', async () => {
  const { open, node, directory } = await prepare()
  const proxy = await startNodeProxy(node.url)
  onTestFinished(() => proxy.stop())
  proxy.answer('eth_chainId', '0x61')
  await expect(open({ chainUrl: proxy.url })).rejects.toThrow(
    'CHAIN_USDT, CHAIN_BTC and CHAIN_BTBC',
  )
  const keys = openKeys(readSeed({ directory, configured: undefined, isFirst: false }))
  await expect(open({ chainUrl: proxy.url })).rejects.toThrow(
    `${keys.address('hot')} is custody, and ${keys.address('minter')} mints BTBC`,
  )
  const { open: openLocal } = await prepare(node.url)
  const { chain } = await openLocal({ chainUrl: node.url })
  const of = (coin: 1 | 3 | 28) => chain.coins[coin].address
  const chainTokens = { usdt: of(3), btc: of(1), btbc: of(28) }
  await expect(open({ chainUrl: proxy.url, chainTokens })).rejects.toThrow('and needs')
})

test('books are not bound to a BTBC that another install mints, or that nobody does', async () => {
  const { open, node } = await prepare()
  const { open: openOther } = await prepare(node.url)
  const { chain } = await openOther({ chainUrl: node.url })
  const chainSeed = '22'.repeat(32)
  const keys = openKeys(Buffer.from(chainSeed, 'hex'))
  const of = (coin: 1 | 3 | 28) => chain.coins[coin].address
  await mintFor(keys.address('hot'), chain)
  for (const btbc of [of(28), of(1)]) {
    const chainTokens = { usdt: of(3), btc: of(1), btbc }
    await expect(open({ chainSeed, chainUrl: node.url, chainTokens })).rejects.toThrow(
      `BTBC at ${btbc} is not minted by ${keys.address('minter')}`,
    )
  }
})

test('at a local development node the coins are deployed once, and found again', async () => {
  const { open, node } = await prepare()
  const first = await open({ chainUrl: node.url })
  expect(first.chain).toMatchObject({ kind: 'external', name: 'Local test chain' })
  expect(await custodyOfHouse(first.chain)).toEqual(openingCustody)
  const again = await open({ chainUrl: node.url })
  expect(again.chain.coins).toEqual(first.chain.coins)
  const held = { coin: currencies.USDT.id, address: again.chain.hotAddress } as const
  expect(await balanceOnChain(again.chain, held)).toBe(10n ** 25n)
  await expect(again.chain.mine(1)).rejects.toThrow('embedded')
})

test('settings of the chain that are none are refused by name', () => {
  expect(() => readConfig({ CHAIN_RPC_URL: 'nowhere' })).toThrow('CHAIN_RPC_URL')
  expect(() => readConfig({ CHAIN_SEED: 'test test test junk' })).toThrow('CHAIN_SEED')
  expect(() => readConfig({ CHAIN_USDT: '0x12' })).toThrow('CHAIN_USDT')
})

/** An install of its own, and a node that it could be pointed at. */
async function prepare(url?: string, directory = mkdtempSync(path.join(tmpdir(), 'btbc-open-'))) {
  const database = await createTestDatabase()
  const opened: OpenedChain[] = []
  const node = url === undefined ? await startNode() : { url }
  onTestFinished(async () => {
    for (const each of opened) await each.stop()
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  })
  const settings: ChainSettings = {
    dataDirectory: directory,
    chainUrl: undefined,
    chainSeed: undefined,
    chainTokens: { usdt: undefined, btc: undefined, btbc: undefined },
  }
  const open = async (more: Partial<ChainSettings> = {}): Promise<OpenedChain> => {
    const chain = await openChain(database.db, { ...settings, ...more }, NOW)
    opened.push(chain)
    await pinChain(database.db, chain.chain, NOW)
    return chain
  }
  return { open, directory, node }
}

/** What custody needs on the first day, by the word of who mints there. */
async function mintFor(custody: Address, { url, keys, coins }: Chain): Promise<void> {
  const from = keys.address('minter')
  const args = [custody, 2_000_000n * 10n ** 18n] as const
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args })
  await askNode(url, 'anvil_impersonateAccount', [from])
  await askNode(url, 'eth_sendTransaction', [{ from, to: coins[currencies.USDT.id].address, data }])
}

async function startNode() {
  const directory = mkdtempSync(path.join(tmpdir(), 'btbc-node-'))
  const node = await startAnvil({ directory })
  onTestFinished(async () => {
    await node.stop()
    if (existsSync(directory)) rmSync(directory, { recursive: true, force: true })
  })
  return node
}

function nodeOf(directory: string): number {
  return Number(readFileSync(path.join(directory, 'chain/pid'), 'utf8').split(' ')[0])
}
