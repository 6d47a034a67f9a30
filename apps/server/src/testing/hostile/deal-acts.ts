import type { Random } from '@btbc/matching/random-flow.ts'

import { proveInDatabase } from '#testing/step-up.ts'

import { messageOf } from './caller.ts'
import { oddAmount, oddId, oddValue, oddWord } from './odd.ts'
import { goodPicture, upload } from './people-acts.ts'
import type { Act, Person, World } from './world.ts'

/** What can be done to others who buy USDT, and to those who sell it. */

const WAYS = ['alipay', 'we_chat', 'bank'] as const
const FIAT = ['100', '720', '719.99', '1000', '5000'] as const
const READ = { method: 'GET' } as const

type Listed = { list: { id: number; type?: string; state?: string }[] }

/** More of them at once than anybody may have open; what comes of them is up to the caller. */
async function buy(person: Person, random: Random, count: number): Promise<void> {
  const order = { acc: random.pick(FIAT), pay_way: random.pick(WAYS) }
  const { rate } = messageOf<{ rate: string }>(await person.app('/legalInfo', order, READ))
  const asked = Array.from({ length: count }, () =>
    person.change('/wallet/buy_legal', { ...order, rate }),
  )
  await Promise.all(asked)
}

async function dealsOf(person: Person): Promise<Listed['list']> {
  const heard = await person.app('/legal_user_deal', { state: 'running' }, READ)
  return messageOf<Listed>(heard).list ?? []
}

/** Says it is paid, which it never was, and goes on as whoever cheats does. */
async function claimPaid(world: World, person: Person, random: Random): Promise<void> {
  await buy(person, random, 1)
  for (const { id } of (await dealsOf(person)).slice(0, 2)) {
    const picture = () => upload(person, goodPicture(world), { purpose: 'deal' })
    const pic = await picture()
    await Promise.all([1, 2, 3].map(() => person.change('/legal_buy/payed', { id, pic })))
    const reason = 'I have paid it.\nI swear.'
    await Promise.all([1, 2].map(() => person.change('/legal_deal/dispute', { id, reason })))
    const said = { id, text: random.chance(0.5) ? 'Pay.' : oddWord(random), pic: await picture() }
    await person.change('/legal_deal/message', said)
    await person.change('/legal_deal/cancel_both', { id })
  }
}

/** Every turn there is, in deals of anybody, several at once. */
async function takeTurns(world: World, person: Person, random: Random): Promise<void> {
  const own = await dealsOf(person)
  const ids = [...own.map(({ id }) => id), 1 + random.below(60), oddId(random)]
  const id = ids[random.below(ids.length)]
  const turns: readonly (readonly [path: string, more: object])[] = [
    ['/legal_buy/cancel', {}],
    ['/legal_buy/payed', { pic: oddWord(random) }],
    ['/legal_sell/confirm', { proof: await provenFor(world, person, id) }],
    ['/legal_deal/cancel_both', {}],
    ['/legal_deal/dispute', { reason: oddWord(random) }],
    ['/legal_deal/message', { text: oddWord(random), pic: oddWord(random) }],
    ['/legal_deal/rate', { up: oddValue(random), text: oddWord(random) }],
    ['/legal_deal/picture', { pic: oddWord(random) }],
    ['/member/block', { blocked: random.chance(0.5) }],
  ]
  await Promise.all(turns.map(([path, more]) => person.change(path, { id, ...more })))
  await person.app('/legal_deal', { id: oddId(random) }, READ)
}

async function provenFor({ server }: World, person: Person, id: unknown): Promise<string> {
  const asked = { action: 'deal_confirm', payload: { id: String(id) } }
  const begun = messageOf<{ challenge_id: string }>(await person.app('/security/step_up', asked))
  const { challenge_id: challenge } = begun
  return challenge === undefined ? 'made-up' : await proveInDatabase(server, challenge)
}

/** Stock that is moved in and out, hidden and made dearer while others buy it. */
async function moveStock(_: World, person: Person, random: Random): Promise<void> {
  const terms = { price: random.pick(['7.1', '7.3']), min: '100', max: '5000', ways: ['bank'] }
  await person.change('/legal_offer/add', { ...terms, stock: random.pick(['10', '300', '9999']) })
  const mine = messageOf<Listed>(await person.app('/legal_offer/list', {}, READ)).list ?? []
  const changed = mine
    .slice(0, 2)
    .flatMap(({ id }) => [
      ...['200', '-200', '-1', '99999'].map((change) =>
        person.change('/legal_offer/stock', { id, change }),
      ),
      person.change('/legal_offer/pause', { id, paused: random.chance(0.3) }),
      person.change('/legal_offer/edit', { id, ...terms, price: random.pick(['7', '7.25']) }),
    ])
  await Promise.all(changed)
  for (const { id } of (await dealsOf(person)).slice(0, 2)) {
    await person.change('/legal_deal/cancel_both', { id })
  }
}

async function offerOddly(_: World, person: Person, random: Random): Promise<void> {
  const terms = {
    price: oddAmount(random),
    percent: oddAmount(random),
    min: oddAmount(random),
    max: oddAmount(random),
    ways: random.pick([['bank'], ['bank', 'bank', 'bank'], [], [null], 'bank', [[]]]),
    terms: oddWord(random),
  }
  await person.change('/seller/apply', { note: oddWord(random) })
  await person.change('/legal_offer/add', { ...terms, stock: oddAmount(random) })
  await person.change('/legal_offer/edit', { id: oddId(random), ...terms })
  await person.change('/legal_offer/stock', { id: oddId(random), change: oddAmount(random) })
  await person.change('/payments/add', { way: oddWord(random) })
  await person.change('/payments/remove', { id: oddId(random) })
  const order = { acc: oddAmount(random), pay_way: random.pick(WAYS), rate: oddAmount(random) }
  await person.change('/wallet/buy_legal', order)
}

export const dealActs: readonly Act[] = [
  {
    name: 'deals opened and left',
    run: (_, person, random) => buy(person, random, 7),
  },
  { name: 'deals said to be paid', run: claimPaid },
  { name: 'every turn of a deal at once', run: takeTurns },
  { name: 'stock that comes and goes', by: ({ isSeller }) => isSeller, run: moveStock },
  { name: 'odd offers', run: offerOddly },
]
