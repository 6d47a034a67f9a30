import { currencies } from '@btbc/money/currency.ts'
import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem'

import type { TestChain } from '#testing/chain.ts'
import {
  deployOddToken,
  deployPayer,
  type OddToken,
  oddTokenAbi,
  payerAbi,
} from '#testing/odd-contracts.ts'

/**
 * What a chain, its tokens and its nodes can do to a deposit. Each scenario plays on a chain of
 * its own and says what the member must own once everything is final. That, I10, and books equal to
 * custody are judged by one harness.
 *
 * Over 300 lines: a list of cases, of which none is left out by lying elsewhere.
 */

export type World = {
  chain: TestChain
  /** The member's. */
  address: Address
  /** Of another member. */
  other: Address
  /** One turn of the watcher. */
  look: () => Promise<void>
}

/** In whole coins; what is not named is nothing. */
type Outcome = { usdt?: number; bnb?: number; otherUsdt?: number; halts?: boolean }

export type Scenario = {
  name: string
  /** The token that these books have pinned as USDT, when it is not our own. */
  pinned?: OddToken
  play: (world: World) => Promise<Outcome>
}

const { USDT, BNB } = currencies
const COIN = 10n ** 18n
/** The watcher believes blocks this deep, counted with the newest. */
const DEEP = 12

export const scenarios: readonly Scenario[] = [
  ...reorgs(),
  ...movedTransactions(),
  ...replacedTransactions(),
  ...contracts(),
  ...tokens(),
  ...nodes(),
]

function reorgs(): Scenario[] {
  const depths = Array.from({ length: 64 }, (_, n) => n + 1)
  return [
    ...depths.map((depth) => ({
      name: `a reorg of depth ${depth} takes a deposit that no turn has seen`,
      play: async ({ chain, address }: World) => {
        await chain.sendToken(USDT.id, address, 7n * COIN)
        await chain.mine(depth - 1)
        await chain.reorg(depth)
        return {}
      },
    })),
    ...depths
      .filter((depth) => depth < DEEP)
      .map((depth) => ({
        name: `a reorg of depth ${depth} takes a deposit that was shown, and brings it back later`,
        play: async ({ chain, address, look }: World) => {
          const hash = await chain.sendToken(USDT.id, address, 7n * COIN)
          const raw = await rawOf(chain, hash)
          for (let n = 1; n < depth; n += 1) {
            await chain.mine(1)
            await look()
          }
          await chain.reorg(depth)
          await look()
          await chain.reorg(1, [[raw, 0]])
          await look()
          return { usdt: 7 }
        },
      })),
    ...depths.map((depth) => ({
      name: `a reorg of depth ${depth} after the credit`,
      play: async ({ chain, address, look }: World) => {
        await chain.mine(64)
        await chain.sendToken(USDT.id, address, 7n * COIN)
        await chain.mine(DEEP - 1)
        await look()
        await chain.reorg(depth)
        await look()
        return { usdt: 7, halts: depth >= DEEP }
      },
    })),
  ]
}

function movedTransactions(): Scenario[] {
  return [
    {
      name: 'the transaction moves to an earlier block',
      async play({ chain, address, look }) {
        await chain.mine(3)
        const hash = await chain.sendRaw({ to: address, value: 2n * COIN })
        await look()
        await chain.reorg(4, [[await rawOf(chain, hash), 1]])
        await look()
        return { bnb: 2 }
      },
    },
    {
      name: 'the transaction moves to a later block and is shown there',
      async play({ chain, address, look }) {
        const hash = await chain.sendToken(USDT.id, address, 7n * COIN)
        const raw = await rawOf(chain, hash)
        await chain.mine(4)
        await look()
        await chain.reorg(5, [[raw, 4]])
        await look()
        return { usdt: 7 }
      },
    },
    {
      name: 'two deposits change places',
      async play({ chain, address, other, look }) {
        const first = await chain.sendRaw({ to: address, value: 2n * COIN })
        const second = await chain.sendRaw({ to: other, value: 3n * COIN })
        await look()
        const raws = [await rawOf(chain, first), await rawOf(chain, second)] as const
        await chain.reorg(2, [
          [raws[0], 0],
          [raws[1], 0],
        ])
        await look()
        return { bnb: 2 }
      },
    },
  ]
}

