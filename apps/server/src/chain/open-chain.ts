import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import type { Db } from '@btbc/database/database.ts'
import { writeWhole } from '@btbc/database/durable-file.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { currencies, currencyCode } from '@btbc/money/currency.ts'
import { getAddress } from 'viem'
import * as z from 'zod/mini'

import { openingCustody } from './opening-custody.ts'

import { copyOf, stateFile } from './anvil-state.ts'
import { type Anvil, EMBEDDED_CHAIN_ID, startAnvil } from './anvil.ts'
import {
  type Chain,
  coinIds,
  type Coins,
  createChain,
  type Custody,
  custodyOfHouse,
  nameOfChain,
  openClient,
} from './chain.ts'
import { deployCoins, isDevelopmentNode } from './deployment.ts'
import { openKeys, type Keys, readSeed } from './keys.ts'
import { askNode } from './node-call.ts'
import { type Pin, pinChain, readPin } from './pin.ts'

const BLOCK_S = 1

export type ChainSettings = {
  dataDirectory: string
  chainUrl: string | undefined
  chainSeed: string | undefined
  chainTokens: { usdt: string | undefined; btc: string | undefined; btbc: string | undefined }
}

export type OpenedChain = { chain: Chain; stop: () => Promise<void> }

/** The chain of this start: the embedded node, or the one at CHAIN_RPC_URL. */
export async function openChain(db: Db, settings: ChainSettings, now: Date): Promise<OpenedChain> {
  const pin = await readPin(db)
  const { dataDirectory: directory, chainSeed: configured } = settings
  const keys = openKeys(readSeed({ directory, configured, isFirst: pin === undefined }))
  if (settings.chainUrl === undefined) return await openEmbedded(db, { settings, keys, pin }, now)
  const chain = await openExternal(db, { settings, keys, pin, url: settings.chainUrl })
  return { chain, stop: async () => undefined }
}

type Opening = { settings: ChainSettings; keys: Keys; pin: Pin | undefined }

async function openEmbedded(
  db: Db,
  { settings, keys, pin }: Opening,
  now: Date,
): Promise<OpenedChain> {
  const directory = path.join(settings.dataDirectory, 'chain')
  const known = pin ?? (await layFirstBlocks(db, { directory, keys }))
  const anvil = await startAnvil({ directory, blockTime: BLOCK_S })
  const opening = await custodyInBooks(db)
  const chain = embeddedChain(anvil, { ...known, keys, opening })
  if (!pin) await pinChain(db, chain, now)
  rmSync(unpinnedMark(directory), { force: true })
  return { chain, stop: () => anvil.stop() }
}

/** Beside the first blocks until the books are bound to them: until then they may be begun anew. */
function unpinnedMark(directory: string): string {
  return path.join(directory, 'unpinned')
}

/** What a first start that was killed left of a chain is begun anew; a chain of other books is not. */
async function layFirstBlocks(
  db: Db,
  { directory, keys }: { directory: string; keys: Keys },
): Promise<Pick<Chain, 'coins' | 'fromBlock'>> {
  const states = [stateFile(directory), copyOf(directory)]
  const mark = unpinnedMark(directory)
  if (!existsSync(mark) && states.some((file) => existsSync(file))) {
    throw new Error(
      `${directory} holds the chain of other books, and the database has none yet. Nothing was touched: give the database back that it belongs to, set another BTBC_DATA_DIR, or begin anew with npm run reset.`,
    )
  }
  mkdirSync(directory, { recursive: true })
  writeWhole(mark, 'No books are bound to this chain yet.\n')
  for (const file of states) rmSync(file, { force: true })
  // Without block time every transaction is mined at once; and its end writes the state to disk.
  const anvil = await startAnvil({ directory })
  try {
    return await furnishNode(db, { url: anvil.url, chainId: EMBEDDED_CHAIN_ID, keys })
  } finally {
    await anvil.stop()
  }
}

async function furnishNode(
  db: Db,
  node: { url: string; chainId: number; keys: Keys },
): Promise<Pick<Chain, 'coins' | 'fromBlock'>> {
  const coins = await deployCoins(node, await custodyInBooks(db))
  return { coins, fromBlock: await openClient(node.url, node.chainId).getBlockNumber() }
}

