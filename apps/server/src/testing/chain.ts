import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Db } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { onTestFinished } from 'vitest'

import { EMBEDDED_CHAIN_ID, startAnvil } from '#chain/anvil.ts'
import { type Chain, type CoinId, type Custody, openClient } from '#chain/chain.ts'
import { deployCoins } from '#chain/deployment.ts'
import { drawSeed, type Keys, openKeys } from '#chain/keys.ts'
import { askNode } from '#chain/node-call.ts'
import { embeddedChain } from '#chain/open-chain.ts'
import { takeAbi, tokenAbi } from '#chain/token.ts'
import { toChain } from '#chain/units.ts'
import { openingCustody } from '#chain/opening-custody.ts'

/**
 * A chain of its own for one test, real and without block time: nothing is mined but on demand
 * (`mine`), and what comes from outside is mined at once.
 */
export type TestChain = Chain & {
  /** Somebody outside, with test BNB for gas. */
  readonly outside: PrivateKeyAccount
  /** Sends a coin from outside, mines it, and answers the hash. The amount is in the chain's units. */
  sendToken(currency: CoinId, to: Address, amount: bigint): Promise<Hex>
  /** Sends any transaction from outside and mines it. */
  sendRaw(transaction: { to?: Address; data?: Hex; value?: bigint; gas?: bigint }): Promise<Hex>
  /** Takes back this many blocks; the new ones hold only what is named (`[transaction, block from 0]`). */
  reorg(depth: number, transactions?: readonly (readonly [Hex, number])[]): Promise<void>
  /** A call of the node's own, such as `anvil_snapshot`. */
  node(method: string, parameters?: readonly unknown[]): Promise<unknown>
  /** The process of the node, for tests that kill it. */
  readonly pid: number
}

const GAS_PRICE = 10n ** 10n
const GAS = 3_000_000n
const OUTSIDE_HAS = 1_000n * 10n ** 18n

export async function startTestChain({
  keys = openKeys(drawSeed()),
}: { keys?: Keys } = {}): Promise<TestChain> {
  const directory = mkdtempSync(path.join(tmpdir(), 'btbc-chain-'))
  const anvil = await startAnvil({ directory })
  onTestFinished(async () => {
    await anvil.stop()
    rmSync(directory, { recursive: true, force: true })
  })
  const { url } = anvil
  const coins = await deployCoins({ url, chainId: EMBEDDED_CHAIN_ID, keys }, openingCustody)
  const fromBlock = await openClient(url, EMBEDDED_CHAIN_ID).getBlockNumber()
  const chain = embeddedChain(anvil, { coins, fromBlock, keys, opening: openingCustody })
  const node = (method: string, parameters: readonly unknown[] = []) =>
    askNode(url, method, parameters)
  // From here on blocks come only when a test wants them.
  await node('evm_setAutomine', [false])
  const outside = privateKeyToAccount(generatePrivateKey())
  await node('anvil_setBalance', [outside.address, `0x${OUTSIDE_HAS.toString(16)}`])
  const sendRaw = (transaction: Parameters<TestChain['sendRaw']>[0]) =>
    sendFrom(chain, outside, transaction)
  return {
    ...chain,
    get pid() {
      return anvil.pid
    },
    outside,
    node,
    sendRaw,
    async sendToken(currency, to, amount) {
      if (currency === currencies.BNB.id) return await sendRaw({ to, value: amount })
      const { address } = coins[currency]
      await provide(chain, { currency, amount, to: outside.address, sendRaw })
      const args = [to, amount] as const
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args })
      return await sendRaw({ to: address, data })
    },
    async reorg(depth, transactions = []) {
      await node('anvil_reorg', [depth, transactions])
    },
  }
}

async function sendFrom(
  chain: Chain,
  from: PrivateKeyAccount,
  transaction: { to?: Address; data?: Hex; value?: bigint; gas?: bigint },
): Promise<Hex> {
  const nonce = await chain.rpc.getTransactionCount({ address: from.address, blockTag: 'pending' })
  const raw = await from.signTransaction({
    type: 'legacy',
    chainId: chain.chainId,
    nonce,
    gas: GAS,
    gasPrice: GAS_PRICE,
    ...transaction,
  })
  const hash = await chain.rpc.sendRawTransaction({ serializedTransaction: raw })
  await chain.mine(1)
  return hash
}

/** Gives the outside what it sends: test coins are for the taking, BTBC is put there by the node. */
async function provide(
  chain: Chain,
  parts: {
    currency: CoinId
    amount: bigint
    to: Address
    sendRaw: TestChain['sendRaw']
  },
): Promise<void> {
  const { currency, amount, to, sendRaw } = parts
  const coin = chain.coins[currency]
  if (coin.kind === 'native') return
  if (currency === currencies.BTBC.id) {
    await askNode(chain.url, 'anvil_dealERC20', [to, coin.address, `0x${amount.toString(16)}`])
    return
  }
  const most = toChain((currency === currencies.BTC.id ? 1_000n : 1_000_000n) * UNIT)
  for (let left = amount; left > 0n; left -= most) {
    const args = [left < most ? left : most] as const
    const data = encodeFunctionData({ abi: takeAbi, functionName: 'take', args })
    await sendRaw({ to: coin.address, data })
  }
}

/** What the books say custody holds, by coin. */
export async function booksOfCustody(db: Db): Promise<Custody> {
  const of = async (coin: CoinId) => -(await balanceOf(db, houseAccount('chain', coin))).available
  return {
    [currencies.BTC.id]: await of(currencies.BTC.id),
    [currencies.USDT.id]: await of(currencies.USDT.id),
    [currencies.BNB.id]: await of(currencies.BNB.id),
    [currencies.BTBC.id]: await of(currencies.BTBC.id),
  }
}
