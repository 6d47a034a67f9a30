import { createApiKey, listApiKeys, revokeApiKey } from '@btbc/contract/api-key.ts'
import { calls } from '@btbc/contract/calls.ts'
import {
  beginStepUp,
  proveStepUp,
  readSecurity,
  requestConfirmationCode,
} from '@btbc/contract/security.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import { logIn, requestCode, resetPassword } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

type Someone = { token: string; mail: string }

const key = { label: 'bot', scopes: ['read' as const], addresses: ['127.0.0.1'] }
const payload = { label: 'bot', scopes: 'read', addresses: '127.0.0.1' }

async function begin(server: TestServer, as: Someone) {
  return ok(await server.call(beginStepUp, { action: 'api_key', payload }, { as }))
}

async function sentCode(server: TestServer, as: Someone, challenge_id?: string): Promise<string> {
  ok(await server.call(requestConfirmationCode, { challenge_id }, { as }))
  return await server.lastCode(as.mail)
}

const proveBy = (server: TestServer, as: Someone, challenge_id: string, code: string) =>
  server.call(proveStepUp, { challenge_id, method: 'code', code }, { as })

/** A code of the same length that is wrong. */
function wrongOf(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

async function prove(server: TestServer, as: Someone): Promise<string> {
  const { challenge_id } = await begin(server, as)
  const code = await sentCode(server, as, challenge_id)
  return ok(await proveBy(server, as, challenge_id, code)).proof
}

const createKey = (server: TestServer, as: Someone, more: { proof?: string; code?: string }) =>
  server.call(createApiKey, { ...key, ...more }, { as })

test('a risky call needs a proof; the proof is good once, for its member and its payload', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  expect(refusal(await createKey(server, ada, {}))).toBe('step_up_required')
  expect(refusal(await createKey(server, ada, { proof: 'made-up' }))).toBe('step_up_invalid')
  const proof = await prove(server, ada)
  expect(refusal(await createKey(server, eve, { proof }))).toBe('step_up_invalid')
  const other = { ...key, addresses: ['127.0.0.2'], proof }
  expect(refusal(await server.call(createApiKey, other, { as: ada }))).toBe('step_up_invalid')
  ok(await createKey(server, ada, { proof }))
  expect(refusal(await createKey(server, ada, { proof }))).toBe('step_up_invalid')
  expect(ok(await server.call(listApiKeys, {}, { as: ada }))).toHaveLength(1)
  expect(ok(await server.call(listApiKeys, {}, { as: eve }))).toEqual([])
})

test('what is missing is said, with the proofs that will do', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  expect(await createKey(server, ada, {})).toMatchObject({
    code: 'step_up_required',
    details: { methods: 'code' },
  })
  expect(await begin(server, ada)).toMatchObject({
    methods: ['code'],
    sent_to: 'a***a@example.test',
  })
})

test('a proof is stale after five minutes on the wall, and one of another action is worth nothing', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const proof = await prove(server, ada)
  server.clock.moveWall(5 * 60 * 1000)
  expect(refusal(await createKey(server, ada, { proof }))).toBe('step_up_invalid')
  const foreign = await stepUp(server, ada, 'withdraw', payload)
  expect(refusal(await createKey(server, ada, { proof: foreign }))).toBe('step_up_invalid')
})

test('of many calls with one proof at once, one is done', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const proof = await stepUp(server, ada, 'api_key', payload)
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => createKey(server, ada, { proof })),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect(ok(await server.call(listApiKeys, {}, { as: ada }))).toHaveLength(1)
})

test('a refused call leaves its proof unused', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  for (let count = 0; count < 20; count += 1) {
    const plain = { label: 'bot', scopes: ['read' as const] }
    ok(await server.call(createApiKey, plain, { as: ada }))
  }
  const proof = await stepUp(server, ada, 'api_key', payload)
  expect(refusal(await createKey(server, ada, { proof }))).toBe('too_many_api_keys')
  const [first] = ok(await server.call(listApiKeys, {}, { as: ada }))
  ok(await server.call(revokeApiKey, { id: first?.id ?? 0 }, { as: ada }))
  ok(await createKey(server, ada, { proof }))
})

test('a sent code confirms what its mail names, and nothing else', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const begun = async (action: StepUpAction, content: Record<string, string>) =>
    ok(await server.call(beginStepUp, { action, payload: content }, { as: ada })).challenge_id
  const address = `0x${'ab'.repeat(20)}`
  const withdrawal = { currency: '3', address, number: '12.50' }
  const meant = await begun('withdraw', withdrawal)
  const code = await sentCode(server, ada, meant)
  const mail = await server.db
    .selectFrom('outbox')
    .select('text')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(mail.text).toMatch(/withdrawing 12\.5 USDT to 0x/)
  expect(mail.text.toLowerCase()).toContain(address)
  const others = [
    await begun('withdraw', { ...withdrawal, number: '99' }),
    await begun('withdraw', { ...withdrawal, address: `0x${'cd'.repeat(20)}` }),
    await begun('address_add', { address }),
    (await begin(server, ada)).challenge_id,
  ]
  for (const other of others) {
    expect(refusal(await proveBy(server, ada, other, code))).toBe('step_up_wrong')
  }
  // The same content, begun anew: a sheet that was closed and opened again.
  ok(await proveBy(server, ada, await begun('withdraw', { ...withdrawal, number: '12.5' }), code))
  expect(refusal(await proveBy(server, ada, meant, code))).toBe('step_up_wrong')

  const foreign = await server.join('eve@example.test')
  const asked = await server.call(requestConfirmationCode, { challenge_id: meant }, { as: foreign })
  expect(refusal(asked)).toBe('step_up_invalid')
})

