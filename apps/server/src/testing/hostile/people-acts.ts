import { request as askPlainly } from 'node:http'

import { currencies } from '@btbc/money/currency.ts'
import type { Random } from '@btbc/matching/random-flow.ts'

import type { BadPicture } from '#testing/bad-pictures.ts'
import { newKey } from '#testing/server.ts'
import { proveInDatabase } from '#testing/step-up.ts'

import type { Act, Person, World } from './world.ts'

/** What can be done to others by way of their accounts, the house's limits and odd requests. */

const { USDT, BTBC } = currencies
const WRONG = 'not-it-at-all-1'
/** Each of the two stops being of use to themselves once. */
const FREEZERS = [18, 19]

const ODD_KEYS = ['', ' ', 'two words', 'x'.repeat(256), 'x'.repeat(3000), 'k%C3%A9y', '"', 'a,b']
const ODD_PATHS = [
  '/api/constructor',
  '/api/__proto__',
  '/api/%00',
  '/api/%2e%2e/dev/inbox',
  '/api/v3/%00',
  '/api/v3/toString',
  '/sapi/__proto__',
  '/operator/api/constructor',
  '/operator/api/overview',
  '/console/..%2f..%2fetc/passwd',
  `/${'a/'.repeat(400)}`,
  '/api/upload/%00',
  '/openapi.json?__proto__=1',
] as const
const ODD_BODIES = [
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"number":"1","__proto__":null}',
  '['.repeat(20_000),
  '{"number":1e400}',
  '"\\u0000"',
  'null',
  '{',
] as const

