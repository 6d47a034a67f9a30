import { createHash } from 'node:crypto'

import {
  listOperatorSessions,
  logInOperator,
  readOperator,
  revokeOperatorSession,
} from '@btbc/contract/operator/access.ts'
import { countAirdrop, proposeAirdrop } from '@btbc/contract/operator/airdrop.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { operatorCalls } from '@btbc/contract/operator/calls.ts'
import { findMembers } from '@btbc/contract/operator/member.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import {
  codeOf,
  callOperator,
  enter,
  hire,
  openOperator,
  OPERATOR_PASSWORD,
} from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

import { storeCaptcha } from '#modules/session/captcha.ts'

import { disableOperator } from './operator.ts'

async function actions(server: TestServer): Promise<string[]> {
  const rows = await server.db
    .selectFrom('operator_audit')
    .select(['action', 'subject'])
    .orderBy('position')
    .execute()
  return rows.map(({ action, subject }) => `${action} ${subject}`)
}

test('every call of the console is served under its own prefix, and nowhere else', async () => {
  const { app } = await startTestServer()
  for (const { path, method } of Object.values(operatorCalls)) {
    expect(app.http.hasRoute({ method, url: `/operator/api${path}` }), path).toBe(true)
    expect(app.http.hasRoute({ method, url: `/api${path}` }), path).toBe(false)
  }
  const printed = app.http.printRoutes({ commonPrefix: false, includeHooks: false })
  expect(printed).toContain('operator/api/')
})

test('mail, password and code together open the console, and no code opens it twice', async () => {
  const server = await startTestServer()
  const { secret } = await openOperator(server, {
    mail: 'olga@btbc.test',
    name: 'Olga',
    roles: ['finance'],
  })
  const mail = 'olga@btbc.test'
  const code = codeOf(secret, server.clock.wallNow())
  const right = { mail, password: OPERATOR_PASSWORD, code }
  const wrong = [
    { ...right, mail: 'nobody@btbc.test' },
    { ...right, password: 'something-else-1' },
    { ...right, code: code === '000000' ? '000001' : '000000' },
  ]
  for (const request of wrong) {
    expect(refusal(await callOperator(server, logInOperator, request))).toBe(
      'operator_login_failed',
    )
  }
  const odd = { ...right, mail: 'olga\u0000@btbc.test' }
  expect(refusal(await callOperator(server, logInOperator, odd))).toBe('invalid_request')
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => callOperator(server, logInOperator, right)),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  const token = await (server.clock.moveWall(30_000), enter(server, { mail, secret }))
  const me = ok(await callOperator(server, readOperator, {}, { as: { token } }))
  expect(me).toMatchObject({ name: 'Olga', mail, roles: ['finance'] })
  expect((await actions(server)).filter((each) => each.startsWith('login '))).toHaveLength(2)
})

test('what an operator sends again under its key is done once and written down once; a look is a look each time', async () => {
  const server = await startTestServer()
  await server.join('ada@example.test')
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance'])
  const group = { group: {}, pool: 'welcome', currency: currencies.LAUNCH.id, amount: '7' } as const
  const { members } = ok(await callOperator(server, countAirdrop, group, { as: olga }))
  const airdrop = { title: 'Seven for everybody', ...group, members, reason: 'a year is over' }
  const key = 'an-airdrop'
  const named = { 'idempotency-key': key }
  const propose = (as = olga, more: object = {}, headers = named) =>
    callOperator(server, proposeAirdrop, { ...airdrop, ...more }, { as, headers })
  const answers = (await Promise.all([propose(), propose(), propose()])).map(ok)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await propose()).toMatchObject({ message: answers[0] })
  expect(await server.db.selectFrom('airdrop').select('id').execute()).toHaveLength(1)
  expect(refusal(await propose(olga, { title: 'Something else' }))).toBe('key_reused')
  const odd = { 'idempotency-key': 'an airdrop' }
  expect(refusal(await propose(olga, {}, odd))).toBe('invalid_request')
  const done = async (action: string) =>
    ok(await callOperator(server, readAuditLog, { action }, { as: olga })).total
  expect(await done('airdrop.propose')).toBe(1)
  // The key of another is another, and nobody's is one of a member.
  expect(ok(await propose(otto)).id).not.toBe(answers[0]?.id)
  const rows = server.db.selectFrom('idempotency').select('member_id').where('key', '=', key)
  const kept = async () =>
    (await rows.orderBy('member_id', 'desc').execute()).map((row) => row.member_id)
  expect(await kept()).toEqual([-olga.id, -otto.id])

  const look = async () => {
    const asked = { query: 'ada@example.test' }
    ok(await callOperator(server, findMembers, asked, { as: olga, headers: named }))
  }
  await look()
  await look()
  expect(await done('members')).toBe(2)
  expect(await kept()).toHaveLength(2)
})

