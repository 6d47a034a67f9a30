import { createApiKey } from '@btbc/contract/api-key.ts'
import {
  beginPasskey,
  finishPasskey,
  listPasskeys,
  removePasskey,
} from '@btbc/contract/own-passkeys.ts'
import {
  beginAuthenticator,
  beginStepUp,
  confirmAuthenticator,
  proveStepUp,
  readSecurity,
  removeAuthenticator,
  removeFundPin,
  renewRecoveryCodes,
  requestConfirmationCode,
  setFundPin,
  setPhrase,
} from '@btbc/contract/security.ts'
import { requestCode } from '@btbc/contract/session.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import { expect, test } from 'vitest'

import { totpCode } from '#testing/factors.ts'
import { openAuthenticator } from '#testing/passkey.ts'
import { ok, refusal, startTestServer, TEST_PASSWORD, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

type Someone = { token: string; mail: string; id: number }

async function addTotp(server: TestServer, as: Someone) {
  const proof = await stepUp(server, as, 'totp_add', {})
  const { secret, uri } = ok(await server.call(beginAuthenticator, { proof }, { as }))
  const confirmed = ok(
    await server.call(confirmAuthenticator, { code: totpCode(server, secret) }, { as }),
  )
  server.clock.pass({ seconds: 60 })
  return { secret, uri, codes: confirmed.recovery_codes }
}

async function addPasskey(server: TestServer, as: Someone, label = 'phone') {
  const proof = await stepUp(server, as, 'passkey_add', {})
  const { options } = ok(await server.call(beginPasskey, { proof }, { as }))
  const device = openAuthenticator()
  const credential = device.make(options, server.url)
  const made = ok(await server.call(finishPasskey, { label, credential }, { as }))
  return { device, credential, ...made }
}

const begin = async (server: TestServer, as: Someone, action: StepUpAction = 'withdraw') =>
  ok(await server.call(beginStepUp, { action, payload: {} }, { as }))

const stateOf = async (server: TestServer, as: Someone) =>
  ok(await server.call(readSecurity, {}, { as, method: 'GET' }))

const mailsTo = (server: TestServer, mail: string) =>
  server.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', mail)
    .orderBy('id', 'desc')
    .execute()

test('an authenticator is in force after its first right code, and then stands before sent codes', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const proof = await stepUp(server, ada, 'totp_add', {})
  const begun = ok(await server.call(beginAuthenticator, { proof }, { as: ada }))
  expect(begun.uri).toMatch(/^otpauth:\/\/totp\/BTBC%20TEST/)
  expect((await begin(server, ada)).methods).toEqual(['code'])
  const wrong = await server.call(confirmAuthenticator, { code: '000000' }, { as: ada })
  expect(wrong).toMatchObject({ code: 'step_up_wrong', details: { left: 4 } })
  const code = totpCode(server, begun.secret)
  const { recovery_codes: codes } = ok(
    await server.call(confirmAuthenticator, { code }, { as: ada }),
  )
  expect(new Set(codes).size).toBe(10)
  expect(await begin(server, ada)).toMatchObject({ methods: ['totp'], sent_to: '' })
  expect(await stateOf(server, ada)).toMatchObject({ totp: true, recovery_codes: 10 })
  expect((await mailsTo(server, ada.mail))[0]?.text).toContain('an authenticator was added')
  const again = await stepUp(server, ada, 'totp_add', {})
  expect(refusal(await server.call(beginAuthenticator, { proof: again }, { as: ada }))).toBe(
    'totp_exists',
  )
})

test('a sent code is worth nothing once there is an authenticator', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { challenge_id } = await begin(server, ada)
  ok(await server.call(requestConfirmationCode, { challenge_id }, { as: ada }))
  const code = await server.lastCode(ada.mail)
  await addTotp(server, ada)
  const key = { label: 'bot', scopes: ['read' as const], addresses: ['127.0.0.1'], code }
  expect(await server.call(createApiKey, key, { as: ada })).toMatchObject({
    code: 'step_up_required',
    details: { methods: 'totp' },
  })
  const request = { challenge_id, method: 'code' as const, code }
  const proved = await server.call(proveStepUp, request, { as: ada })
  expect(refusal(proved)).toBe('step_up_invalid')
})