async function forge({ server, faults }: World, { from, doing }: Person, random: Random) {
  const path = random.pick(['/dev/inbox', '/dev/clock', '/dev/inbox?to=ada0@example.test'])
  const claims = {
    host: random.pick(['localhost', '127.0.0.1:3000', '[::1]']),
    ...(random.chance(0.5) && { forwarded: 'for=127.0.0.1' }),
    ...(random.chance(0.5) && { 'x-real-ip': '127.0.0.1' }),
    ...(random.chance(0.8) && { 'x-forwarded-for': `127.0.0.1, ${from}` }),
  }
  const status = await new Promise<number>((resolve, reject) => {
    const asked = askPlainly(server.url + path, { headers: claims }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.once('error', reject).end()
  })
  if (status !== 404) faults.push(`${doing}: ${path} ${status} for ${JSON.stringify(claims)}`)
}

/** From another address of their network each time, as whoever has a /24 can. */
async function guess({ honest, operator }: World, person: Person, random: Random): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.${person.index}.${random.below(250)}`,
  }
  const post = (path: string, request: object) =>
    person.send(path, { method: 'POST', headers, body: JSON.stringify(request) })
  const victim = honest[random.below(honest.length)]?.member.mail ?? ''
  for (let n = 0; n < 3; n += 1) {
    await post('/api/user/login', { user_string: victim, password: WRONG })
    const login = { mail: operator.mail, password: WRONG, code: '000000' }
    await post('/operator/api/login', login)
  }
  await post('/api/sms_mail', { user_string: victim, type: 'forget' })
  const reset = { account: victim, password: WRONG, repassword: WRONG, code: '11111111' }
  await post('/api/user/forget', reset)
}

async function makeKeys(_: World, person: Person, random: Random): Promise<void> {
  const scopes = [random.pick(['read', 'trade', 'withdraw'])]
  const made = await person.app('/security/api_key', { label: 'x', scopes }, { key: newKey() })
  const { message } = (made.json ?? {}) as { message?: { id?: number; key?: string } }
  const wrong = { headers: { 'x-mbx-apikey': message?.key ?? 'nobody' } }
  const account = '/api/v3/account?timestamp=1&signature'
  for (const each of ['', 'x', 'é', '0'.repeat(64)]) await person.send(`${account}=${each}`, wrong)
  await person.app('/security/api_key/log', {}, { method: 'GET' })
  const id = random.chance(0.5) ? message?.id : random.below(1000)
  await person.app('/security/api_key/revoke', { id: id ?? 1 }, { key: newKey() })
}

/** Answers the id of what was taken, or nothing. */
export async function upload(
  person: Person,
  bytes: Buffer,
  { purpose = 'voucher', ...dress }: { purpose?: string; name?: string; type?: string } = {},
): Promise<unknown> {
  const form = new FormData()
  form.append('purpose', purpose)
  const type = dress.type ?? 'image/jpeg'
  form.append('file', new Blob([Uint8Array.from(bytes)], { type }), dress.name ?? 'a.jpg')
  const headers = { authorization: `Bearer ${person.member.token}` }
  const { json } = await person.send('/api/upload', { method: 'POST', headers, body: form })
  const { type: outcome, message } = (json ?? {}) as { type?: unknown; message?: unknown }
  return outcome === 'ok' ? message : undefined
}

/** One that is taken. */
export function goodPicture({ pictures }: World): Buffer {
  const isSmall = ({ outcome, bytes }: BadPicture) => outcome === 'accepted' && bytes.length < 1e5
  return pictures.find(isSmall)?.bytes ?? Buffer.alloc(0)
}

/** As many as they are let, of as much as they may. */
async function sendVouchers(world: World, person: Person): Promise<void> {
  for (let n = 0; n < 6; n += 1) {
    const pic = await upload(person, goodPicture(world))
    const request = { currency: 32, amount: '10000', account: '6222020000001234', pic }
    await person.app('/wallet/charge_req', request, { key: newKey() })
    await person.app('/pay/card', { amount: '2000' }, { key: newKey() })
  }
}

/** All they have, many times at one moment: to another wallet, to the book, out of the house. */
async function spendTwice(world: World, person: Person, random: Random): Promise<void> {
  const sell = { currency_id: currencies.BNB.id, num: '3', price: '1000', mode: 2 }
  const all = { number: '5000', from_field: 'change', to_field: 'legal', currency_id: USDT.id }
  const key = newKey()
  const acts = Array.from({ length: 12 }, (_, n) => async () => {
    const oneKey = n % 2 === 0 ? key : newKey()
    if (n % 3 === 0) await person.app('/wallet/change', all, { key: oneKey })
    else if (n % 3 === 1) await person.app('/transaction/out', sell, { key: newKey() })
    else await withdraw(world, person, { address: randomAddress(random), number: '5000' })
  })
  await Promise.all(acts.map((act) => act()))
  const back = { ...all, from_field: 'legal', to_field: 'change' }
  await person.app('/wallet/change', back, { key: newKey() })
  await person.bot('DELETE', '/api/v3/openOrders', { symbol: 'BNBUSDT' })
}

export function randomAddress(random: Random): string {
  return `0x${Array.from({ length: 40 }, () => random.below(16).toString(16)).join('')}`
}

export async function withdraw(
  { server }: World,
  person: Person,
  { address, number, currency = USDT.id }: { address: string; number: string; currency?: number },
): Promise<void> {
  const payload = { currency: String(currency), address, number }
  const begun = await person.app('/security/step_up', { action: 'withdraw', payload })
  const { message } = (begun.json ?? {}) as { message?: { challenge_id?: string } }
  const challenge = message?.challenge_id
  const proof = challenge === undefined ? 'made-up' : await proveInDatabase(server, challenge)
  await person.app('/wallet/out', { currency, address, number, proof }, { key: newKey() })
}

export const peopleActs: readonly Act[] = [
  { name: 'forged addresses', run: forge },
  { name: 'logins, codes and consoles of others', run: guess },
  { name: 'keys without end', run: makeKeys },
  { name: 'vouchers by the dozen', run: sendVouchers },
  { name: 'the same coins many times', run: spendTwice },
  {
    name: 'uploads of bombs',
    async run({ pictures }, person, random) {
      const { bytes, filename: name, type } = pictures[random.below(pictures.length)] ?? {}
      await upload(person, bytes ?? Buffer.alloc(0), {
        ...(name && { name }),
        ...(type && { type }),
      })
    },
  },
  {
    name: 'odd idempotency keys',
    async run(_, person, random) {
      const request = { number: '1', from_field: 'change', to_field: 'legal', currency_id: USDT.id }
      const key = ODD_KEYS[random.below(ODD_KEYS.length)] ?? ''
      for (let n = 0; n < 2; n += 1) await person.app('/wallet/change', request, { key })
    },
  },
  {
    name: 'odd paths and bodies',
    async run(_, person, random) {
      await person.send(random.pick(ODD_PATHS))
      const authorization = `Bearer ${person.member.token}`
      const headers = { authorization, 'content-type': 'application/json' }
      const body = random.pick(ODD_BODIES)
      const path = random.pick(['/wallet/change', '/transaction/in', '/user/login', '/wallet/out'])
      await person.send(`/api${path}`, { method: 'POST', headers, body })
    },
  },
  {
    name: 'a frozen account that goes on',
    by: ({ index }) => FREEZERS.includes(index),
    async run(_, person) {
      await person.app('/security/freeze', {}, { key: newKey() })
      const { mail, password } = person.member
      await person.app('/user/login', { user_string: mail, password })
      const order = { currency_id: BTBC.id, num: '1', price: '1', mode: 2 }
      await person.app('/transaction/out', order, { key: newKey() })
    },
  },
  {
    name: 'a price printed for the claim fee',
    async run(_, person, random) {
      const price = random.pick(['13000', '0.0001'])
      const order = { currency_id: BTBC.id, num: '0.01', price, mode: 2 }
      await person.app('/transaction/out', order, { key: newKey() })
      await person.app('/transaction/in', order, { key: newKey() })
      await person.app('/machine/synchronise', {}, { key: newKey() })
      await person.app('/machine/has_reward', {}, { method: 'GET' })
      await person.app('/machine/reward', { amount: '0.00000001' }, { key: newKey() })
    },
  },
]