test('five wrong tries from one network shut the door for fifteen minutes, the right code too', async () => {
  const server = await startTestServer()
  const { secret } = await openOperator(server, {
    mail: 'olga@btbc.test',
    name: 'Olga',
    roles: ['finance'],
  })
  const tryLogIn = (password: string) =>
    callOperator(server, logInOperator, {
      mail: 'olga@btbc.test',
      password,
      code: codeOf(secret, server.clock.wallNow()),
    })
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryLogIn('wrong-guess-1')))
  const codes = answers.map(refusal)
  expect(codes.filter((each) => each === 'operator_login_failed')).toHaveLength(5)
  expect(refusal(await tryLogIn(OPERATOR_PASSWORD))).toBe('account_locked')
  await server.pass({ minutes: 15, seconds: 1 })
  expect((await tryLogIn(OPERATOR_PASSWORD)).type).toBe('ok')
  expect(await actions(server)).toContain('login.locked from 127.0.0.1')
})

test('passwords that strangers guess shut no operator out, and ask for a picture', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'], rateLimits: false })
  const mail = 'olga@btbc.test'
  const { secret } = await openOperator(server, { mail, name: 'Olga', roles: ['finance'] })
  const tryLogIn = (ip: string, typed: object) => {
    const code = codeOf(secret, server.clock.wallNow())
    const request = { mail, password: OPERATOR_PASSWORD, code, ...typed }
    return callOperator(server, logInOperator, request, { headers: { 'x-forwarded-for': ip } })
  }
  for (let n = 0; n < 50; n += 1) {
    const guess = { password: 'wrong-guess-1' }
    expect(refusal(await tryLogIn(`203.0.113.${n}`, guess))).toBe('operator_login_failed')
  }
  expect(refusal(await tryLogIn('198.51.100.7', {}))).toBe('captcha_required')
  const t = 'picture'
  const store = { t, answer: 'RIGHT', wallNow: server.clock.wallNow() }
  await server.db.transaction().execute((tx) => storeCaptcha(tx, store))
  expect((await tryLogIn('198.51.100.7', { captcha_t: t, vercode: 'right' })).type).toBe('ok')
})

test('where fifty logins have failed no password of an operator is compared before a picture was read', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'], rateLimits: false })
  const mail = 'olga@btbc.test'
  const { id, secret } = await openOperator(server, { mail, name: 'Olga', roles: ['finance'] })
  const tryLogIn = (ip: string) => {
    const code = codeOf(secret, server.clock.wallNow())
    const request = { mail, password: OPERATOR_PASSWORD, code }
    return callOperator(server, logInOperator, request, { headers: { 'x-forwarded-for': ip } })
  }
  const network = '203.0.113.9'
  const failed = { account: '*', network, failures: 50, last_at: server.clock.wallNow() }
  await server.db.insertInto('login_failure').values(failed).execute()
  ok(await tryLogIn('198.51.100.7'))
  // To compare this one would be a bug.
  const broken = { password_hash: '$argon2id$' }
  await server.db.updateTable('operator').set(broken).where('id', '=', id).execute()
  expect(refusal(await tryLogIn(network))).toBe('captcha_required')
})

test('who knows the password and guesses the code is stopped, from wherever, for an hour', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'], rateLimits: false })
  const mail = 'olga@btbc.test'
  const { secret } = await openOperator(server, { mail, name: 'Olga', roles: ['finance'] })
  const tryLogIn = (ip: string, isRight: boolean) => {
    const right = codeOf(secret, server.clock.wallNow())
    const code = isRight ? right : String((Number(right) + 7) % 1_000_000).padStart(6, '0')
    const request = { mail, password: OPERATOR_PASSWORD, code }
    return callOperator(server, logInOperator, request, { headers: { 'x-forwarded-for': ip } })
  }
  for (let n = 0; n < 10; n += 1) {
    expect(refusal(await tryLogIn(`203.0.113.${n}`, false))).toBe('operator_login_failed')
  }
  expect(refusal(await tryLogIn('198.51.100.7', true))).toBe('account_locked')
  await server.pass({ minutes: 61 })
  expect((await tryLogIn('198.51.100.7', true)).type).toBe('ok')
})

