import { readProfile } from '@btbc/contract/account.ts'
import {
  changePassword,
  logIn as logInCall,
  requestCode,
  resetPassword,
  verifyCode,
} from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer } from '#testing/server.ts'
import { isOpen, logIn, notices } from '#testing/sessions.ts'

const MAIL = 'ann@btbc.test'

test('a new password ends all other sessions, with a mail, and the old one is void', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const other = await logIn(server, ann)
  expect(await isOpen(server, other)).toBe(true)
  const change = async (old_password: string, password: string, re_password = password) =>
    await server.call(changePassword, { old_password, password, re_password }, { as: ann })
  expect(refusal(await change('not-my-kettle-1', 'silver-teapot-7'))).toBe('password_wrong')
  expect(refusal(await change(ann.password, 'silver-teapot-7', 'x'))).toBe('passwords_differ')
  expect(refusal(await change(ann.password, 'silverteapot'))).toBe('password_rules')
  expect(refusal(await change(ann.password, 'password1'))).toBe('password_weak')
  ok(await change(ann.password, 'silver-teapot-7'))
  expect(await isOpen(server, ann)).toBe(true)
  expect(await isOpen(server, other)).toBe(false)
  // Whoever did not hear the answer asks again; nothing is changed, ended or told once more.
  const since = await logIn(server, { mail: MAIL, password: 'silver-teapot-7' })
  ok(await change(ann.password, 'silver-teapot-7'))
  expect(await isOpen(server, since)).toBe(true)
  expect(await notices(server)).toEqual(['[TEST] Your password was changed'])
  expect(refusal(await change(ann.password, 'golden-teapot-8'))).toBe('password_wrong')
  const login = (password: string) => server.call(logInCall, { user_string: MAIL, password })
  expect(refusal(await login(ann.password))).toBe('login_failed')
  ok(await login('silver-teapot-7'))
})

test('whoever took a session cannot guess the present password for long', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const change = async (old_password: string, password = 'silver-teapot-7') =>
    await server.call(
      changePassword,
      { old_password, password, re_password: password },
      { as: ann },
    )
  // The first try compares two, of which the others hear one: five in all.
  const answers = await Promise.all(Array.from({ length: 8 }, () => change('not-my-kettle-1')))
  expect(answers.map(refusal).filter((each) => each === 'password_wrong')).toHaveLength(4)
  expect(await change(ann.password)).toMatchObject({
    code: 'too_many_requests',
    details: { wait_s: 900 },
  })
  await server.pass({ minutes: 15 })
  expect(refusal(await change('not-my-kettle-1'))).toBe('password_wrong')
  expect(refusal(await change('not-my-kettle-1', ann.password))).toBe('password_wrong')
  ok(await change(ann.password))
})

test('a reset by mail or by phone sets a new password and ends every session, with a mail', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const { mobile } = ok(await server.call(readProfile, {}, { as: ann }))
  const national = mobile.replace('+86', '')
  const proved = { mobile_proved_at: server.clock.now() }
  await server.db.updateTable('member').set(proved).where('id', '=', ann.id).execute()
  const ways = [
    { account: MAIL, recipient: MAIL, password: 'silver-teapot-7' },
    { account: national, recipient: mobile, password: 'golden-teapot-8' },
  ]
  for (const { account, recipient, password } of ways) {
    const session = await logIn(server, {
      mail: MAIL,
      password: account === MAIL ? ann.password : 'silver-teapot-7',
    })
    expect(await isOpen(server, session)).toBe(true)
    const asked = { user_string: account, type: 'forget' } as const
    const { nonce } = ok(await server.call(requestCode, asked))
    const code = await server.lastCode(recipient)
    ok(await server.call(verifyCode, { email_code: code, user_string: account, nonce }))
    const request = { account, password, repassword: password, code }
    const wrong = { ...request, code: '00000000' }
    expect(refusal(await server.call(resetPassword, wrong))).toBe('code_wrong')
    ok(await server.call(resetPassword, request))
    expect(await isOpen(server, session)).toBe(false)
    const since = await logIn(server, { mail: MAIL, password })
    // Whoever did not hear the answer asks again; the code does nothing any more, and tells no password.
    ok(await server.call(resetPassword, request))
    expect(await isOpen(server, since)).toBe(true)
    const other = { ...request, password: 'bronze-teapot-9', repassword: 'bronze-teapot-9' }
    for (let n = 0; n < 4; n += 1) {
      expect(refusal(await server.call(resetPassword, other))).toBe('code_wrong')
    }
    expect(refusal(await server.call(resetPassword, request))).toBe('code_wrong')
  }
  expect(await isOpen(server, ann)).toBe(false)
  expect(await notices(server)).toEqual([
    '[TEST] Your password was reset',
    '[TEST] Your password was reset',
  ])
})

