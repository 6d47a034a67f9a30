import type { Db } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'
import {
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  getAddress,
  isAddressEqual,
} from 'viem'

import { type Chain, coinIds, type Coins } from './chain.ts'
import { mintAbi, tokenAbi } from './token.ts'

/** Which chain and which coins these books belong to: written once, compared at every start. */

export type Pin = { chainId: number; hotAddress: string; fromBlock: bigint; coins: Coins }

export async function readPin(db: Db): Promise<Pin | undefined> {
  const row = await db.selectFrom('chain_pin').selectAll().executeTakeFirst()
  if (!row) return undefined
  const tokens = await db.selectFrom('chain_coin').selectAll().execute()
  const token = (currency: number) => {
    const found = tokens.find((each) => each.currency === currency)
    if (!found?.address || found.decimals !== 18) {
      throw new Error(`the pinned coin ${currency} of the test chain is not whole`)
    }
    return { kind: 'token', address: getAddress(found.address), decimals: 18 } as const
  }
  return {
    chainId: row.chain_id,
    hotAddress: row.hot_address,
    fromBlock: row.from_block,
    coins: {
      [currencies.BTC.id]: token(currencies.BTC.id),
      [currencies.USDT.id]: token(currencies.USDT.id),
      [currencies.BNB.id]: { kind: 'native', decimals: 18 },
      [currencies.BTBC.id]: token(currencies.BTBC.id),
    },
  }
}

/** Pins the chain at the first start; at any later one a chain that differs is refused with the reason. */
export async function pinChain(db: Db, chain: Chain, now: Date): Promise<void> {
  await checkCoins(chain)
  if ((await readPin(db)) === undefined) await checkMinter(chain)
  await db.transaction().execute(async (tx) => {
    const { chainId, hotAddress, fromBlock } = chain
    const written = await tx
      .insertInto('chain_pin')
      .values({ chain_id: chainId, hot_address: hotAddress, from_block: fromBlock, pinned_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) return
    await tx
      .insertInto('chain_coin')
      .values(
        coinIds.map((currency) => {
          const coin = chain.coins[currency]
          const address = coin.kind === 'token' ? coin.address : null
          return { currency, address, decimals: coin.decimals }
        }),
      )
      .execute()
  })
  const pin = await readPin(db)
  if (pin) comparePin(pin, chain)
}

export function comparePin(pin: Pin, chain: Chain): void {
  if (pin.chainId !== chain.chainId) {
    throw new Error(
      `these books belong to chain ${pin.chainId}, and this is chain ${chain.chainId}`,
    )
  }
  if (pin.hotAddress !== chain.hotAddress) {
    throw new Error(
      `these books belong to the custody address ${pin.hotAddress}, and the seed here makes ${chain.hotAddress}: restore chain.seed or CHAIN_SEED`,
    )
  }
  for (const currency of coinIds) {
    const [pinned, found] = [pin.coins[currency], chain.coins[currency]]
    if (pinned.kind !== 'token' || found.kind !== 'token') continue
    if (isAddressEqual(pinned.address, found.address)) continue
    throw new Error(`coin ${currency} is pinned to ${pinned.address}, and not to ${found.address}`)
  }
}

/** Each token is there and counts in 18 decimals. */
async function checkCoins({ rpc, coins, name }: Chain): Promise<void> {
  for (const currency of coinIds) {
    const coin = coins[currency]
    if (coin.kind === 'native') continue
    const { address } = coin
    const code = await rpc.getCode({ address })
    if (code === undefined) {
      throw new Error(
        `${name} has no contract at ${address}: it is another chain than the one these books belong to. Give its state back, or begin anew with npm run reset`,
      )
    }
    const decimals = await rpc.readContract({ address, abi: tokenAbi, functionName: 'decimals' })
    if (decimals !== coin.decimals) {
      throw new Error(`the token ${address} has ${decimals} decimals, and 18 are needed`)
    }
  }
}

/** Pinned to a BTBC that it may not mint, the house could never give what its members mine. */
async function checkMinter({ rpc, coins, keys }: Chain): Promise<void> {
  const { address } = coins[currencies.BTBC.id]
  const minter = keys.address('minter')
  const asked = { address, abi: mintAbi } as const
  const mayMint = async () => {
    const role = await rpc.readContract({ ...asked, functionName: 'MINTER_ROLE' })
    return await rpc.readContract({ ...asked, functionName: 'hasRole', args: [role, minter] })
  }
  if (await mayMint().catch(isNoSuchCall)) return
  throw new Error(
    `BTBC at ${address} is not minted by ${minter}, which is the address of this install that mints: deploy it with that as its minter, and name the new address in CHAIN_BTBC. Nothing was written`,
  )
}

/** A token of another kind has no minters. */
function isNoSuchCall(error: unknown): false {
  const isRefused =
    error instanceof ContractFunctionExecutionError &&
    error.walk(
      (each) =>
        each instanceof ContractFunctionRevertedError ||
        each instanceof ContractFunctionZeroDataError,
    ) !== null
  if (isRefused) return false
  throw error
}