function replacedTransactions(): Scenario[] {
  return [
    {
      name: 'the transaction is replaced by another of its nonce that pays somebody else',
      async play({ chain, address, other, look }) {
        await chain.sendRaw({ to: address, value: 2n * COIN })
        await look()
        await chain.reorg(1)
        await chain.sendRaw({ to: other, value: 2n * COIN })
        await look()
        return {}
      },
    },
    {
      name: 'the transaction is dropped and the same amount is sent anew',
      async play({ chain, address, look }) {
        await chain.sendRaw({ to: address, value: 2n * COIN })
        await look()
        await chain.reorg(1)
        await look()
        await chain.mine(2)
        await chain.sendRaw({ to: address, value: 2n * COIN, gas: 21_001n })
        await look()
        return { bnb: 2 }
      },
    },
    {
      name: 'three reorgs in a row, a turn after each',
      async play({ chain, address, look }) {
        const hash = await chain.sendToken(USDT.id, address, 7n * COIN)
        const raw = await rawOf(chain, hash)
        for (const place of [0, 1, 2]) {
          await chain.mine(3)
          await look()
          await chain.reorg(4, [[raw, place]])
          await look()
        }
        return { usdt: 7 }
      },
    },
  ]
}

function contracts(): Scenario[] {
  const viaPayer = (name: string, play: (world: World, payer: Address) => Promise<Outcome>) => ({
    name,
    play: async (world: World) => {
      const payer = await deployPayer(world.chain)
      await world.chain.sendToken(USDT.id, payer, 100n * COIN)
      await world.chain.sendRaw({ to: payer, value: 10n * COIN })
      return await play(world, payer)
    },
  })
  const usdt = ({ chain }: World) => chain.coins[USDT.id].address
  return [
    viaPayer('a contract pays us', async (world, payer) => {
      const { chain, address } = world
      await call(chain, payer, 'pay', [usdt(world), [address], 7n * COIN])
      return { usdt: 7 }
    }),
    viaPayer('a contract pays the same address twice in one transaction', async (world, payer) => {
      const { chain, address } = world
      await call(chain, payer, 'pay', [usdt(world), [address, address], 7n * COIN])
      return { usdt: 14 }
    }),
    viaPayer('a contract pays two members in one transaction', async (world, payer) => {
      const { chain, address, other } = world
      await call(chain, payer, 'pay', [usdt(world), [address, other, address], 2n * COIN])
      return { usdt: 4, otherUsdt: 2 }
    }),
    viaPayer('a contract pays two addresses, then reverts', async (world, payer) => {
      const { chain, address, other } = world
      await call(chain, payer, 'payAndRevert', [usdt(world), [address, other], 7n * COIN])
      return {}
    }),
    viaPayer('a payment inside is undone and the transaction succeeds', async (world, payer) => {
      const { chain, address } = world
      await call(chain, payer, 'payAndCatch', [usdt(world), [address], 7n * COIN])
      return {}
    }),
    viaPayer('another contract forges our token’s log', async ({ chain, address }, payer) => {
      await call(chain, payer, 'pretend', [address, 7n * COIN])
      return {}
    }),
    viaPayer('a contract pays BNB', async ({ chain, address }, payer) => {
      await call(chain, payer, 'payNative', [address, 3n * COIN])
      return { bnb: 3 }
    }),
    viaPayer('a contract pays BNB and reverts', async ({ chain, address }, payer) => {
      await call(chain, payer, 'payNativeAndRevert', [address, 3n * COIN])
      return {}
    }),
    viaPayer('BNB paid inside is undone', async ({ chain, address }, payer) => {
      await call(chain, payer, 'payNativeAndCatch', [address, 3n * COIN])
      return {}
    }),
    {
      name: 'a transfer that fails pays nothing',
      async play({ chain, address }) {
        const args = [address, 7n * COIN] as const
        const data = encodeFunctionData({ abi: oddTokenAbi, functionName: 'transfer', args })
        await chain.sendRaw({ to: chain.coins[USDT.id].address, data, gas: 100_000n })
        return {}
      },
    },
  ]
}