test('no code of an authenticator is accepted twice, nor one of a step before', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { secret } = await addTotp(server, ada)
  const prove = async (code: string) => {
    const { challenge_id } = await begin(server, ada)
    const request = { challenge_id, method: 'totp' as const, code }
    return await server.call(proveStepUp, request, { as: ada })
  }
  const now = totpCode(server, secret)
  const before = totpCode(server, secret, -1)
  ok(await prove(now))
  expect(refusal(await prove(now))).toBe('step_up_wrong')
  expect(refusal(await prove(before))).toBe('step_up_wrong')
  ok(await prove(totpCode(server, secret, 1)))
  expect(refusal(await prove(totpCode(server, secret, 3)))).toBe('step_up_wrong')
})

test('one code of an authenticator, sent to many step-ups at once, proves one', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const { secret } = await addTotp(server, ada)
  const begun = await Promise.all(Array.from({ length: 4 }, () => begin(server, ada)))
  const code = totpCode(server, secret)
  const answers = await Promise.all(
    begun.map(({ challenge_id }) =>
      server.call(proveStepUp, { challenge_id, method: 'totp', code }, { as: ada }),
    ),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
})

test('five wrong codes lock the authenticator for an hour, whatever step-up they went to', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const { secret } = await addTotp(server, ada)
  const begun = await Promise.all(Array.from({ length: 12 }, () => begin(server, ada)))
  const answers = await Promise.all(
    begun.map(({ challenge_id }, at) => {
      const code = String((Number(totpCode(server, secret)) + at * 7 + 1) % 1e6).padStart(6, '0')
      const request = { challenge_id, method: 'totp' as const, code }
      return server.call(proveStepUp, request, { as: ada })
    }),
  )
  const codes = answers.map(refusal).toSorted()
  expect(codes.filter((code) => code === 'step_up_wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'step_up_locked')).toHaveLength(7)
  const right = async () => {
    const { challenge_id } = await begin(server, ada)
    const request = { challenge_id, method: 'totp' as const, code: totpCode(server, secret) }
    return await server.call(proveStepUp, request, { as: ada })
  }
  expect(await right()).toMatchObject({ code: 'step_up_locked', details: { minutes: 60 } })
  server.clock.pass({ minutes: 60 })
  ok(await right())
})

test('an authenticator that was locked by a wall two days ahead is open when it is right again', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const { secret } = await addTotp(server, ada)
  const prove = async (code: string) => {
    const { challenge_id } = await begin(server, ada)
    return await server.call(proveStepUp, { challenge_id, method: 'totp', code }, { as: ada })
  }
  const TWO_DAYS_MS = 48 * 60 * 60_000
  server.clock.setWall(TWO_DAYS_MS)
  const wrong = String((Number(totpCode(server, secret)) + 7) % 1e6).padStart(6, '0')
  for (let n = 0; n < 5; n += 1) expect(refusal(await prove(wrong))).toBe('step_up_wrong')
  expect(refusal(await prove(totpCode(server, secret)))).toBe('step_up_locked')
  server.clock.setWall(-TWO_DAYS_MS)
  ok(await prove(totpCode(server, secret)))
})

test('a recovery code works once, opens the way back only, and makes withdrawals wait', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { codes } = await addTotp(server, ada)
  const [first = '', second = ''] = codes
  expect((await begin(server, ada, 'withdraw')).methods).toEqual(['totp'])
  const prove = async (code: string) => {
    const { challenge_id, methods } = await begin(server, ada, 'totp_remove')
    expect(methods).toEqual(['totp', 'recovery'])
    const request = { challenge_id, method: 'recovery' as const, code }
    return await server.call(proveStepUp, request, { as: ada })
  }
  const { proof } = ok(await prove(first))
  expect(refusal(await prove(first))).toBe('step_up_wrong')
  expect(await stateOf(server, ada)).toMatchObject({ recovery_codes: 9 })
  expect((await stateOf(server, ada)).held_until).not.toBeNull()
  ok(await server.call(removeAuthenticator, { proof }, { as: ada }))
  expect(await stateOf(server, ada)).toMatchObject({ totp: false, recovery_codes: 0 })
  expect((await begin(server, ada, 'totp_remove')).methods).toEqual(['code'])
  expect(second).not.toBe(first)
  await server.pass({ hours: 24 })
  expect((await mailsTo(server, ada.mail))[0]?.text).toContain('Withdrawals wait for 24 hours')
})

