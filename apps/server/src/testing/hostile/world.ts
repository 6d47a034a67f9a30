import { setTimeout as sleep } from 'node:timers/promises'

import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Random } from '@btbc/matching/random-flow.ts'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { onTestFinished } from 'vitest'
import type { WebSocket } from 'ws'

import { CONFIRMATIONS, type CoinId } from '#chain/chain.ts'
import { tokenAbi } from '#chain/token.ts'
import { startBot } from '#testing/bots.ts'
import { loop, serial } from '#platform/background.ts'
import { type BadPicture, badPictures } from '#testing/bad-pictures.ts'
import { startTestChain, type TestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { deployPayer } from '#testing/odd-contracts.ts'
import { openOperator } from '#testing/operators.ts'
import { startGatewayServer } from '#testing/gateway.ts'
import { ok, type TestServer } from '#testing/server.ts'

import { openGifts, openSales } from './arrange.ts'
import { type Caller, openCaller } from './caller.ts'
import type { Tally } from './tally.ts'

/** One house on a chain that goes on by itself, behind a proxy that names the caller, limits on. */
export type World = {
  server: TestServer
  chain: TestChain
  /** Whose password is guessed. */
  operator: { mail: string; secret: string }
  hostile: readonly Person[]
  honest: readonly Person[]
  /** A contract outside that pays whom it is told. */
  payer: Address
  pictures: readonly BadPicture[]
  /** Of red packets, and prizes of a campaign that can be claimed. */
  codes: readonly string[]
  prizes: readonly number[]
  /** One after the other: whoever sends from outside counts their transactions. */
  onChain: <T>(work: () => Promise<T>) => Promise<T>
  /** What was answered to anybody that says we failed. */
  faults: string[]
  tally: Tally
  /** Sockets that stay open until the end. */
  open: Set<WebSocket>
}

export type Person = Caller & {
  index: number
  isRich: boolean
  isSeller: boolean
  depositAddress: Address
}

export type Act = {
  name: string
  /** Whose act it is; anybody's when absent. */
  by?: (person: Person) => boolean
  run: (world: World, person: Person, random: Random) => Promise<void>
}

export const HOSTILE = 20
export const HONEST = 4
/** Two who mean harm, and the last of the honest ones. */
const SELLERS = [3, 4, HOSTILE + HONEST - 1]
const COIN = 10n ** 18n
const { USDT, BTC, BNB } = currencies
const COINS_EACH = 5000n
/** What the contracts of a local chain give to whoever takes often enough. */
const RICH: readonly (readonly [CoinId, bigint])[] = [
  [USDT.id, 250_000_000n],
  [BTC.id, 9_000n],
]
const BLOCK_MS = 300
const TICK_MS = 100

export async function openWorld(): Promise<World> {
  const chain = await startTestChain()
  const settings = { trustProxy: ['loopback'] }
  const server = await startGatewayServer(settings, { chain, goesOn: true })
  server.provider.tell(server.url)
  const faults: string[] = []
  const tally: Tally = new Map()
  const people: Person[] = []
  for (let index = 0; index < HOSTILE + HONEST; index += 1) {
    people.push(await settle(server, { index, faults, tally }))
  }
  const members = people.map(({ member }) => member)
  await openSales(server, { sellers: members.filter((_, index) => SELLERS.includes(index)) })
  const gifts = await openGifts(server, members)
  const payer = await deployPayer(chain)
  await chain.sendRaw({ to: payer, value: 50n * COIN })
  for (const { isRich, depositAddress } of people) {
    for (const [currency, coins] of isRich ? RICH : []) {
      await deposit(chain, { currency, to: depositAddress, coins })
    }
  }
  await chain.mine(CONFIRMATIONS)
  await server.app.chainWorks?.step()
  const onChain = serial()
  letTimePass(server, () => onChain(() => chain.mine(1)))
  return {
    server,
    chain,
    payer,
    onChain,
    faults,
    tally,
    operator: await employ(server),
    hostile: people.slice(0, HOSTILE),
    honest: people.slice(HOSTILE),
    ...gifts,
    pictures: await badPictures(),
    open: new Set(),
  }
}

async function employ(server: TestServer): Promise<World['operator']> {
  const mail = 'olivia@btbc.test'
  const { secret } = await openOperator(server, { mail, name: 'Olivia', roles: ['finance'] })
  return { mail, secret }
}

/** A verified member with a key for trading, from a network of their own. */
async function settle(
  server: TestServer,
  { index, ...noted }: { index: number; faults: string[]; tally: Tally },
): Promise<Person> {
  const name = index < HOSTILE ? `mallory${index}` : `ada${index - HOSTILE}`
  const { member, keys } = await startBot(server, `${name}@example.test`)
  await acceptIdentity(server, member)
  await give(server, member.id, USDT.id, COINS_EACH)
  await give(server, member.id, BNB.id, 3n)
  const asked = await server.call(readDepositAddress, { currency: USDT.id }, { as: member })
  const depositAddress = ok(asked) as Address
  const caller = openCaller(server, { member, keys, from: `203.0.${index}.7`, ...noted })
  const isRich = index === 1 || index === 2
  return Object.assign(caller, { index, isRich, isSeller: SELLERS.includes(index), depositAddress })
}

/** From outside, with as much of it as is wanted. */
export async function deposit(
  chain: TestChain,
  { currency, to, coins }: { currency: CoinId; to: Address; coins: bigint },
): Promise<Hex> {
  const coin = chain.coins[currency]
  const amount = coins * COIN
  if (coin.kind === 'native') return await chain.sendRaw({ to, value: amount })
  const hexAmount = `0x${amount.toString(16)}`
  await chain.node('anvil_dealERC20', [chain.outside.address, coin.address, hexAmount])
  const args = [to, amount] as const
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args })
  return await chain.sendRaw({ to: coin.address, data })
}

/** The clock goes as it does on the wall, and blocks come. */
function letTimePass(server: TestServer, mine: () => Promise<void>): void {
  const stopping = new AbortController()
  const { signal } = stopping
  let last = performance.now()
  const tick = async () => {
    const present = performance.now()
    server.clock.pass({ seconds: (present - last) / 1000 })
    last = present
  }
  const failed = (error: unknown) => {
    throw error
  }
  const passing = [
    loop({ signal, everyMs: TICK_MS, work: tick, failed }),
    loop({ signal, everyMs: BLOCK_MS, work: mine, failed }),
  ]
  onTestFinished(async () => {
    stopping.abort()
    await Promise.all(passing)
  })
}

/** Until it is so, or for as long as it may take. */
export async function until(isSo: () => Promise<boolean>, msMax: number): Promise<boolean> {
  const endsAt = performance.now() + msMax
  while (performance.now() < endsAt) {
    if (await isSo()) return true
    await sleep(200)
  }
  return false
}
