import type { Random } from '@btbc/matching/random-flow.ts'

import { messageOf } from './caller.ts'
import { oddAmount, oddId, oddValue } from './odd.ts'
import type { Act, Person, World } from './world.ts'

/** What can be done to others, and to the books, with funds and the lock plan. */

const DAYS = [7, 30, 90, 0, 8, 9999] as const
const AT_ONCE = 8

type Contracts = { list: { id: number }[]; orders: { id: number }[] }

/** More than they have, many times at one moment, of both kinds. */
async function buyAtOnce(_: World, person: Person, random: Random): Promise<void> {
  const amount = random.pick(['700', '1000.00000001', '3333.33333333'])
  const buys = Array.from({ length: AT_ONCE }, (_each, n) =>
    n % 2 === 0
      ? person.change('/fund/buy', { amount, day: random.pick(DAYS), type: 1 })
      : person.change('/lock/buy', { price: amount }),
  )
  await Promise.all(buys)
}

/** What was set aside is paid and let go at once, several times. */
async function payAndRelease(_: World, person: Person, random: Random): Promise<void> {
  const request = { amount: random.pick(['5', '100']), day: 7, type: 1, pay_later: 1 }
  const asked = [1, 2, 3].map(() => person.change('/fund/buy', request))
  const ids = (await Promise.all(asked)).flatMap((heard) => messageOf<{ id: number }>(heard).id)
  const id = ids.find((each) => each !== undefined)
  const paths = ['/fund/pay', '/fund/release', '/fund/pay', '/fund/release']
  await Promise.all(paths.map((path) => person.change(path, { id: id ?? oddId(random) })))
}

/** All that runs is ended at once, each more than once, while coins are moved about. */
async function exitAtOnce(_: World, person: Person, random: Random): Promise<void> {
  const { orders = [] } = messageOf<Contracts>(await person.app('/lock/index', {}, READ))
  const ending = orders.slice(0, 4).flatMap(({ id }) => {
    const forfeited = random.chance(0.5) ? {} : { forfeited: oddAmount(random) }
    return [1, 2, 3].map(() => person.change('/lock/exit', { id, ...forfeited }))
  })
  const move = { number: '1', from_field: 'lever', to_field: 'change', currency_id: 3 }
  await Promise.all([...ending, person.change('/wallet/change', move)])
}
const READ = { method: 'GET' } as const

async function buyOddly(_: World, person: Person, random: Random): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    const amount = oddAmount(random)
    await person.change('/fund/buy', {
      amount,
      day: random.chance(0.5) ? 7 : oddValue(random),
      type: random.chance(0.7) ? 1 : oddValue(random),
      ...(random.chance(0.3) && { payout: oddAmount(random) }),
      ...(random.chance(0.3) && { pay_later: oddValue(random) }),
    })
    await person.change('/lock/buy', {
      price: oddAmount(random),
      ...(random.chance(0.3) && { plan_income: oddAmount(random) }),
    })
  }
  for (const path of ['/fund/pay', '/fund/release', '/lock/exit_info']) {
    await person.change(path, { id: oddId(random) })
  }
  await person.change('/lock/exit', { id: oddId(random), forfeited: oddAmount(random) })
}

/** All that the pools let them have, and more, so that nothing would be left for others. */
async function takePools(_: World, person: Person): Promise<void> {
  const { covered = '1' } = messageOf<{ covered?: string }>(
    await person.app('/lock/index', {}, READ),
  )
  const locks = [covered, covered, '900000'].map((price) => person.change('/lock/buy', { price }))
  const funds = Array.from({ length: AT_ONCE }, (_each, n) =>
    person.change('/fund/buy', { amount: String(5000 - n), day: 90, type: 1 }),
  )
  await Promise.all([...locks, ...funds])
}

export const fundActs: readonly Act[] = [
  { name: 'funds and locks of the same coins at once', run: buyAtOnce },
  { name: 'a fund paid and let go at once', run: payAndRelease },
  { name: 'locks ended many times at once', run: exitAtOnce },
  { name: 'pools taken whole', by: ({ isRich }) => isRich, run: takePools },
  { name: 'funds and locks of odd amounts', run: buyOddly },
]
