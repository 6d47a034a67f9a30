import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'

import { readProfile } from '@btbc/contract/account.ts'
import { registerMember, requestCode, resetPassword, verifyCode } from '@btbc/contract/session.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startMailServer } from '#testing/outsiders.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { waitForWaiting } from '#testing/waiting.ts'

import { storeCaptcha } from './captcha.ts'

const MAIL = 'ann@btbc.test'

async function ask(server: TestServer, mail = MAIL, headers: Record<string, string> = {}) {
  return await server.call(requestCode, { user_string: mail }, { headers })
}

async function check(server: TestServer, code: string, ip?: string) {
  const headers: Record<string, string> = ip === undefined ? {} : { 'x-forwarded-for': ip }
  return await server.call(verifyCode, { email_code: code, user_string: MAIL }, { headers })
}

function otherThan(code: string): string {
  return code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))
}

test('a code has 6 digits, one for a reset has 8, and both are stored only as a hash', async () => {
  const server = await startTestServer()
  await server.join(MAIL)
  await server.pass({ minutes: 1 })
  ok(await ask(server, 'ben@btbc.test'))
  const short = await server.lastCode('ben@btbc.test')
  expect(short).toMatch(/^\d{6}$/)
  ok(await server.call(requestCode, { user_string: MAIL, type: 'forget' }))
  const code = await server.lastCode(MAIL)
  expect(code).toMatch(/^\d{8}$/)
  const rows = await server.db.selectFrom('code').selectAll().execute()
  const kept = rows.map((row) => inspect({ ...row, code_hash: row.code_hash.toString('latin1') }))
  expect(kept.length).toBeGreaterThanOrEqual(2)
  for (const each of kept) for (const plain of [short, code]) expect(each).not.toContain(plain)
  for (const { code_hash: hashed } of rows) expect(hashed).toHaveLength(32)
})

test('a proved code stays good for the registration', async () => {
  const server = await startTestServer()
  const { nonce } = ok(await ask(server))
  const code = await server.lastCode(MAIL)
  ok(await check(server, code))
  ok(await server.call(verifyCode, { email_code: code, nonce }))
  ok(await server.call(verifyCode, { code, user_string: MAIL, nonce }))
  expect(refusal(await server.call(verifyCode, { code, user_string: MAIL, nonce: 'other' }))).toBe(
    'code_wrong',
  )
  expect(refusal(await server.call(verifyCode, {}))).toBe('code_required')
})

test('five tries are all there are, from many addresses at once', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  ok(await ask(server))
  const code = await server.lastCode(MAIL)
  const wrong = await Promise.all(
    Array.from({ length: 40 }, (_, n) => check(server, otherThan(code), `198.51.${n}.7`)),
  )
  expect(wrong.map(refusal)).toEqual(Array.from({ length: 40 }, () => 'code_wrong'))
  const { tries } = await server.db.selectFrom('code').select('tries').executeTakeFirstOrThrow()
  expect(tries).toBe(5)
  expect(refusal(await check(server, code))).toBe('code_wrong')
})

test('a right guess that waits while the last try is used comes too late', async () => {
  const server = await startTestServer()
  ok(await ask(server))
  const code = await server.lastCode(MAIL)
  const guess = await server.db.transaction().execute(async (tx) => {
    await tx.updateTable('code').set({ tries: 5 }).execute()
    const right = check(server, code)
    await waitForWaiting(server.db)
    return { right }
  })
  expect(refusal(await guess.right)).toBe('code_wrong')
})

test('a wrong try counts also when it registers, and the fifth right one still passes', async () => {
  const server = await startTestServer()
  ok(await ask(server))
  const code = await server.lastCode(MAIL)
  const form = {
    email: MAIL,
    mobile: '13800138000',
    area_code: '86',
    password: 'copper-kettle-42',
    re_password: 'copper-kettle-42',
  }
  for (let n = 0; n < 4; n += 1) {
    const answer = await server.call(registerMember, { ...form, code: otherThan(code) })
    expect(refusal(answer)).toBe('code_wrong')
  }
  ok(await server.call(registerMember, { ...form, code }))
})

test('a code holds for 10 minutes on the wall, and the newest kills the older', async () => {
  const server = await startTestServer()
  ok(await ask(server))
  const first = await server.lastCode(MAIL)
  await server.pass({ minutes: 9, seconds: 59 })
  ok(await check(server, first))
  ok(await ask(server))
  const second = await server.lastCode(MAIL)
  if (first !== second) expect(refusal(await check(server, first))).toBe('code_wrong')
  server.clock.moveTo(60 * 60 * 1000)
  ok(await check(server, second))
  await server.pass({ minutes: 10 })
  expect(refusal(await check(server, second))).toBe('code_wrong')
})

test('a code is bound to its purpose and its address', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  await server.pass({ minutes: 1 })
  ok(await server.call(requestCode, { type: 'withdraw' }, { as: ann }))
  const code = await server.lastCode(MAIL)
  expect(refusal(await check(server, code))).toBe('code_wrong')
  ok(await ask(server, 'ben@btbc.test'))
  const bens = await server.lastCode('ben@btbc.test')
  expect(refusal(await check(server, bens))).toBe('code_wrong')
})

