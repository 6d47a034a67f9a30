import { readProfile } from '@btbc/contract/account.ts'
import { createApiKey } from '@btbc/contract/api-key.ts'
import { cancelOrder, placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { freezeAccount, unfreezeAccount } from '@btbc/contract/freeze.ts'
import { beginStepUp, readSecurity } from '@btbc/contract/security.ts'
import { logIn, requestCode, resetPassword } from '@btbc/contract/session.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { logInElsewhere } from '#testing/elsewhere.ts'
import { give } from '#testing/funds.ts'
import { ok, refusal, startTestServer, TEST_PASSWORD, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

const OWNERS = 'silver-anvil-58'

async function reset(server: TestServer, mail: string): Promise<void> {
  ok(await server.call(requestCode, { user_string: mail, type: 'forget' }))
  const code = await server.lastCode(mail)
  const request = { account: mail, password: OWNERS, repassword: OWNERS, code }
  ok(await server.call(resetPassword, request))
}

test('one tap freezes: no key, no risky call, no other session, and 24 hours before it thaws', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const plain = { label: 'bot', scopes: ['read' as const] }
  const { key } = ok(await server.call(createApiKey, plain, { as: ada }))
  const other = await logInElsewhere(server, ada)
  const early = await stepUp(server, ada, 'withdraw', {})
  ok(await server.call(freezeAccount, {}, { as: ada }))
  expect(refusal(await server.call(readProfile, {}, { as: other }))).toBe('login_required')
  for (const action of [
    'withdraw',
    'bank_withdraw',
    'address_add',
    'api_key',
    'contact',
  ] as const) {
    const begun = await server.call(beginStepUp, { action, payload: {} }, { as: ada })
    expect(refusal(begun), action).toBe('account_frozen')
  }
  const listed = { ...plain, addresses: ['127.0.0.1'], proof: early }
  for (const request of [listed, plain]) {
    const made = await server.call(createApiKey, request, { as: ada })
    expect(refusal(made)).toBe('account_frozen')
  }
  const stream = await fetch(`${server.url}/api/v3/userDataStream`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': key },
  })
  expect(stream.status).toBe(401)
  const unfreeze = async () => {
    const proof = await stepUp(server, ada, 'unfreeze', {})
    return await server.call(unfreezeAccount, { proof }, { as: ada })
  }
  expect(refusal(await unfreeze())).toBe('freeze_holds')
  const frozen = ok(await server.call(readSecurity, {}, { as: ada }))
  const heldMs = Date.parse(frozen.unfreezes_at ?? '') - Date.parse(frozen.frozen_at ?? '')
  expect(heldMs).toBe(24 * 60 * 60 * 1000)
  await server.pass({ hours: 24 })
  expect(refusal(await server.call(unfreezeAccount, {}, { as: ada }))).toBe('step_up_required')
  ok(await unfreeze())
  const state = ok(await server.call(readSecurity, {}, { as: ada }))
  expect(state).toMatchObject({ frozen_at: null, unfreezes_at: null })
  expect(refusal(await server.call(unfreezeAccount, {}, { as: ada }))).toBe('not_frozen')
  ok(await server.call(logIn, { user_string: ada.mail, password: TEST_PASSWORD }))
})

test('a thief who freezes is out, and the owner comes in with a reset, from wherever', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  const ada = await server.join('ada@example.test')
  const thief = { headers: { 'x-forwarded-for': '203.0.113.9' } }
  const login = { user_string: ada.mail, password: TEST_PASSWORD }
  const stolen = { token: ok(await server.call(logIn, login, thief)) }
  ok(await server.call(freezeAccount, {}, { as: stolen, ...thief }))
  for (const as of [stolen, ada]) {
    expect(refusal(await server.call(readProfile, {}, { as }))).toBe('login_required')
  }
  for (const from of [thief, {}]) {
    expect(refusal(await server.call(logIn, login, from))).toBe('login_frozen')
    const wrong = { ...login, password: 'not-it-at-all-1' }
    expect(refusal(await server.call(logIn, wrong, from))).toBe('login_failed')
  }
  await reset(server, ada.mail)
  expect(refusal(await server.call(logIn, login, thief))).toBe('login_failed')
  ok(await server.call(logIn, { ...login, password: OWNERS }))
})

test('a frozen account places no orders and cancels those it has', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  await give(server, ada.id, currencies.USDT.id, 1000n)
  const order = { currency_id: currencies.BTC.id, price: '60000', num: '0.001', mode: 2 }
  const { id } = ok(await server.call(placeBuy, order, { as: ada }))
  await logInElsewhere(server, ada)
  ok(await server.call(freezeAccount, {}, { as: ada }))
  for (const call of [placeBuy, placeSell]) {
    expect(refusal(await server.call(call, order, { as: ada }))).toBe('account_frozen')
  }
  const cancelled = ok(await server.call(cancelOrder, { id, type: 'in' }, { as: ada }))
  expect(cancelled.released).toBe('60.00000000')
  await server.pass({ hours: 24 })
  const proof = await stepUp(server, ada, 'unfreeze', {})
  ok(await server.call(unfreezeAccount, { proof }, { as: ada }))
  server.clock.pass({ seconds: 5 })
  ok(await server.call(placeBuy, order, { as: ada }))
})

test('a day in which an owner can stop a thief takes longer when the house stood still in it', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  await logInElsewhere(server, ada)
  ok(await server.call(freezeAccount, {}, { as: ada }))
  const now = server.clock.now()
  const known_only_ends_at = new Date(now.getTime() + 24 * 60 * 60 * 1000)
  await server.db
    .updateTable('member')
    .set({ weakened_at: now, known_only_at: now, known_only_ends_at })
    .where('id', '=', ada.id)
    .execute()
  server.clock.pass({ hours: 48 })
  await server.app.jobs.sweep()
  const until = '2026-03-04T12:00:00.000Z'
  const longer = { unfreezes_at: until, held_until: until, known_only_ends_at: until }
  const state = ok(await server.call(readSecurity, {}, { as: ada }))
  expect(state).toMatchObject({ frozen_at: now.toISOString(), ...longer })
  // What is over stays over.
  await server.pass({ hours: 24 })
  server.clock.pass({ hours: 48 })
  await server.app.jobs.sweep()
  expect(ok(await server.call(readSecurity, {}, { as: ada }))).toMatchObject({
    unfreezes_at: until,
    held_until: null,
    known_only: false,
  })
})