test('new recovery codes end the old ones, and nobody has any without a device', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const early = await stepUp(server, ada, 'recovery_codes', {})
  const needless = await server.call(renewRecoveryCodes, { proof: early }, { as: ada })
  expect(refusal(needless)).toBe('recovery_needless')
  const { codes } = await addTotp(server, ada)
  const proof = await stepUp(server, ada, 'recovery_codes', {})
  const renewed = ok(await server.call(renewRecoveryCodes, { proof }, { as: ada }))
  expect(renewed.recovery_codes.filter((code) => codes.includes(code))).toEqual([])
  const { challenge_id } = await begin(server, ada, 'totp_remove')
  const request = { challenge_id, method: 'recovery' as const, code: codes[0] ?? '' }
  const old = await server.call(proveStepUp, request, { as: ada })
  expect(refusal(old)).toBe('step_up_wrong')
})

test('what is shown once is not kept in the clear, and a replay under its key still answers it', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const proof = await stepUp(server, ada, 'totp_add', {})
  const ask = () => server.call(beginAuthenticator, { proof }, { as: ada, key: 'one-key' })
  const first = ok(await ask())
  expect(ok(await ask())).toEqual(first)
  const stored = await server.db.selectFrom('idempotency').select('answer').execute()
  expect(JSON.stringify(stored)).not.toContain(first.secret)
  const { sealed_secret: sealed } = await server.db
    .selectFrom('totp')
    .select('sealed_secret')
    .executeTakeFirstOrThrow()
  expect(sealed.toString('latin1')).not.toContain(first.secret)
})

test('a passkey proves a step-up, and only its own challenge at its own site', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const { device, id, recovery_codes: codes } = await addPasskey(server, ada)
  expect(codes).toHaveLength(10)
  expect(ok(await server.call(listPasskeys, {}, { as: ada, method: 'GET' }))).toMatchObject([
    { id, label: 'phone', last_used_at: null },
  ])
  const prove = async (as: Someone, how: (options: Record<string, unknown>) => unknown) => {
    const { challenge_id, options } = await begin(server, as)
    const credential = how(options ?? {}) as ReturnType<typeof device.use>
    const request = { challenge_id, method: 'passkey' as const, credential }
    return await server.call(proveStepUp, request, { as })
  }
  expect((await begin(server, ada)).methods).toEqual(['passkey'])
  ok(await prove(ada, (options) => device.use(options, server.url)))
  const old = (await begin(server, ada)).options ?? {}
  for (const answer of [
    () => device.use(old, server.url),
    (options: Record<string, unknown>) => device.use(options, 'https://btbc.example'),
    (options: Record<string, unknown>) =>
      device.use({ ...options, rpId: 'btbc.example' }, server.url),
  ]) {
    expect(refusal(await prove(ada, answer))).toBe('step_up_wrong')
  }
  const unverified = await prove(ada, (options) =>
    device.use(options, server.url, { isVerified: false }),
  )
  expect(refusal(unverified)).toBe('step_up_wrong')
  expect(refusal(await prove(eve, (options) => device.use(options, server.url)))).toBe(
    'step_up_invalid',
  )
})

test('a passkey whose counter goes backwards is a copy and refused', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { device } = await addPasskey(server, ada)
  const prove = async (count: number) => {
    const { challenge_id, options } = await begin(server, ada)
    const credential = device.use(options ?? {}, server.url, { count })
    const request = { challenge_id, method: 'passkey' as const, credential }
    return await server.call(proveStepUp, request, { as: ada })
  }
  ok(await prove(7))
  expect(refusal(await prove(7))).toBe('step_up_wrong')
  ok(await prove(8))
})

test('a passkey is made once, by an answer to what was asked, and by one member', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const { credential } = await addPasskey(server, ada)
  const finish = (as: Someone, answer: typeof credential) =>
    server.call(finishPasskey, { label: 'x', credential: answer }, { as })
  expect(refusal(await finish(ada, credential))).toBe('passkey_invalid')
  const proof = await stepUp(server, eve, 'passkey_add', {})
  ok(await server.call(beginPasskey, { proof }, { as: eve }))
  expect(refusal(await finish(eve, credential))).toBe('passkey_invalid')
})

test('a passkey is removed by a passkey or a recovery code, not by the weaker authenticator', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  await addTotp(server, ada)
  const { id } = await addPasskey(server, ada)
  expect((await begin(server, ada, 'passkey_remove')).methods).toEqual(['passkey', 'recovery'])
  const foreign = await stepUp(server, eve, 'passkey_remove', { id: String(id) })
  const byEve = await server.call(removePasskey, { id, proof: foreign }, { as: eve })
  expect(refusal(byEve)).toBe('passkey_not_found')
  const proof = await stepUp(server, ada, 'passkey_remove', { id: String(id) })
  ok(await server.call(removePasskey, { id, proof }, { as: ada }))
  expect(await stateOf(server, ada)).toMatchObject({ passkeys: 0, totp: true, held_until: null })
})

