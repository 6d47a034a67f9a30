import { isDeepStrictEqual } from 'node:util'

import { buyFund } from '@btbc/contract/fund.ts'
import { exitLock, openLock } from '@btbc/contract/lock.ts'
import {
  buyLaunches,
  buyMachine,
  listModels,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import { checkIn, exchangePoints } from '@btbc/contract/points.ts'
import { undecidedRefusals } from '@btbc/contract/undecided.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { type Break, type Breaker, openBreaker } from '@btbc/database/broken-connections.ts'
import { balancesOfHouse, balancesOfMember } from '@btbc/ledger/balances.ts'
import { type Random, randomFrom } from '@btbc/matching/random-flow.ts'
import { currencies } from '@btbc/money/currency.ts'

import { give } from './funds.ts'
import { newKey, ok, startTestServer, type TestMember, type TestServer } from './server.ts'

/**
 * A life of three members that follows from a seed: one thing after the other, by the front door. With
 * a breaker connections are lost in the middle of it, and who hears nothing asks again.
 */

type Answer = { type: string | number; code?: string; message: unknown }
type Send = (server: TestServer, as: TestMember, key: string) => Promise<Answer>
type World = {
  server: TestServer
  members: TestMember[]
  models: number[]
  /** Numbers that the database gave to locks and machines, by when they came. */
  locks: number[]
  machines: number[]
  random: Random
  /** What breaks is drawn apart, so that it changes nothing of what is asked. */
  weather: { random: Random; breaker: Breaker } | undefined
  broken: number
}

/** Step by step what was asked, what came of it, and what everybody and the house have then. */
export type Life = { steps: string[][]; broken: number }

const MEMBERS = 3
/** As the app has it. */
const UNDECIDED: readonly unknown[] = undecidedRefusals
/** So often at the most in a row; whoever is refused more often than that would be for ever. */
const BROKEN_MAX = 3
const TRIES_MAX = 8
const { USDT, BTBC } = currencies

export async function live(seed: number, steps: number, isBroken: boolean): Promise<Life> {
  const breaker = isBroken ? openBreaker() : undefined
  try {
    const world = await openWorld(seed, breaker)
    const lived: string[][] = []
    for (let n = 0; n < steps; n += 1) {
      const what = await step(world).catch((error: unknown) => {
        throw new Error(`step ${n}: ${againWith(seed, steps)}`, { cause: error })
      })
      lived.push([`step ${n}: ${what}`, ...(await holdings(world))])
    }
    return { steps: lived, broken: world.broken }
  } finally {
    breaker?.stop()
  }
}

/** The command that lives it again. */
export function againWith(seed: number, steps: number): string {
  return `npm run simulate -- --what house --seed ${seed} --steps ${steps}`
}

async function openWorld(seed: number, breaker: Breaker | undefined): Promise<World> {
  const server = await startTestServer({ logLevel: 'fatal', rateLimits: false })
  const members: TestMember[] = []
  for (let n = 0; n < MEMBERS; n += 1) {
    const member = await server.join(`member${n}@example.test`)
    await give(server, member.id, USDT.id, 2_000n)
    await give(server, member.id, BTBC.id, 500n)
    members.push(member)
  }
  await server.db.updateTable('member').set({ verified_at: server.clock.now() }).execute()
  const [as] = members
  const models = ok(await server.call(listModels, {}, as && { as })).map(({ id }) => id)
  const weather = breaker && { random: randomFrom(seed + 1), breaker }
  const known = { locks: [], machines: [], random: randomFrom(seed), weather, broken: 0 }
  return { server, members, models, ...known }
}

async function step(world: World): Promise<string> {
  const { server, random, members } = world
  if (random.chance(0.15)) {
    const hours = random.pick([1, 5, 24, 24, 72, 24 * 31])
    server.clock.passBusiness({ hours })
    await sweep(world)
    return `${hours} hours pass`
  }
  const member = members[random.below(MEMBERS)]
  if (!member) throw new Error('Nobody is there')
  const [name, send] = draw(world)
  const key = newKey()
  const isTwice = random.chance(0.2)
  const answer = await ask(world, () => send(server, member, key))
  if (isTwice && answer.type === 'ok') {
    const again = await ask(world, () => send(server, member, key))
    if (!isDeepStrictEqual(again.message, answer.message))
      throw new Error(`${name}: another answer to the same call`)
  }
  learn(world, name, answer)
  return `${name} ${answer.type === 'ok' ? 'ok' : answer.code}`
}

/** Until it is decided; most of what breaks breaks once. */
async function ask(world: World, send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await inWeather(world, tries, send)
    if (!UNDECIDED.includes(answer.code)) return answer
    if (tries === TRIES_MAX) throw new Error(`Refused for ever: ${answer.code}`)
  }
}