export function embeddedChain(
  anvil: Anvil,
  parts: Pick<Chain, 'coins' | 'fromBlock' | 'keys' | 'opening'>,
): Chain {
  return createChain({ ...parts, url: anvil.url, chainId: EMBEDDED_CHAIN_ID, kind: 'embedded' })
}

/** What the books say is in custody; before there are books, what the first entry will say. */
async function custodyInBooks(db: Db): Promise<Custody> {
  const founded = await db.selectFrom('founding').select('id').executeTakeFirst()
  if (!founded) return openingCustody
  const of = async (currency: (typeof coinIds)[number]) =>
    -(await balanceOf(db, houseAccount('chain', currency))).available
  return {
    [currencies.BTC.id]: await of(currencies.BTC.id),
    [currencies.USDT.id]: await of(currencies.USDT.id),
    [currencies.BNB.id]: await of(currencies.BNB.id),
    [currencies.BTBC.id]: await of(currencies.BTBC.id),
  }
}

async function openExternal(
  db: Db,
  { settings, keys, pin, url }: Opening & { url: string },
): Promise<Chain> {
  const chainId = await askChainId(url)
  // House rule 1, before anything else is asked or sent.
  nameOfChain(chainId)
  const configured = tokensOf(settings)
  const parts = { url, chainId, keys, kind: 'external' as const }
  if (pin) {
    const coins = configured ?? pin.coins
    return createChain({
      ...parts,
      coins,
      fromBlock: pin.fromBlock,
      opening: await custodyInBooks(db),
    })
  }
  if (configured) {
    const fromBlock = await openClient(url, chainId).getBlockNumber()
    const bare = { ...parts, coins: configured, fromBlock }
    return createChain({ ...bare, opening: await meetCustody(db, bare) })
  }
  const isLocal = nameOfChain(chainId) === nameOfChain(EMBEDDED_CHAIN_ID)
  if (!isLocal || !(await isDevelopmentNode(url))) {
    const [custody, minter] = [keys.address('hot'), keys.address('minter')]
    throw new Error(
      `CHAIN_RPC_URL needs the addresses of its test coins: set CHAIN_USDT, CHAIN_BTC and CHAIN_BTBC. Of this install ${custody} is custody, and ${minter} mints BTBC`,
    )
  }
  const laid = await furnishNode(db, parts)
  return createChain({ ...parts, ...laid, opening: await custodyInBooks(db) })
}

async function askChainId(url: string): Promise<number> {
  const answer = z.safeParse(z.string(), await askNode(url, 'eth_chainId', []).catch(() => ''))
  const chainId = Number(answer.data ?? '')
  if (Number.isSafeInteger(chainId) && chainId > 0) return chainId
  throw new Error('CHAIN_RPC_URL does not answer as a chain does')
}

function tokensOf({ chainTokens: { usdt, btc, btbc } }: ChainSettings): Coins | undefined {
  if (usdt === undefined || btc === undefined || btbc === undefined) return undefined
  const token = (address: string) =>
    ({ kind: 'token', address: getAddress(address), decimals: 18 }) as const
  return {
    [currencies.BTC.id]: token(btc),
    [currencies.USDT.id]: token(usdt),
    [currencies.BNB.id]: { kind: 'native', decimals: 18 },
    [currencies.BTBC.id]: token(btbc),
  }
}

/** The pools of the first day need this much. */
const USDT_LEAST = 2_000_000n * 10n ** 8n

/** Coins of a public test chain cannot be made: the books begin with what custody holds there. */
async function meetCustody(
  db: Db,
  parts: { url: string; chainId: number; keys: Keys; coins: Coins },
): Promise<Custody> {
  const found = await custodyOfHouse({ ...parts, rpc: openClient(parts.url, parts.chainId) })
  const founded = await db.selectFrom('founding').select('id').executeTakeFirst()
  const wanted = await custodyInBooks(db)
  for (const currency of coinIds) {
    const isFirst = founded === undefined && currency !== currencies.BTBC.id
    const least = isFirst ? (currency === currencies.USDT.id ? USDT_LEAST : 0n) : wanted[currency]
    if (isFirst ? found[currency] >= least : found[currency] === least) continue
    const code = currencyCode(currency)
    throw new Error(
      `custody ${parts.keys.address('hot')} holds ${formatAmount(found[currency])} test ${code} and needs ${formatAmount(least)}: send them first`,
    )
  }
  return found
}
