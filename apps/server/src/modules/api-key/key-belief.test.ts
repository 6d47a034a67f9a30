import { listApiKeys, revokeApiKey as revokeApiKeyCall } from '@btbc/contract/api-key.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { expect, test } from 'vitest'

import { startBot } from '#testing/bots.ts'
import { ok, startTestServer } from '#testing/server.ts'

import { revokeApiKey } from './api-key.ts'

test('a key whose end is undone goes on, and one whose account is frozen stops at once', async () => {
  const server = await startTestServer()
  const { member, signed } = await startBot(server, 'ada@example.test')
  const status = async () => (await signed('GET', '/api/v3/account')).status
  expect(await status()).toBe(200)
  const [listed] = ok(await server.call(listApiKeys, {}, { as: member }))
  const revoked = { memberId: member.id, id: listed?.id ?? 0, wallNow: server.clock.wallNow() }
  const undone = server.db.transaction().execute(async (tx) => {
    await revokeApiKey(tx, revoked)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await status()).toBe(200)
  ok(await server.call(revokeApiKeyCall, { id: revoked.id }, { as: member }))
  expect(await status()).toBe(401)

  const bob = await startBot(server, 'bob@example.test')
  expect((await bob.signed('GET', '/api/v3/account')).status).toBe(200)
  ok(await server.call(freezeAccount, {}, { as: bob.member }))
  expect((await bob.signed('GET', '/api/v3/account')).status).toBe(401)
})