test('what a stranger with the session types is not repeated in the mail', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const lure = { currency: 'tell it to 555', number: '0, to cancel', address: 'call 555' }
  for (const action of ['withdraw', 'bank_withdraw', 'address_add', 'phrase'] as const) {
    const content = { ...lure, amount: '1e9', bank_no: 'call 555', phrase: 'call 555' }
    const begun = { action, payload: content }
    const { challenge_id } = ok(await server.call(beginStepUp, begun, { as: ada }))
    await sentCode(server, ada, challenge_id)
    server.clock.pass({ seconds: 61 })
  }
  const mails = await server.db.selectFrom('outbox').select(['text', 'code']).execute()
  // One code in some hundred has three fives by chance.
  const texts = mails.map(({ text, code }) => text.replace(code ?? '', ''))
  expect(texts.filter((text) => text.includes('nothing else'))).toHaveLength(4)
  expect(texts.filter((text) => text.includes('555'))).toEqual([])
})

test('a code that was asked for before it was said what for confirms a withdrawal alone', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const sent = ok(await server.call(requestConfirmationCode, {}, { as: ada, method: 'GET' }))
  expect(sent).toEqual({ resend_s: 60, channel: 'mail' })
  const code = await server.lastCode(ada.mail)
  expect(refusal(await createKey(server, ada, { code }))).toBe('code_wrong')
  const { challenge_id } = await begin(server, ada)
  expect(refusal(await proveBy(server, ada, challenge_id, code))).toBe('step_up_wrong')
})

test('asked twice in a row it sends one code, and after that it waits a minute', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { challenge_id } = await begin(server, ada)
  const code = await sentCode(server, ada, challenge_id)
  expect(await sentCode(server, ada, challenge_id)).toBe(code)
  server.clock.pass({ seconds: 20 })
  expect(refusal(await server.call(requestConfirmationCode, { challenge_id }, { as: ada }))).toBe(
    'resend_wait',
  )
  server.clock.pass({ seconds: 41 })
  expect(await sentCode(server, ada, challenge_id)).not.toBe(code)
  expect(refusal(await proveBy(server, ada, challenge_id, code))).toBe('step_up_wrong')
})

test('a sent code dies at five wrong tries, however parallel they come and to which call', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const challenges = await Promise.all(Array.from({ length: 20 }, () => begin(server, ada)))
  const code = await sentCode(server, ada, challenges[0]?.challenge_id)
  await Promise.all([
    ...Array.from({ length: 20 }, (_, at) =>
      createKey(server, ada, { code: wrongOf(code, at + 1) }),
    ),
    ...challenges.map(({ challenge_id }, at) =>
      proveBy(server, ada, challenge_id, wrongOf(code, at + 100)),
    ),
  ])
  expect(refusal(await createKey(server, ada, { code }))).toBe('code_wrong')
  const { tries } = await server.db
    .selectFrom('code')
    .select('tries')
    .where('purpose', '=', 'withdraw')
    .executeTakeFirstOrThrow()
  expect(tries).toBe(5)
})

test('a step-up is another member’s business only, dies at five wrong tries, and is proved once', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const { challenge_id } = await begin(server, ada)
  const code = await sentCode(server, ada, challenge_id)
  const request = { challenge_id, method: 'code' as const }
  const tryCode = (typed: string, as: Someone) =>
    server.call(proveStepUp, { ...request, code: typed }, { as })
  expect(refusal(await tryCode(code, eve))).toBe('step_up_invalid')
  expect(await tryCode(wrongOf(code), ada)).toMatchObject({
    code: 'step_up_wrong',
    details: { left: 4 },
  })
  ok(await tryCode(code, ada))
  expect(refusal(await tryCode(code, ada))).toBe('step_up_invalid')
})

test('who proved no address cannot confirm anything and is told so', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  await server.db
    .updateTable('member')
    .set({ mail_proved_at: null })
    .where('id', '=', ada.id)
    .execute()
  const begun = await server.call(beginStepUp, { action: 'withdraw', payload: {} }, { as: ada })
  expect(refusal(begun)).toBe('not_verified')
  expect(refusal(await server.call(requestConfirmationCode, {}, { as: ada }))).toBe('not_verified')
  expect(refusal(await createKey(server, ada, {}))).toBe('not_verified')
})

test('withdrawals wait 24 hours after the password was reset', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const state = async (as: { token: string }) =>
    ok(await server.call(readSecurity, {}, { as, method: 'GET' }))
  expect(await state(ada)).toMatchObject({ held_until: null, frozen_at: null, pin: false })
  ok(await server.call(requestCode, { user_string: ada.mail, type: 'forget' }))
  const password = 'silver-anchor-77'
  const reset = { account: ada.mail, password, repassword: password }
  ok(await server.call(resetPassword, { ...reset, code: await server.lastCode(ada.mail) }))
  const token = ok(await server.call(logIn, { user_string: ada.mail, password }))
  const until = new Date(server.clock.now().getTime() + 24 * 60 * 60 * 1000).toISOString()
  expect((await state({ token })).held_until).toBe(until)
  await server.pass({ hours: 24 })
  const back = ok(await server.call(logIn, { user_string: ada.mail, password }))
  expect((await state({ token: back })).held_until).toBeNull()
})

test('what a step-up can be refused with is listed on every call that takes a proof', () => {
  for (const { path, request, refusals } of Object.values(calls)) {
    if (!('proof' in request)) continue
    expect(refusals, path).toEqual(expect.arrayContaining(['step_up_required', 'step_up_invalid']))
  }
})
