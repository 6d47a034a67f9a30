import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const MAIL = 'ann@btbc.test'

async function logIn(server: TestServer, password: string, remember?: boolean) {
  const request = { user_string: MAIL, password, ...(remember === undefined ? {} : { remember }) }
  return { token: ok(await server.call('/user/login', request)) }
}

async function isOpen(server: TestServer, as: { token: string }): Promise<boolean> {
  const answer = await server.call('/user/info', {}, { as })
  if (answer.type === 999) expect(answer.code).toBe('login_required')
  return answer.type === 'ok'
}

async function notices(server: TestServer): Promise<string[]> {
  const rows = await server.db.selectFrom('outbox').select('subject').orderBy('id').execute()
  return rows.map((each) => each.subject).filter((each) => !each.includes('code'))
}

test('a token is 256 random bits of which only the hash is stored', async () => {
  const server = await startTestServer()
  const { token } = await server.join(MAIL)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const [row] = await server.db.selectFrom('session').selectAll().execute()
  expect(row?.token_hash).toHaveLength(32)
  expect(JSON.stringify(row)).not.toContain(token)
})

test('a call without a session answers 999, whatever the token looks like', async () => {
  const server = await startTestServer()
  for (const token of ['', 'x', 'a'.repeat(43), 'Bearer', 'é'.repeat(40), '../'.repeat(20)]) {
    expect(await isOpen(server, { token })).toBe(false)
  }
  const bare = await fetch(`${server.url}/api/user/info`)
  expect(bare.status).toBe(200)
  expect(await bare.json()).toMatchObject({
    type: 999,
    code: 'login_required',
    message: 'You need login',
  })
})

test('the token is read with and without Bearer', async () => {
  const server = await startTestServer()
  const { token } = await server.join(MAIL)
  for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
    const response = await fetch(`${server.url}/api/user/info`, { headers: { authorization } })
    expect(await response.json()).toMatchObject({ type: 'ok' })
  }
})

test('a remembered session ends after 7 idle days and after 30 days whatever happens', async () => {
  const server = await startTestServer()
  const { password } = await server.join(MAIL)
  const idle = await logIn(server, password)
  const used = await logIn(server, password, true)
  for (let day = 0; day < 5; day += 1) {
    await server.pass({ days: 6 - Number(day === 0) })
    expect(await isOpen(server, used)).toBe(true)
    if (day === 1) expect(await isOpen(server, idle)).toBe(false)
  }
  await server.pass({ days: 1 })
  expect(await isOpen(server, used)).toBe(false)
  expect(await server.db.selectFrom('session').selectAll().execute()).toEqual([])
})

test('a passing session ends after 2 idle hours and after 24 hours whatever happens', async () => {
  const server = await startTestServer()
  const { password } = await server.join(MAIL)
  const idle = await logIn(server, password, false)
  const used = await logIn(server, password, false)
  for (let hour = 0; hour < 23; hour += 1) {
    await server.pass({ hours: 1 })
    expect(await isOpen(server, used)).toBe(true)
  }
  expect(await isOpen(server, idle)).toBe(false)
  await server.pass({ minutes: 59 })
  expect(await isOpen(server, used)).toBe(true)
  await server.pass({ minutes: 1 })
  expect(await isOpen(server, used)).toBe(false)
})

test('session ages are on the wall: the time machine does not move them', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  server.clock.advance(40 * 24 * 60 * 60 * 1000)
  expect(await isOpen(server, ann)).toBe(true)
})

test('when a session was last seen is written once a minute at the most', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const joinedAt = server.clock.wallNow()
  const seenAt = async () =>
    (await server.db.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow())
      .last_seen_at
  await server.pass({ seconds: 59 })
  await isOpen(server, ann)
  expect(await seenAt()).toEqual(joinedAt)
  await server.pass({ seconds: 6 })
  await isOpen(server, ann)
  expect(await seenAt()).toEqual(server.clock.wallNow())
  server.clock.moveWall(-60 * 60 * 1000)
  expect(await isOpen(server, ann)).toBe(true)
})

test('logging out ends this session at once and no other', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const other = await logIn(server, ann.password)
  expect(await isOpen(server, ann)).toBe(true)
  ok(await server.call('/user/logout', {}, { as: ann }))
  expect(await isOpen(server, ann)).toBe(false)
  expect(await isOpen(server, other)).toBe(true)
})