test('the fund PIN is asked for with a sent code, and locks for an hour at five wrong tries', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const set = async (pin: string, password = TEST_PASSWORD) => {
    const proof = await stepUp(server, ada, 'fund_pin', {})
    return await server.call(setFundPin, { pin, password, proof }, { as: ada })
  }
  expect(refusal(await set('12345'))).toBe('pin_rules')
  for (const easy of ['111111', '123456', '１２３４５６', '987654', '121212', '123123']) {
    expect(refusal(await set(easy)), easy).toBe('pin_weak')
  }
  expect(refusal(await set('482913', 'not-it-77'))).toBe('password_wrong')
  ok(await set('482913'))
  expect((await begin(server, ada)).methods).toEqual(['pin_code'])
  expect(await stateOf(server, ada)).toMatchObject({ pin: true, held_until: null })
  // Another step-up for the same is confirmed by the same code.
  const first = await begin(server, ada)
  const same = { challenge_id: first.challenge_id }
  ok(await server.call(requestConfirmationCode, same, { as: ada }))
  const code = await server.lastCode(ada.mail)
  const prove = async (pin: string) => {
    const { challenge_id } = await begin(server, ada)
    const request = { challenge_id, method: 'pin_code' as const, pin, code }
    return await server.call(proveStepUp, request, { as: ada })
  }
  ok(await prove('482913'))
  const wrong = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((end) => prove(`48291${end}0`)),
  )
  expect(wrong.map(refusal).filter((each) => each === 'step_up_wrong')).toHaveLength(5)
  // None is compared any more, which with this one would be a bug.
  await server.db.updateTable('fund_pin').set({ pin_hash: '$argon2id$' }).execute()
  expect(refusal(await prove('482913'))).toBe('step_up_locked')
  // Who forgot the PIN sets another with password and sent code; then withdrawals wait.
  ok(await set('590274'))
  expect((await stateOf(server, ada)).held_until).not.toBeNull()
})

test('a bare sent code does not stand in for the PIN, and the PIN is removed by itself', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const proof = await stepUp(server, ada, 'fund_pin', {})
  const pin = { pin: '482913', password: TEST_PASSWORD, proof }
  const { challenge_id } = await begin(server, ada)
  ok(await server.call(requestConfirmationCode, { challenge_id }, { as: ada }))
  const code = await server.lastCode(ada.mail)
  ok(await server.call(setFundPin, pin, { as: ada }))
  const key = { label: 'bot', scopes: ['read' as const], addresses: ['127.0.0.1'], code }
  expect(refusal(await server.call(createApiKey, key, { as: ada }))).toBe('step_up_required')
  expect((await begin(server, ada, 'fund_pin_remove')).methods).toEqual(['pin_code'])
  const remove = await stepUp(server, ada, 'fund_pin_remove', {})
  ok(await server.call(removeFundPin, { proof: remove }, { as: ada }))
  expect(await stateOf(server, ada)).toMatchObject({ pin: false })
})

test('five wrong passwords at the PIN lock that door, however parallel they come', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const proof = await stepUp(server, ada, 'fund_pin', {})
  const request = { pin: '482913', password: 'not-it-77', proof }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.call(setFundPin, request, { as: ada })),
  )
  expect(answers.map(refusal).filter((each) => each === 'password_wrong')).toHaveLength(5)
  const right = { ...request, password: TEST_PASSWORD }
  expect(refusal(await server.call(setFundPin, right, { as: ada }))).toBe('too_many_requests')
})

test('the phrase stands in every mail of ours from then on, and in no text message', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const set = async (phrase: string) => {
    const proof = await stepUp(server, ada, 'phrase', { phrase })
    return await server.call(setPhrase, { phrase, proof }, { as: ada })
  }
  expect(refusal(await set('abc'))).toBe('invalid_request')
  ok(await set('blue $& {code} heron'))
  ok(await server.call(requestConfirmationCode, {}, { as: ada }))
  ok(await server.call(requestCode, { user_string: ada.mail, type: 'forget' }))
  const mails = await mailsTo(server, ada.mail)
  for (const { text } of mails.slice(0, 3)) {
    expect(text).toContain('Your phrase: blue $& {code} heron')
  }
  expect(mails.at(-1)?.text).not.toContain('heron')
  ok(await set(''))
  expect((await mailsTo(server, ada.mail))[0]?.text).not.toContain('heron')
})
