import { readProfile } from '@btbc/contract/account.ts'
import { requestTestCoins } from '@btbc/contract/deposit.ts'
import { markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { logOut } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { ok, startTestServer } from '#testing/server.ts'

import { USUAL_ANSWERS } from './usual-answers.ts'

test('an Idempotency-Key that cannot be kept as it is refuses the call, and nothing is done', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const both = new Headers([
    ['idempotency-key', 'one'],
    ['idempotency-key', 'two'],
  ])
  const keys = [
    '',
    'k'.repeat(256),
    'k'.repeat(3000),
    'two words',
    'kéy',
    both.get('idempotency-key'),
  ]
  for (const key of keys) {
    const options = { as: ada, headers: { 'idempotency-key': key ?? '' } }
    const refused = { code: 'invalid_request', details: { field: 'Idempotency-Key' } }
    expect(await server.call(logOut, {}, options), key ?? '').toMatchObject(refused)
    expect(await server.call(requestTestCoins, { currency: 3 }, options)).toMatchObject(refused)
  }
  ok(await server.call(readProfile, {}, { as: ada }))
  ok(await server.call(logOut, {}, { as: ada, key: 'k'.repeat(255) }))
})

test('of the answers of one member in a day so many are kept for a month, and all others for a day', async () => {
  const server = await startTestServer({ rateLimits: false })
  const [eve, ada] = [await server.join('eve@example.test'), await server.join('ada@example.test')]
  const change = async (as: { token: string }, key: string) =>
    ok(await server.call(markOwnNoticesRead, {}, { as, key }))
  const more = 3
  const keys = Array.from({ length: USUAL_ANSWERS + more }, (_, n) => `key-${n}`)
  for (let n = 0; n < keys.length; n += 20)
    await Promise.all(keys.slice(n, n + 20).map((key) => change(eve, key)))
  await change(ada, 'one')
  const kept = async () => {
    const rows = await server.db.selectFrom('idempotency').select('member_id').execute()
    const of = (id: number) => rows.filter((row) => row.member_id === id).length
    return [of(eve.id), of(ada.id)]
  }
  await server.pass({ hours: 23 })
  expect(await kept()).toEqual([USUAL_ANSWERS + more, 1])
  await server.pass({ hours: 2 })
  expect(await kept()).toEqual([USUAL_ANSWERS, 1])
  // The next day begins anew.
  await change(eve, 'another-day')
  await server.pass({ days: 2 })
  expect(await kept()).toEqual([USUAL_ANSWERS + 1, 1])
})