function tokens(): Scenario[] {
  const odd = (name: string, token: OddToken, outcome: Outcome): Scenario => ({
    name,
    pinned: token,
    async play({ chain, address }) {
      await payOdd(chain, chain.coins[USDT.id].address, address, 100n * COIN)
      return outcome
    },
  })
  return [
    ...[0, 6, 8, 18].map((decimals) => ({
      name: `a token of ${decimals} decimals that calls itself USDT is none of ours`,
      play: async ({ chain, address }: World) => {
        const token = await deployOddToken(chain, { decimals })
        await payOdd(chain, token, address, 100n * COIN)
        return {}
      },
    })),
    odd(
      'a pinned token that takes 1 % is credited by what arrived',
      { feeBps: 100n },
      { usdt: 99 },
    ),
    odd('a pinned token that says so and moves nothing is credited nothing', { moves: false }, {}),
    {
      name: 'a pinned token that takes 1 %, twice in one block',
      pinned: { feeBps: 100n },
      async play({ chain, address }) {
        const token = chain.coins[USDT.id].address
        await payOdd(chain, token, address, 100n * COIN)
        await payOdd(chain, token, address, 50n * COIN)
        return { usdt: 148.5 }
      },
    },
    {
      name: 'dust of less than a unit is nothing',
      async play({ chain, address }) {
        await chain.sendToken(USDT.id, address, 10n ** 10n - 1n)
        await chain.sendToken(BNB.id, address, 1n)
        return {}
      },
    },
    {
      name: 'what is beyond eight decimals is cut off',
      async play({ chain, address }) {
        await chain.sendToken(USDT.id, address, 2n * COIN + 10n ** 10n - 1n)
        return { usdt: 2 }
      },
    },
    {
      name: 'small deposits are credited once they reach the minimum together',
      async play({ chain, address, look }) {
        for (const tenths of [3n, 3n, 3n, 3n]) {
          await chain.sendToken(USDT.id, address, (tenths * COIN) / 10n)
          await look()
        }
        return { usdt: 1.2 }
      },
    },
    {
      name: 'a transfer of nothing is nothing',
      async play({ chain, address }) {
        await chain.sendToken(USDT.id, address, 0n)
        await chain.sendRaw({ to: address, value: 0n })
        return {}
      },
    },
  ]
}

function nodes(): Scenario[] {
  return [
    {
      name: 'a node falls behind what it showed, and the deposit is sent anew',
      async play({ chain, address, look }) {
        const snapshot = await chain.node('evm_snapshot')
        await chain.sendToken(USDT.id, address, 7n * COIN)
        await chain.mine(3)
        await look()
        await chain.node('evm_revert', [snapshot])
        await look()
        await chain.sendToken(USDT.id, address, 7n * COIN)
        return { usdt: 7 }
      },
    },
    {
      name: 'a watcher that slept through two hundred blocks finds everything',
      async play({ chain, address }) {
        await chain.sendToken(USDT.id, address, 7n * COIN)
        await chain.mine(100)
        await chain.sendToken(USDT.id, address, 5n * COIN)
        await chain.mine(100)
        return { usdt: 12 }
      },
    },
    {
      name: 'two watchers look at once',
      async play({ chain, address, look }) {
        await chain.sendToken(USDT.id, address, 7n * COIN)
        await chain.mine(DEEP)
        await Promise.all([look(), look(), look()])
        return { usdt: 7 }
      },
    },
  ]
}

async function payOdd(
  chain: TestChain,
  token: Address,
  to: Address,
  amount: bigint,
): Promise<void> {
  const take = { abi: oddTokenAbi, functionName: 'take', args: [amount] } as const
  await chain.sendRaw({ to: token, data: encodeFunctionData(take) })
  const pay = { abi: oddTokenAbi, functionName: 'transfer', args: [to, amount] } as const
  await chain.sendRaw({ to: token, data: encodeFunctionData(pay) })
}

async function call(
  chain: TestChain,
  to: Address,
  functionName: (typeof payerAbi)[number]['name'],
  args: readonly unknown[],
): Promise<void> {
  const abi: Abi = payerAbi
  await chain.sendRaw({ to, data: encodeFunctionData({ abi, functionName, args }) })
}

async function rawOf(chain: TestChain, hash: Hex): Promise<Hex> {
  return (await chain.node('eth_getRawTransactionByHash', [hash])) as Hex
}
