import path from 'node:path'

import { type Address, encodeAbiParameters, getContractAddress, type Hex, parseAbi } from 'viem'

import type { TestChain } from './chain.ts'
import { compileContracts } from './compile-contracts.ts'

/** The contracts of the outside world: they pay in odd ways, or only say so. */

export const payerAbi = parseAbi([
  'function pay(address token, address[] to, uint256 each)',
  'function payAndRevert(address token, address[] to, uint256 each)',
  'function payAndCatch(address token, address[] to, uint256 each)',
  'function payNative(address to, uint256 value)',
  'function payNativeAndRevert(address to, uint256 value)',
  'function payNativeAndCatch(address to, uint256 value)',
  'function pretend(address to, uint256 value)',
])

export const oddTokenAbi = parseAbi([
  'function take(uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
])

let compiled: ReturnType<typeof compileContracts> | undefined

function bytecodeOf(name: 'Payer' | 'OddToken'): Hex {
  compiled ??= compileContracts(path.join(import.meta.dirname, 'contracts'))
  return (compiled[name]?.bytecode ?? '0x') as Hex
}

export async function deployPayer(chain: TestChain): Promise<Address> {
  return await deploy(chain, bytecodeOf('Payer'))
}

export async function deployOddToken(
  chain: TestChain,
  { decimals = 18, feeBps = 0n, moves = true }: OddToken,
): Promise<Address> {
  const inputs = [{ type: 'uint8' }, { type: 'uint256' }, { type: 'bool' }] as const
  const values = encodeAbiParameters(inputs, [decimals, feeBps, moves])
  return await deploy(chain, `${bytecodeOf('OddToken')}${values.slice(2)}`)
}

export type OddToken = { decimals?: number; feeBps?: bigint; moves?: boolean }

async function deploy(chain: TestChain, data: Hex): Promise<Address> {
  const from = chain.outside.address
  const nonce = await chain.rpc.getTransactionCount({ address: from })
  await chain.sendRaw({ data })
  return getContractAddress({ from, nonce: BigInt(nonce) })
}