test('a session ends after fifteen idle minutes, and after eight hours whatever happens', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['finance'])
  const me = (headers?: Record<string, string>) =>
    callOperator(server, readOperator, {}, { as: olga, ...(headers ? { headers } : {}) })
  await server.pass({ minutes: 14 })
  expect((await me()).type).toBe('ok')
  await server.pass({ minutes: 14 })
  // What the page asks by itself is answered and keeps nobody logged in.
  expect((await me({ 'x-background': '1' })).type).toBe('ok')
  await server.pass({ minutes: 2 })
  expect(await me()).toMatchObject({ type: 999, code: 'login_required' })
  const token = await enter(server, olga)
  for (let minutes = 0; minutes < 8 * 60; minutes += 10) {
    expect((await callOperator(server, readOperator, {}, { as: { token } })).type).toBe('ok')
    await server.pass({ minutes: 10 })
  }
  expect((await callOperator(server, readOperator, {}, { as: { token } })).type).toBe(999)
})

test('an operator ends own sessions, an admin those of everybody, and each needs a reason', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['support'])
  const adam = await hire(server, 'Adam', ['admin'])
  const { list } = ok(await callOperator(server, listOperatorSessions, {}, { as: olga }))
  expect(list.map(({ operator, yours }) => [operator, yours])).toEqual([
    ['Adam', false],
    ['Olga', true],
  ])
  const [adams, olgas] = list.map(({ id }) => id)
  const end = (as: { token: string }, id = 0, reason = 'left the desk') =>
    callOperator(server, revokeOperatorSession, { id, reason }, { as })
  expect(refusal(await end(olga, adams))).toBe('session_not_found')
  expect(refusal(await end(adam, olgas, ''))).toBe('invalid_request')
  ok(await end(adam, olgas))
  expect((await callOperator(server, readOperator, {}, { as: olga })).type).toBe(999)
  expect(await actions(server)).toContain(`sessions.revoke operator ${olga.id}`)
})

test('an operator who left is out at once, and stays in the log', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['support'])
  const now = server.clock.now()
  const disable = () =>
    server.db.transaction().execute((tx) => disableOperator(tx, { mail: olga.mail, now }))
  expect(await disable()).toBe(olga.id)
  expect(await disable()).toBeUndefined()
  expect((await callOperator(server, readOperator, {}, { as: olga })).type).toBe(999)
  server.clock.moveWall(30_000)
  const again = await callOperator(server, logInOperator, {
    mail: olga.mail,
    password: OPERATOR_PASSWORD,
    code: codeOf(olga.secret, server.clock.wallNow()),
  })
  expect(refusal(again)).toBe('operator_login_failed')
  expect(await actions(server)).toEqual(['login from 127.0.0.1'])
})

test('sample operators come with a sample house, and only this machine gets in', async () => {
  const server = await startTestServer({ sample: true })
  const notices = server.app.notices.join('\n')
  expect(notices).toMatch(/olivia@btbc\.test \(support, finance, risk\), TOTP secret [A-Z2-7]{32}/)
  const secret = /omar@btbc\.test.*TOTP secret ([A-Z2-7]{32})/.exec(notices)?.[1] ?? ''
  const login = (headers?: Record<string, string>) =>
    callOperator(
      server,
      logInOperator,
      {
        mail: 'omar@btbc.test',
        password: 'btbc-test-1',
        code: codeOf(secret, server.clock.wallNow()),
      },
      headers ? { headers } : {},
    )
  expect(refusal(await login({ 'x-forwarded-for': '203.0.113.9' }))).toBe('operator_login_failed')
  expect((await login()).type).toBe('ok')
})

test('the console is served with the headers of the house, also where its own script stands', async () => {
  const { url } = await startTestServer()
  const page = await fetch(`${url}/console/deposits?id=3`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Console - BTBC (TEST)')
  const policy = page.headers.get('content-security-policy') ?? ''
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  expect(policy).toContain(createHash('sha256').update(script).digest('base64'))
  expect(policy).toContain("frame-ancestors 'none'")
  const file = /\/console\/static\/[\w.-]+\.js/.exec(html)?.[0] ?? ''
  const asset = await fetch(url + file, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect((await fetch(`${url}/console/static/none.js`)).status).toBe(404)
})