test('what is missing or wrong in a reset is named', async () => {
  const server = await startTestServer()
  const good = {
    account: MAIL,
    password: 'silver-teapot-7',
    repassword: 'silver-teapot-7',
    code: '12345678',
  }
  const refused = async (change: object) => await server.call(resetPassword, { ...good, ...change })
  expect(await refused({ account: '' })).toMatchObject({
    code: 'mobile_required',
    message: 'phone is null',
  })
  expect(refusal(await refused({ account: 'a@b' }))).toBe('address_invalid')
  expect(refusal(await refused({ account: 'ann' }))).toBe('mobile_invalid')
  expect(refusal(await refused({ code: '' }))).toBe('code_required')
  expect(refusal(await refused({ password: '' }))).toBe('password_rules')
  expect(refusal(await refused({ repassword: 'x' }))).toBe('passwords_differ')
  expect(refusal(await refused({ password: 'abc123', repassword: 'abc123' }))).toBe('password_weak')
  expect(refusal(await refused({}))).toBe('code_wrong')
})

test('a reset opens an account that failed logins had locked', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  for (let n = 0; n < 6; n += 1) {
    await server.call(logInCall, { user_string: MAIL, password: 'wrong-kettle-1' })
  }
  const login = (password: string) => server.call(logInCall, { user_string: MAIL, password })
  expect(refusal(await login(ann.password))).toBe('account_locked')
  ok(await server.call(requestCode, { user_string: MAIL, type: 'forget' }))
  const password = 'silver-teapot-7'
  const code = await server.lastCode(MAIL)
  ok(await server.call(resetPassword, { account: MAIL, password, repassword: password, code }))
  ok(await login(password))
})

test('a phone that two accounts name and none has proved resets neither', async () => {
  const server = await startTestServer()
  await server.join(MAIL)
  await server.join('eve@btbc.test')
  await server.db.updateTable('member').set({ mobile: '+8613800138000' }).execute()
  ok(await server.call(requestCode, { user_string: '13800138000', type: 'forget' }))
  const sent = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', '+8613800138000')
    .execute()
  expect(sent).toEqual([])
})

test('a phone that nobody has proved resets no account with a proved address, and nobody is told so', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const { mobile } = ok(await server.call(readProfile, {}, { as: ann }))
  const ask = (user_string: string) =>
    server.call(requestCode, { user_string, type: 'forget' as const })
  const prove = async (mail_proved_at: Date | null) =>
    void (await server.db
      .updateTable('member')
      .set({ mail_proved_at })
      .where('id', '=', ann.id)
      .execute())
  await prove(null)
  ok(await ask(mobile))
  const code = await server.lastCode(mobile)
  await prove(server.clock.now())
  const password = 'silver-teapot-7'
  const request = { account: mobile, password, repassword: password, code }
  expect(refusal(await server.call(resetPassword, request))).toBe('code_wrong')
  await server.pass({ minutes: 2 })
  const [known, unknown] = [ok(await ask(mobile)), ok(await ask('+8613800138000'))]
  expect(Object.keys(known)).toEqual(Object.keys(unknown))
  const sent = await server.db.selectFrom('outbox').select('recipient').execute()
  expect(sent.filter(({ recipient }) => recipient === mobile)).toHaveLength(1)
})

test('a phone resets the account that has nothing else, whoever else names it and has something', async () => {
  const server = await startTestServer()
  const bob = await server.join('bob@btbc.test')
  const eve = await server.join(MAIL)
  const mobile = '+8613800138000'
  const name = (id: number, set: { mobile: string; mail_proved_at?: null }) =>
    server.db.updateTable('member').set(set).where('id', '=', id).execute()
  await name(bob.id, { mobile, mail_proved_at: null })
  await name(eve.id, { mobile })
  const reset = async (password: string) => {
    ok(await server.call(requestCode, { user_string: mobile, type: 'forget' }))
    const code = await server.lastCode(mobile)
    const request = { account: mobile, password, repassword: password, code }
    return await server.call(resetPassword, request)
  }
  ok(await reset('silver-teapot-7'))
  await logIn(server, { mail: bob.mail, password: 'silver-teapot-7' })
  await logIn(server, eve)

  // Two that have nothing else: it belongs to neither.
  await server.pass({ minutes: 2 })
  await name(eve.id, { mobile, mail_proved_at: null })
  expect(refusal(await reset('golden-teapot-8'))).toBe('code_wrong')
})
