import { createApiKey, listApiKeys, listApiKeyUses, revokeApiKey } from '@btbc/contract/api-key.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { startKeyUses } from './key-uses.ts'

const request = { label: 'bot', scopes: ['read' as const] }

test('a key is shown once, listed without its secret, and gone when it is revoked', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const { id, key, secret } = ok(await server.call(createApiKey, request, { as: ada }))
  const listed = ok(await server.call(listApiKeys, {}, { as: ada }))
  expect(listed).toMatchObject([{ id, key, label: 'bot', scopes: ['read'], uses: 0 }])
  expect(JSON.stringify(listed)).not.toContain(secret)
  const { sealed_secret: sealed } = await server.db
    .selectFrom('api_key')
    .select('sealed_secret')
    .executeTakeFirstOrThrow()
  expect(sealed.toString('latin1')).not.toContain(secret)
  const foreign = await server.call(revokeApiKey, { id }, { as: eve })
  expect(refusal(foreign)).toBe('api_key_not_found')
  ok(await server.call(revokeApiKey, { id }, { as: ada }))
  expect(ok(await server.call(listApiKeys, {}, { as: ada }))).toEqual([])
  const again = await server.call(revokeApiKey, { id }, { as: ada })
  expect(refusal(again)).toBe('api_key_not_found')
})

test('every use is in the log, refused ones too', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { key } = ok(await server.call(createApiKey, request, { as: ada }))
  const headers = { 'x-mbx-apikey': key }
  await fetch(`${server.url}/api/v3/userDataStream`, { method: 'POST', headers })
  await fetch(`${server.url}/api/v3/account?timestamp=1&signature=x`, { headers })
  const { list } = ok(await server.call(listApiKeyUses, {}, { as: ada, method: 'GET' }))
  expect(list.map((each) => `${each.call} ${each.outcome} ${each.uses}`).toSorted()).toEqual([
    'GET /api/v3/account refused 1',
    'POST /api/v3/userDataStream accepted 1',
  ])
  // However many there are, the list of keys does not go through them.
  await server.db.deleteFrom('api_key_use').execute()
  const listed = ok(await server.call(listApiKeys, {}, { as: ada }))
  expect(listed).toMatchObject([{ uses: 2, last_used_at: expect.any(String) as unknown }])
})

test('a flood of uses is written down whole, and a household of IPv6 is one address', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { id } = ok(await server.call(createApiKey, request, { as: ada }))
  const uses = startKeyUses(server.db, (error) => expect(error).toBeUndefined())
  const at = server.clock.wallNow()
  const note = (address: string) =>
    uses.note({ keyId: id, call: 'GET /api/v3/account', address, outcome: 'refused', at })
  for (let each = 0; each < 9_999; each += 1) note(`10.1.${each >> 8}.${each & 255}`)
  for (let each = 0; each < 100; each += 1) note(`2001:db8::${each.toString(16)}`)
  await uses.stop()
  const listed = ok(await server.call(listApiKeys, {}, { as: ada }))
  expect(listed).toMatchObject([{ uses: 10_099 }])
  const last = await server.db
    .selectFrom('api_key_use')
    .select('uses')
    .where('address', 'like', '2001%')
    .execute()
  expect(last).toEqual([{ uses: 100n }])
})

test('a member has twenty keys at the most', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  for (let count = 0; count < 20; count += 1) {
    ok(await server.call(createApiKey, request, { as: ada }))
  }
  const one = await server.call(createApiKey, request, { as: ada })
  expect(refusal(one)).toBe('too_many_api_keys')
})

test('a new key is told by mail, with what it may do, in the language of its member', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const trading = { label: 'my {may} bot', scopes: ['read' as const, 'trade' as const] }
  ok(await server.call(createApiKey, trading, { as: ada }))
  await server.db.updateTable('member').set({ language: 'spa' }).execute()
  ok(await server.call(createApiKey, request, { as: ada }))
  const [spanish, english] = await server.db
    .selectFrom('outbox')
    .select(['recipient', 'text'])
    .orderBy('id', 'desc')
    .execute()
  expect(english?.text).toContain('“my {may} bot”')
  expect(english?.text).toContain('It can read your orders and balances; place and cancel orders.')
  expect(spanish).toMatchObject({ recipient: ada.mail })
  expect(spanish?.text).toContain('Puede leer tus órdenes y saldos.')
})

test('whoever has more to show than a session shows it before a program may trade', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const trading = { label: 'bot', scopes: ['read' as const, 'trade' as const] }
  ok(await server.call(createApiKey, trading, { as: ada }))
  const pin = { member_id: ada.id, pin_hash: 'x', set_at: server.clock.wallNow() }
  await server.db.insertInto('fund_pin').values(pin).execute()
  ok(await server.call(createApiKey, request, { as: ada }))
  const bare = await server.call(createApiKey, trading, { as: ada })
  expect(refusal(bare)).toBe('step_up_required')
  const payload = { label: 'bot', scopes: 'read,trade', addresses: '' }
  const proof = await stepUp(server, ada, 'api_key', payload)
  ok(await server.call(createApiKey, { ...trading, proof }, { as: ada }))
})