async function sweep(world: World): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inWeather(world, tries, () => world.server.app.jobs.sweep())
    } catch (error) {
      if (tries === TRIES_MAX) throw error
    }
  }
}

async function inWeather<T>(world: World, tries: number, work: () => Promise<T>): Promise<T> {
  const { weather } = world
  if (tries > BROKEN_MAX || !weather?.random.chance(0.6)) return await work()
  const next: Break = {
    statement: 1 + weather.random.below(12),
    when: weather.random.pick(['unsent', 'unheard']),
  }
  weather.breaker.arm(next)
  try {
    return await work()
  } finally {
    if (weather.breaker.disarm()) world.broken += 1
  }
}

function draw(world: World): readonly [string, Send] {
  const { random, models, locks, machines } = world
  const coins = `${1 + random.below(300)}.${10 + random.below(90)}`
  const one = <T>(list: readonly T[]): T | undefined => list[random.below(Math.max(1, list.length))]
  const [lock = 1, model = 1, machine = 1] = [one(locks), one(models), one(machines)]
  const times = 1 + random.below(3)
  const wallets = ['change', 'legal', 'lever', 'micro'] as const
  const [from, to] = [random.pick(wallets), random.pick(wallets)]
  const transfer = { number: coins, from_field: from, to_field: to, currency_id: USDT.id }
  const fund = { amount: coins, day: random.pick([7, 30]), type: 1 + random.below(3) }
  const acts: readonly [readonly [string, Send], ...(readonly [string, Send])[]] = [
    ['transfer', (server, as, key) => server.call(transferCoins, transfer, { as, key })],
    ['lock', (server, as, key) => server.call(openLock, { price: coins }, { as, key })],
    ['exit', (server, as, key) => server.call(exitLock, { id: lock }, { as, key })],
    ['fund', (server, as, key) => server.call(buyFund, fund, { as, key })],
    ['launches', (server, as, key) => server.call(buyLaunches, { times }, { as, key })],
    ['machine', (server, as, key) => server.call(buyMachine, { id: model }, { as, key })],
    ['start', (server, as, key) => server.call(startRun, {}, { as, key })],
    ['start one', (server, as, key) => server.call(startMachine, { id: machine }, { as, key })],
    ['check in', (server, as, key) => server.call(checkIn, {}, { as, key })],
    ['points', (server, as, key) => server.call(exchangePoints, { amount: times }, { as, key })],
  ]
  return random.pick(acts)
}

function learn({ locks, machines }: World, name: string, { type, message }: Answer): void {
  if (type !== 'ok') return
  if (name === 'lock') locks.push((message as { id: number }).id)
  if (name === 'machine') machines.push((message as { id: number }).id)
}

async function holdings({ server: { db }, members }: World): Promise<string[]> {
  const own = members.map(async ({ id }) => ({ who: id, all: await balancesOfMember(db, id) }))
  const house = { who: 'house', all: await balancesOfHouse(db) }
  return [...(await Promise.all(own)), house].flatMap(({ who, all }) =>
    all.map(
      ({ purpose, currency, available, held }) =>
        `${who} ${purpose} ${currency}: ${available} + ${held}`,
    ),
  )
}
