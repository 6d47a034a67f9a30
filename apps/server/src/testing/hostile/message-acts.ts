import { createECDH } from 'node:crypto'

import type { Random } from '@btbc/matching/random-flow.ts'

import { messageOf } from './caller.ts'
import { oddId, oddValue, oddWord } from './odd.ts'
import type { Act, Person, World } from './world.ts'

/** What can be done to others by writing to the house, and by what one lets oneself be told. */

const AT_ONCE = 20
const ENDPOINTS = [
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://a:b@push.example.test/x',
  'http://push.example.test/x',
  'file:///etc/passwd',
  'https://',
  'x',
] as const

async function writeOn(_: World, person: Person, random: Random): Promise<void> {
  const content = random.chance(0.7) ? 'Where is my money?' : oddWord(random)
  const pics = random.chance(0.7) ? [] : [oddWord(random), 'x'.repeat(32)]
  const written = await Promise.all(
    Array.from({ length: AT_ONCE }, () => person.change('/feedback/add', { content, pics })),
  )
  const ids = written.flatMap((heard) => messageOf<{ id: number }>(heard).id ?? [])
  const id = ids[0] ?? oddId(random)
  const replies = Array.from({ length: AT_ONCE / 2 }, () =>
    person.change('/feedback/reply', { id, content: 'Well?' }),
  )
  await Promise.all(replies)
  await person.change('/feedback/read', { id: oddId(random) })
  await person.app('/feedback/detail', { id: oddId(random) })
}

/** Of a browser that there is not. */
function deviceKeys() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return { p256dh: own.getPublicKey('base64url'), auth: 'A'.repeat(22) }
}

/** Names that nobody answers to and addresses inside; then the house has something to tell. */
async function subscribe(_: World, person: Person, random: Random): Promise<void> {
  const keys = deviceKeys()
  for (let n = 0; n < 6; n += 1) {
    const away = `https://push${random.below(1e6)}.example.test/${'x'.repeat(random.below(900))}`
    const endpoint = random.pick([away, away, random.pick(ENDPOINTS), oddWord(random)])
    const odd = random.chance(0.2) ? { auth: oddWord(random), p256dh: oddWord(random) } : {}
    await person.change('/notice/device', { endpoint, ...keys, ...odd })
  }
  await person.change('/notice/device/remove', { endpoint: oddWord(random) })
  const { mail } = person.member
  await person.app('/user/login', { user_string: mail, password: 'not-it-at-all-1' })
}

async function askOfNotices(_: World, person: Person, random: Random): Promise<void> {
  const list = Array.from({ length: 201 }, (_each, n) => n + 1)
  for (let n = 0; n < 4; n += 1) {
    const chosen = { kind: oddWord(random), way: oddWord(random), on: oddValue(random) }
    const kind = random.pick(['security', 'deals', 'earn'])
    const fair = { kind, way: random.pick(['app', 'mail', 'push']), on: random.chance(0.5) }
    await person.change('/notice/settings', random.chance(0.5) ? chosen : fair)
    await person.change('/notice/read', { ids: random.pick([[oddId(random)], list, [], 'x', {}]) })
    const page = { before: oddId(random), limit: oddId(random), page: oddId(random) }
    await person.app('/notice/list', page)
  }
}

export const messageActs: readonly Act[] = [
  { name: 'feedback without end', run: writeOn },
  { name: 'devices to be told that there are not', run: subscribe },
  { name: 'odd questions about notices', run: askOfNotices },
]
