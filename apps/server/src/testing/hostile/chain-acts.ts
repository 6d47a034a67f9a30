import { currencies } from '@btbc/money/currency.ts'
import type { Random } from '@btbc/matching/random-flow.ts'
import { type Abi, encodeFunctionData, type Hex } from 'viem'

import { houseKeys } from '#chain/chain.ts'
import { payerAbi } from '#testing/odd-contracts.ts'

import { randomAddress, withdraw } from './people-acts.ts'
import { type Act, deposit, type Person, type World } from './world.ts'

/** What can be done to others on the chain, by whoever may put contracts there. */

const { USDT, BNB } = currencies
const COIN = 10n ** 18n
/** Runs once, as it is made: 40,000 times a call of nothing to nobody. */
const MANY_CALLS: Hex = '0x62009c405b5f5f5f5f5f60ff5af15060019003806004570000'
/** What a withdrawal meets: a contract that takes nothing, and one that burns what gas there is. */
const RECEIVERS = ['0x5f5ffd', '0x5b600056'] as const
const ABOVE_ALL_FLOORS = 2_000_000_000n

const isDeployer = ({ index }: Person) => index === 0

async function call({ chain, payer, onChain }: World, functionName: string, args: unknown[]) {
  const abi: Abi = payerAbi
  const data = encodeFunctionData({ abi, functionName, args })
  await onChain(() => chain.sendRaw({ to: payer, data }))
}

function somebody({ hostile, honest }: World, random: Random): Hex {
  const people = [...hostile, ...honest]
  return people[random.below(people.length)]?.depositAddress ?? '0x'
}

const houseAddress = ({ chain }: World, random: Random) =>
  chain.keys.address(houseKeys[random.below(houseKeys.length)] ?? 'hot')

export const chainActs: readonly Act[] = [
  {
    name: 'a transaction of 40,000 inner calls',
    by: isDeployer,
    async run({ chain, onChain }) {
      await onChain(() => chain.sendRaw({ data: MANY_CALLS, gas: 12_000_000n }))
    },
  },
  {
    name: 'BNB from inside, to members and to the house',
    by: isDeployer,
    async run(world, _, random) {
      const { chain, onChain } = world
      await call(world, 'payNative', [somebody(world, random), COIN / 100n])
      await call(world, 'payNative', [houseAddress(world, random), 1n])
      // A contract that ends as it is made, and leaves what it has to the house.
      const data: Hex = `0x73${houseAddress(world, random).slice(2)}ff`
      await onChain(() => chain.sendRaw({ data, value: 50_000_000_000n }))
    },
  },
  {
    name: 'payments that are undone, or only said',
    by: isDeployer,
    async run(world, _, random) {
      const to = somebody(world, random)
      const token = world.chain.coins[USDT.id].address
      await call(world, 'pretend', [to, 1_000_000n * COIN])
      await call(world, 'payNativeAndCatch', [to, COIN])
      await call(world, 'payAndCatch', [token, [to], 7n * COIN])
      await call(world, 'payAndRevert', [token, [to], 7n * COIN])
    },
  },
  {
    name: 'transactions sent again after a reorg',
    by: isDeployer,
    async run({ chain, onChain }, person, random) {
      const depth = 1 + random.below(6)
      await onChain(async () => {
        const hash = await deposit(chain, {
          currency: BNB.id,
          to: person.depositAddress,
          coins: 1n,
        })
        const raw = (await chain.node('eth_getRawTransactionByHash', [hash])) as Hex
        await chain.mine(depth - 1)
        await chain.reorg(depth, random.chance(0.7) ? [[raw, random.below(depth)]] : [])
      })
    },
  },
  {
    name: 'more than the books can hold',
    by: isDeployer,
    async run({ chain, onChain }, { depositAddress: to }) {
      const all = { currency: USDT.id, to, coins: ABOVE_ALL_FLOORS }
      await onChain(() => deposit(chain, all))
    },
  },
  {
    name: 'withdrawals to what becomes a contract',
    async run(world, person, random) {
      const { chain, onChain } = world
      const address = randomAddress(random)
      await withdraw(world, person, { address, number: '0.01', currency: BNB.id })
      await withdraw(world, person, { address, number: '2' })
      await onChain(() => chain.node('anvil_setCode', [address, random.pick(RECEIVERS)]))
      await withdraw(world, person, { address, number: '2' })
    },
  },
  {
    name: 'withdrawals by the dozen, to addresses without a checksum and to the house',
    async run(world, person, random) {
      const to = [randomAddress(random), houseAddress(world, random), '0x', `0x${'0'.repeat(40)}`]
      for (let n = 0; n < 12; n += 1) {
        const address = to[random.below(to.length)] ?? ''
        await withdraw(world, person, { address, number: random.pick(['2', '0', '1e9', '2.5']) })
      }
    },
  },
]