test('the next code is sent after 60 seconds, five times an hour, ten a day', async () => {
  const server = await startTestServer()
  ok(await ask(server))
  await server.pass({ seconds: 20 })
  const early = await ask(server)
  expect(early).toMatchObject({ code: 'resend_wait', details: { wait_s: 40 } })
  for (let n = 0; n < 4; n += 1) {
    await server.pass({ seconds: 60 })
    ok(await ask(server))
  }
  await server.pass({ seconds: 60 })
  // The first of the five is 320 seconds old, and counts for an hour.
  expect(await ask(server)).toMatchObject({ code: 'too_many_codes', details: { minutes: 55 } })
  ok(await ask(server, 'ben@btbc.test'))
  await server.pass({ hours: 1 })
  for (let n = 0; n < 5; n += 1) {
    await server.pass({ seconds: 60 })
    ok(await ask(server))
  }
  await server.pass({ hours: 2 })
  expect(refusal(await ask(server))).toBe('too_many_codes')
  await server.pass({ hours: 24 })
  ok(await ask(server))
  // Nobody waits for a time that a clock has been set back from.
  server.clock.moveWall(-30 * 60 * 60_000)
  ok(await ask(server))
})

test('codes asked for at once make one code', async () => {
  const server = await startTestServer()
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(server)))
  expect(answers.filter((each) => each.type === 'ok')).toHaveLength(1)
})

test('a reset of an unknown address answers as ever, is limited as ever, and sends nothing', async () => {
  const server = await startTestServer()
  const forget = () => server.call(requestCode, { user_string: MAIL, type: 'forget' })
  expect(ok(await forget())).toEqual({ nonce: expect.any(String), resend_s: 60 })
  expect(refusal(await forget())).toBe('resend_wait')
  for (let n = 0; n < 2; n += 1) {
    await server.pass({ minutes: 2 })
    ok(await forget())
  }
  await server.pass({ hours: 2 })
  expect(refusal(await forget())).toBe('captcha_required')
  expect(await server.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('strangers who ask for resets and guess keep nobody from theirs', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'], rateLimits: false })
  const ann = await server.join(MAIL)
  await server.pass({ minutes: 2 })
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const forget = (ip: string, picture = {}) =>
    server.call(requestCode, { user_string: MAIL, type: 'forget', ...picture }, from(ip))
  const reset = (ip: string, tried: { code: string; nonce?: string }) => {
    const password = 'silver-anvil-58'
    const request = { account: MAIL, password, repassword: password, ...tried }
    return server.call(resetPassword, request, from(ip))
  }
  const [stranger, owner, elsewhere] = ['203.0.113.9', '198.51.100.7', '198.51.100.8'] as const
  for (let n = 0; n < 3; n += 1) {
    ok(await forget(stranger))
    await server.pass({ minutes: 1 })
  }
  expect(refusal(await forget(owner))).toBe('captcha_required')
  const t = await readPicture(server)
  const { nonce } = ok(await forget(owner, { captcha_t: t, vercode: 'RIGHT' }))
  const code = await server.lastCode(MAIL)
  // A stranger's own code is not the owner's, and their tries are their own.
  ok(await forget(stranger, { captcha_t: await readPicture(server), vercode: 'RIGHT' }))
  for (let n = 0; n < 8; n += 1) {
    for (const guess of [{ code: '11111111' }, { code: '11111111', nonce: `guess-${n}` }]) {
      expect(refusal(await reset(stranger, guess))).toBe('code_wrong')
    }
  }
  // Without the nonce a code is good where it was asked for, with it everywhere.
  expect(refusal(await reset(elsewhere, { code }))).toBe('code_wrong')
  for (let n = 0; n < 2; n += 1) {
    expect(refusal(await reset(owner, { code: otherThan(code) }))).toBe('code_wrong')
  }
  ok(await server.call(verifyCode, { email_code: code, user_string: MAIL }, from(owner)))
  ok(await reset(elsewhere, { code, nonce }))
  expect(refusal(await server.call(readProfile, {}, { as: ann }))).toBe('login_required')
})

/** A picture whose answer is known. */
async function readPicture({ db, clock }: TestServer): Promise<string> {
  const t = randomUUID()
  const parts = { t, answer: 'RIGHT', wallNow: clock.wallNow() }
  await db.transaction().execute((tx) => storeCaptcha(tx, parts))
  return t
}

test('sends are limited per network, and not on the machine itself', async () => {
  const server = await startTestServer({
    trustProxy: ['loopback'],
    sendsPerHour: 3,
    sendsPerDay: 4,
  })
  const from = { 'x-forwarded-for': '198.51.100.7' }
  for (let n = 0; n < 3; n += 1) ok(await ask(server, `m${n}@btbc.test`, from))
  const refused = await ask(server, 'm3@btbc.test', from)
  expect(refused).toMatchObject({ code: 'too_many_requests', details: { wait_s: 3600 } })
  ok(await ask(server, 'm3@btbc.test', { 'x-forwarded-for': '198.51.100.8' }))
  for (let n = 4; n < 10; n += 1) {
    ok(await ask(server, `m${n}@btbc.test`, { 'x-forwarded-for': `198.51.101.${n}` }))
  }
  await server.pass({ hours: 1 })
  ok(await ask(server, 'n1@btbc.test', from))
  await server.pass({ hours: 1 })
  expect(refusal(await ask(server, 'n2@btbc.test', from))).toBe('too_many_requests')
})

test('what strangers ask for without end stops strangers alone: who forgot a password reads a picture', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  const ann = await server.join(MAIL)
  await server.pass({ minutes: 2 })
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const flood = async (purpose: 'register' | 'withdraw', memberId: number | null) =>
    await sql`insert into code (purpose, target, member_id, nonce, code_hash, ip, network, created_at,
        expires_at)
      select ${purpose}, 'x' || n, ${memberId}::integer, ${purpose} || n, sha256(''), '',
        '203.0.113.' || n % 250, ${server.clock.wallNow()}, ${server.clock.wallNow()}
      from generate_series(1, 5000) n`.execute(server.db)
  await flood('withdraw', ann.id)
  ok(await ask(server, 'ben@btbc.test', headers))
  await flood('register', null)
  expect(refusal(await ask(server, 'eve@btbc.test', headers))).toBe('too_many_requests')
  ok(await server.call(requestCode, { type: 'withdraw' }, { as: ann, headers }))
  const forget = { user_string: MAIL, type: 'forget' as const }
  expect(refusal(await server.call(requestCode, forget, { headers }))).toBe('captcha_required')
  const read = { captcha_t: await readPicture(server), vercode: 'RIGHT' }
  ok(await server.call(requestCode, { ...forget, ...read }, { headers }))
})

test('a client that names no address means the only one that asked from where it is', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  const from = { 'x-forwarded-for': '198.51.100.7' }
  ok(await ask(server, MAIL, from))
  const code = await server.lastCode(MAIL)
  const bare = (headers: Record<string, string>) =>
    server.call(verifyCode, { email_code: code }, { headers })
  ok(await bare(from))
  expect(refusal(await bare({ 'x-forwarded-for': '198.51.100.8' }))).toBe('code_wrong')
  ok(await ask(server, 'ben@btbc.test', from))
  expect(refusal(await bare(from))).toBe('code_wrong')
})