test('sessions are listed and one of them is ended at once, with a mail', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const other = await logIn(server, ann.password)
  expect(await isOpen(server, other)).toBe(true)
  const { list, total } = ok(await server.call('/user/sessions', {}, { as: ann }))
  expect(total).toBe(2)
  expect(list.map((each) => each.current)).toEqual([false, true])
  expect(list[0]).toMatchObject({ device: 'Node', ip: '127.0.0.1' })
  const page = ok(await server.call('/user/sessions', { limit: 1, page: 2 }, { as: ann }))
  expect(page).toMatchObject({ total: 2, page: 2, limit: 1, list: [{ current: true }] })

  const id = list[0]?.id ?? 0
  const eve = await server.join('eve@btbc.test')
  const revoke = (as: { token: string }) => server.call('/user/sessions/revoke', { id }, { as })
  expect(refusal(await revoke(eve))).toBe('session_not_found')
  expect(await isOpen(server, other)).toBe(true)
  ok(await revoke(ann))
  expect(await isOpen(server, other)).toBe(false)
  expect(refusal(await revoke(ann))).toBe('session_not_found')
  expect(await notices(server)).toEqual(['[TEST] A session was ended'])
})

test('a new password ends all other sessions, with a mail, and the old one is void', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const other = await logIn(server, ann.password)
  expect(await isOpen(server, other)).toBe(true)
  const change = async (old_password: string, password: string, re_password = password) =>
    await server.call('/user/password', { old_password, password, re_password }, { as: ann })
  expect(refusal(await change('not-my-kettle-1', 'silver-teapot-7'))).toBe('password_wrong')
  expect(refusal(await change(ann.password, 'silver-teapot-7', 'x'))).toBe('passwords_differ')
  expect(refusal(await change(ann.password, 'silverteapot'))).toBe('password_rules')
  expect(refusal(await change(ann.password, 'password1'))).toBe('password_weak')
  ok(await change(ann.password, 'silver-teapot-7'))
  expect(await isOpen(server, ann)).toBe(true)
  expect(await isOpen(server, other)).toBe(false)
  expect(await notices(server)).toEqual(['[TEST] Your password was changed'])
  const login = (password: string) => server.call('/user/login', { user_string: MAIL, password })
  expect(refusal(await login(ann.password))).toBe('login_failed')
  ok(await login('silver-teapot-7'))
})

test('whoever took a session cannot guess the present password for long', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const change = async (old_password: string) =>
    await server.call(
      '/user/password',
      { old_password, password: 'silver-teapot-7', re_password: 'silver-teapot-7' },
      { as: ann },
    )
  const answers = await Promise.all(Array.from({ length: 8 }, () => change('not-my-kettle-1')))
  expect(answers.map(refusal).filter((each) => each === 'password_wrong')).toHaveLength(5)
  expect(await change(ann.password)).toMatchObject({
    code: 'too_many_requests',
    details: { wait_s: 900 },
  })
  await server.pass({ minutes: 15 })
  ok(await change(ann.password))
})

test('a reset by mail or by phone sets a new password and ends every session, with a mail', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const { mobile } = ok(await server.call('/user/info', {}, { as: ann }))
  const national = mobile.replace('+86', '')
  const ways = [
    { account: MAIL, recipient: MAIL, password: 'silver-teapot-7' },
    { account: national, recipient: mobile, password: 'golden-teapot-8' },
  ]
  for (const { account, recipient, password } of ways) {
    const session = await logIn(server, account === MAIL ? ann.password : 'silver-teapot-7')
    expect(await isOpen(server, session)).toBe(true)
    const asked = { user_string: account, type: 'forget' } as const
    const { nonce } = ok(await server.call('/sms_mail', asked))
    const code = await server.lastCode(recipient)
    ok(await server.call('/user/check_email', { email_code: code, user_string: account, nonce }))
    const request = { account, password, repassword: password, code }
    const wrong = { ...request, code: '00000000' }
    expect(refusal(await server.call('/user/forget', wrong))).toBe('code_wrong')
    ok(await server.call('/user/forget', request))
    expect(refusal(await server.call('/user/forget', request))).toBe('code_wrong')
    expect(await isOpen(server, session)).toBe(false)
    await logIn(server, password)
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
  const refused = async (change: object) =>
    await server.call('/user/forget', { ...good, ...change })
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
    await server.call('/user/login', { user_string: MAIL, password: 'wrong-kettle-1' })
  }
  const login = (password: string) => server.call('/user/login', { user_string: MAIL, password })
  expect(refusal(await login(ann.password))).toBe('account_locked')
  ok(await server.call('/sms_mail', { user_string: MAIL, type: 'forget' }))
  const password = 'silver-teapot-7'
  const code = await server.lastCode(MAIL)
  ok(await server.call('/user/forget', { account: MAIL, password, repassword: password, code }))
  ok(await login(password))
})

test('a phone that two accounts name and none has proved resets neither', async () => {
  const server = await startTestServer()
  await server.join(MAIL)
  await server.join('eve@btbc.test')
  await server.db.updateTable('member').set({ mobile: '+8613800138000' }).execute()
  ok(await server.call('/sms_mail', { user_string: '13800138000', type: 'forget' }))
  const sent = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', '+8613800138000')
    .execute()
  expect(sent).toEqual([])
})
