import { currencies } from '@btbc/money/currency.ts'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
} from 'viem'

import { type Coins, type Custody, openClient } from './chain.ts'
import artifacts from './contracts/artifacts.json' with { type: 'json' }
import type { Keys } from './keys.ts'
import { askNode } from './node-call.ts'
import { mintAbi } from './token.ts'
import { toChain } from './units.ts'

/**
 * The first day of a local chain: the coins are deployed, and custody gets exactly what the books
 * say it holds, so that both agree from the first block on.
 */

const ONE = 10n ** 18n
/** Enough to deploy with; taken back before the books begin. */
const SETTING_UP = 1_000n * ONE
/** The minter's share of custody, for the gas of years of minting. */
const MINTER_SHARE = 10n * ONE
const GAS_PRICE = 10n ** 10n
const DEPLOY_GAS = 3_000_000n
const MINT_GAS = 150_000n

type Node = { url: string; chainId: number; keys: Keys }

export async function deployCoins(node: Node, custody: Custody): Promise<Coins> {
  const { url, chainId, keys } = node
  const rpc = openClient(url, chainId)
  const minter = keys.account('minter')
  await setBalance(url, minter.address, SETTING_UP)
  let nonce = await rpc.getTransactionCount({ address: minter.address })
  const sent: Hex[] = []
  const send = async (data: Hex, gas: bigint, to?: Address): Promise<void> => {
    const transaction = { chainId, nonce, gas, gasPrice: GAS_PRICE, data, type: 'legacy' as const }
    const raw = await minter.signTransaction(
      to === undefined ? transaction : { ...transaction, to },
    )
    nonce += 1
    sent.push(await rpc.sendRawTransaction({ serializedTransaction: raw }))
  }
  const deploy = async (name: keyof typeof artifacts): Promise<Address> => {
    const address = getContractAddress({ from: minter.address, nonce: BigInt(nonce) })
    await send(deployData(name, minter.address), DEPLOY_GAS)
    return address
  }
  const coins: Coins = {
    [currencies.BTC.id]: { kind: 'token', address: await deploy('TestBTC'), decimals: 18 },
    [currencies.USDT.id]: { kind: 'token', address: await deploy('TestUSDT'), decimals: 18 },
    [currencies.BNB.id]: { kind: 'native', decimals: 18 },
    [currencies.BTBC.id]: { kind: 'token', address: await deploy('BTBC'), decimals: 18 },
  }
  for (const id of [currencies.BTC.id, currencies.USDT.id, currencies.BTBC.id] as const) {
    if (custody[id] === 0n) continue
    const args = [keys.address('hot'), toChain(custody[id])] as const
    const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args })
    await send(data, MINT_GAS, coins[id].address)
  }
  for (const hash of sent) {
    const { status } = await rpc.waitForTransactionReceipt({ hash, timeout: 30_000 })
    if (status !== 'success') throw new Error('a coin could not be deployed on the test chain')
  }
  const native = toChain(custody[currencies.BNB.id])
  const share = native < 2n * MINTER_SHARE ? native / 2n : MINTER_SHARE
  await setBalance(url, minter.address, share)
  await setBalance(url, keys.address('hot'), native - share)
  return coins
}

function deployData(name: keyof typeof artifacts, minter: Address): Hex {
  const { abi, bytecode } = artifacts[name]
  return encodeDeployData({
    abi,
    bytecode: bytecode as Hex,
    args: [minter],
  })
}

/** Whether the node lets anybody set balances, as development nodes do. */
export async function isDevelopmentNode(url: string): Promise<boolean> {
  return await askNode(url, 'anvil_nodeInfo', []).then(
    () => true,
    () => false,
  )
}

async function setBalance(url: string, address: Address, amount: bigint): Promise<void> {
  await askNode(url, 'anvil_setBalance', [address, `0x${amount.toString(16)}`])
}