test('codes for a member go to their own addresses alone', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  expect(refusal(await server.call(requestCode, { type: 'withdraw' }))).toBe('login_required')
  const foreign = { type: 'withdraw', user_string: 'eve@btbc.test' } as const
  expect(refusal(await server.call(requestCode, foreign, { as: ann }))).toBe('address_invalid')
  ok(await server.call(requestCode, { type: 'withdraw', user_string: '' }, { as: ann }))
  expect(await server.lastCode(MAIL)).toMatch(/^\d{6}$/)
})

test('an address that is none is refused', async () => {
  const server = await startTestServer()
  const refused = async (request: object) => refusal(await server.call(requestCode, request))
  expect(await refused({})).toBe('address_invalid')
  expect(await refused({ user_string: 'a@b' })).toBe('mail_invalid')
  expect(await refused({ user_string: 'ann' })).toBe('address_invalid')
  expect(await refused({ user_string: '13800138000' })).toBe('mobile_invalid')
  expect(await refused({ user_string: '', type: 'forget' })).toBe('mobile_required')
  expect(await refused({ user_string: MAIL, type: 'sell' })).toBe('invalid_request')
  expect(await refused({ user_string: MAIL, captcha_t: 'x', vercode: 'y' })).toBe('captcha_wrong')
})

test('each language has its own message, and every one carries the TEST tag', async () => {
  const server = await startTestServer()
  const languages = ['en', 'zh', 'kr', 'jp', 'hk', 'spa', 'bx', 'ban'] as const
  for (const lang of languages) {
    ok(await server.call(requestCode, { user_string: `${lang}@btbc.test`, lang }))
  }
  const mails = await server.db.selectFrom('outbox').select(['subject', 'text', 'code']).execute()
  expect(new Set(mails.map((each) => each.subject)).size).toBe(8)
  for (const { subject, text, code } of mails) {
    expect(subject).toContain('[TEST]')
    expect(text).toContain('TEST')
    expect(text).toContain(code)
    expect(text).not.toMatch(/[{}]/)
  }
})

test('the code arrives in a real mail with the TEST tag, and leaves the outbox with it', async () => {
  const { mails, url } = await startMailServer()
  const server = await startTestServer({ mailUrl: url }, { goesOn: true })
  ok(await ask(server))
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]).toMatch(/^Subject: \[TEST\] Your registration code/m)
  const code = /is (\d{6})\./.exec(mails[0] ?? '')?.[1] ?? ''
  ok(await check(server, code))
  await expect
    .poll(async () => (await server.db.selectFrom('outbox').select('text').execute())[0]?.text)
    .not.toContain(code)
})
