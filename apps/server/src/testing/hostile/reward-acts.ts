import type { Random } from '@btbc/matching/random-flow.ts'

import { oddAmount, oddId, oddValue, oddWord } from './odd.ts'
import type { Act, Person, World } from './world.ts'

/** What can be done to others with red packets, points and prizes of a campaign. */

const ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'Etc/GMT+12', '+14:00'] as const
const GUESSES = 6
const AT_ONCE = 6

/** Some of them, this one first. */
function gang({ hostile }: World, person: Person, random: Random): Person[] {
  const from = random.below(hostile.length)
  const others = [...hostile.slice(from), ...hostile.slice(0, from)]
  return [person, ...others.filter((each) => each !== person).slice(0, 3)]
}

async function guessCodes(_: World, person: Person, random: Random): Promise<void> {
  for (let n = 0; n < GUESSES; n += 1) {
    const code = random.chance(0.5) ? `HOUSE${random.below(1000)}` : oddWord(random)
    const read = random.chance(0.3) ? { captcha_t: oddWord(random), vercode: oddWord(random) } : {}
    await person.change('/red/receive', { code, ...read })
  }
}

/** Each of them reaches for it twice, under a key of its own. */
async function takeLastShares(world: World, person: Person, random: Random): Promise<void> {
  const code = world.codes[random.below(world.codes.length)]
  const people = gang(world, person, random)
  const taken = [...people, ...people].map((each) => each.change('/red/receive', { code }))
  await Promise.all(taken)
}

/** Around the world in a moment, and every point more than once. */
async function checkInAtOnce(_: World, person: Person, random: Random): Promise<void> {
  const done = Array.from({ length: AT_ONCE }, () =>
    person.change('/sign/in', { zone: random.chance(0.8) ? random.pick(ZONES) : oddWord(random) }),
  )
  const spent = Array.from({ length: AT_ONCE }, () =>
    person.change('/machine/exchange', { amount: random.pick([1, 5, 10]) }),
  )
  await Promise.all([...done, ...spent])
  await person.change('/sign/in', { zone: oddValue(random), date: oddWord(random) })
  await person.change('/machine/exchange', { amount: oddValue(random), btbc: oddAmount(random) })
}

/** The last prize for several at once, and prizes that are none. */
async function claimPrizes(world: World, person: Person, random: Random): Promise<void> {
  const prize = world.prizes[random.below(world.prizes.length)]
  const note = random.chance(0.7) ? 'mallory in the community' : oddWord(random)
  const claims = gang(world, person, random).flatMap((each) =>
    [1, 2].map(() => each.change('/campaign/claim', { prize, note })),
  )
  await Promise.all(claims)
  await person.change('/campaign/claim', { prize: oddId(random), note })
  const id = oddId(random)
  await person.app('/campaign', id === null ? {} : { id }, { method: 'GET' })
  await person.app('/campaign/draw', { id, page: oddId(random) }, { method: 'GET' })
}

export const rewardActs: readonly Act[] = [
  { name: 'codes of red packets guessed', run: guessCodes },
  { name: 'the last shares of a red packet for many', run: takeLastShares },
  { name: 'check-ins and points, many at once', run: checkInAtOnce },
  { name: 'prizes claimed by many', run: claimPrizes },
]
