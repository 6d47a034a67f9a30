import { createHash } from 'node:crypto'

import { readProfile } from '@btbc/contract/account.ts'
import { requestTestCoins } from '@btbc/contract/deposit.ts'
import { markOwnNoticesRead } from '@btbc/contract/notice.ts'
import { changePassword, logOut } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { logInElsewhere } from '#testing/elsewhere.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

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

test('what is kept of a request with a password in it is no hash of it alone, and knows it again', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const request = (password: string) => {
    const old_password = ada.password
    return { old_password, password, re_password: password }
  }
  const change = (password: string, as: { token: string } = ada) =>
    server.call(changePassword, request(password), { as, key: 'one' })
  ok(await change('silver-teapot-7'))
  ok(await change('silver-teapot-7'))
  expect(refusal(await change('golden-teapot-8'))).toBe('key_reused')
  const { request_hash } = await server.db
    .selectFrom('idempotency')
    .select('request_hash')
    .executeTakeFirstOrThrow()
  const text = `${changePassword.path}\0${JSON.stringify(request('silver-teapot-7'))}`
  expect(request_hash).not.toEqual(createHash('sha256').update(text).digest())
  const other = await logInElsewhere(server, { ...ada, password: 'silver-teapot-7' })
  expect(refusal(await change('silver-teapot-7', other))).toBe('key_reused')
})
