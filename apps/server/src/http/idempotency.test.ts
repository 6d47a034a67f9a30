import { readProfile } from '@btbc/contract/account.ts'
import { requestTestCoins } from '@btbc/contract/deposit.ts'
import { logOut } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { ok, startTestServer } from '#testing/server.ts'

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
