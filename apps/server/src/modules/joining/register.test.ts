import {
  addInvite,
  markWelcomeSeen,
  readProfile,
  readStanding,
  verifyAddress,
} from '@btbc/contract/account.ts'
import { readHome } from '@btbc/contract/home.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { logIn, registerMember, requestCode, verifyCode } from '@btbc/contract/session.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { storeCaptcha } from '#modules/session/captcha.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  TEST_PASSWORD,
  type TestServer,
} from '#testing/server.ts'
import { countHeldUp, holdOpen } from '#testing/waiting.ts'

const form = {
  type: 'email',
  mobile: '13800138000',
  area_code: '86',
  password: TEST_PASSWORD,
  re_password: TEST_PASSWORD,
  agreed: true,
} as const

async function codeFor(server: TestServer, mail: string): Promise<string> {
  ok(await server.call(requestCode, { user_string: mail, agreed: true, terms_version: 1 }))
  return await server.lastCode(mail)
}

async function giveCaptcha(server: TestServer, t: string): Promise<void> {
  const captcha = { t, answer: 'ABCDE', wallNow: server.clock.wallNow() }
  await server.db.transaction().execute((tx) => storeCaptcha(tx, captcha))
}

test('a phone that no country has is refused with the code already, before anything else is asked', async () => {
  const server = await startTestServer()
  const email_code = await codeFor(server, 'ann@btbc.test')
  const typed = { email_code, user_string: 'ann@btbc.test', area_code: '86', area_code_id: 1 }
  for (const mobile of ['12', '138001380001380']) {
    expect(refusal(await server.call(verifyCode, { ...typed, mobile }))).toBe('mobile_invalid')
  }
  ok(await server.call(verifyCode, { ...typed, mobile: '13800138000' }))
})

test('a member with a mailed code is verified and welcomed', async () => {
  const server = await startTestServer()
  const code = await codeFor(server, 'ann@btbc.test')
  ok(await server.call(verifyCode, { email_code: code, user_string: 'ann@btbc.test' }))
  const joined = ok(
    await server.call(registerMember, { ...form, email: 'Ann@BTBC.test', email_code: code }),
  )
  expect(joined).toMatchObject({ invite: 'none', invite_reward: false, welcomed: true })
  const info = ok(await server.call(readProfile, {}, { as: joined }))
  expect(info).toMatchObject({
    id: joined.user_id,
    email: 'ann@btbc.test',
    mobile: '+8613800138000',
    country: 'CN',
    is_seller: 0,
    review_status: 0,
    verified: true,
    welcome: true,
    invite_open: true,
    lang: 'en',
  })
  expect(info.account_number).toMatch(/^[1-9]\d{8}$/)
  const spot = info.change_wallet.balance.map((each) => [
    each.currency,
    each.currency_name,
    each.change_balance,
    each.lock_change_balance,
  ])
  expect(spot).toEqual([
    [1, 'BTC', '0.00000000', '0.00000000'],
    [3, 'USDT', '0.00000000', '0.00000000'],
    [18, 'BNB', '0.00000000', '0.00000000'],
    [28, 'BTBC', '50.00000000', '0.00000000'],
  ])
  ok(await server.call(markWelcomeSeen, {}, { as: joined }))
  expect(ok(await server.call(readProfile, {}, { as: joined })).welcome).toBe(false)
})

test('a phone number opens an account with a code sent to it', async () => {
  const server = await startTestServer()
  const phone = { user_string: '138 0013 8001', area_code: 86, mobile_code: '1' }
  ok(await server.call(requestCode, phone as never))
  const code = await server.lastCode('+8613800138001')
  const joined = ok(
    await server.call(registerMember, { ...form, type: 'mobile', mobile: '13800138001', code }),
  )
  const info = ok(await server.call(readProfile, {}, { as: joined }))
  expect(info).toMatchObject({ email: '', mobile: '+8613800138001', verified: true })
})

test('what is missing or wrong in a registration is named', async () => {
  const server = await startTestServer()
  const good = { ...form, email: 'ann@btbc.test', code: '123456' }
  const refusedWith = async (change: object) =>
    refusal(await server.call(registerMember, { ...good, ...change }))
  expect(await refusedWith({ email: '' })).toBe('mail_required')
  expect(await refusedWith({ email: 'ann@nowhere' })).toBe('mail_invalid')
  expect(await refusedWith({ email: 'ann😀@btbc.test' })).toBe('mail_invalid')
  expect(await refusedWith({ email: 'a\u0000nn@btbc.test' })).toBe('invalid_request')
  expect(await refusedWith({ email: 7 })).toBe('mail_invalid')
  expect(await refusedWith({ email: { a: 1 } })).toBe('invalid_request')
  expect(await refusedWith({ email: 'a'.repeat(10_000) })).toBe('invalid_request')
  expect(await refusedWith({ mobile: '' })).toBe('mobile_required')
  expect(await refusedWith({ mobile: '12' })).toBe('mobile_invalid')
  expect(await refusedWith({ mobile: 'call me' })).toBe('mobile_invalid')
  expect(await refusedWith({ area_code: '' })).toBe('country_required')
  expect(await refusedWith({ area_code: '999' })).toBe('country_required')
  expect(await refusedWith({ code: '' })).toBe('code_required')
  expect(await refusedWith({ code: '', vercode: 'ABCDE' })).toBe('captcha_wrong')
  expect(await refusedWith({ agreed: false })).toBe('agreement_required')
  expect(await refusedWith({ password: '' })).toBe('password_rules')
  expect(await refusedWith({ re_password: 'copper-kettle-43' })).toBe('passwords_differ')
  expect(await refusedWith({ nickname: 'ann' })).toBe('unknown_field')
  expect(await refusedWith({})).toBe('code_wrong')
})

test('a new password has 6 to 64 characters with a letter and a digit and is hard to guess', async () => {
  const server = await startTestServer()
  const refusedWith = async (password: string) =>
    refusal(
      await server.call(registerMember, {
        ...form,
        email: 'wilhelmina@btbc.test',
        code: '123456',
        password,
        re_password: password,
      }),
    )
  const broken = ['a1b2c', 'kettle-copper', '8273645190', `a1${'x'.repeat(63)}`, 'x'.repeat(9000)]
  for (const password of broken) expect(await refusedWith(password)).toBe('password_rules')
  const weak = ['abc123', 'Passw0rd1', 'qwerty123', 'wilhelmina1', 'btbc2024', 'aaaaaaa1']
  for (const password of weak) expect(await refusedWith(password)).toBe('password_weak')
  const fine = ['btbc-test-1', 'kättle♥42-öh', 'пароль-от-меня-7', `a1${'xY9-'.repeat(15)}zz`]
  for (const password of fine) expect(await refusedWith(password)).toBe('code_wrong')
})

test('a captcha alone opens an account that waits for its proof', async () => {
  const server = await startTestServer()
  const inviter = await server.join('ivy@btbc.test')
  const { extension_code } = ok(await server.call(readProfile, {}, { as: inviter }))
  await giveCaptcha(server, 'nonce-1')
  const joined = ok(
    await server.call(registerMember, {
      ...form,
      email: 'ann@btbc.test',
      captcha_t: 'nonce-1',
      vercode: 'abcde',
      extension_code,
    }),
  )
  expect(joined).toMatchObject({ invite: 'bound', invite_reward: false, welcomed: false })
  const before = ok(await server.call(readProfile, {}, { as: joined }))
  expect(before).toMatchObject({ verified: false, welcome: false, invite_open: false })
  expect(before.change_wallet.balance[3]?.change_balance).toBe('0.00000000')
  const isToldAgain = async () => ok(await server.call(readStanding, {}, { as: joined })).welcomed
  expect(await isToldAgain()).toBe(false)

  ok(await server.call(requestCode, { type: 'bind' }, { as: joined }))
  const code = await server.lastCode('ann@btbc.test')
  expect(refusal(await server.call(verifyAddress, { code: '000000' }, { as: joined }))).toBe(
    'code_wrong',
  )
  const proof = { user_string: 'ann@btbc.test', code }
  expect(ok(await server.call(verifyAddress, proof, { as: joined }))).toEqual({ welcomed: true })
  expect(refusal(await server.call(verifyAddress, proof, { as: joined }))).toBe('already_verified')
  const after = ok(await server.call(readProfile, {}, { as: joined }))
  expect(after).toMatchObject({ verified: true, welcome: true })
  expect(after.change_wallet.balance[3]?.change_balance).toBe('50.00000000')
  expect(await isToldAgain()).toBe(true)
  const promised = await server.db.selectFrom('referral').select('state').execute()
  expect(promised).toEqual([{ state: 'promised' }])

  ok(await server.call(requestCode, { type: 'bind', user_string: '13800138000' }, { as: joined }))
  const second = { user_string: '13800138000', code: await server.lastCode('+8613800138000') }
  expect(ok(await server.call(verifyAddress, second, { as: joined }))).toEqual({ welcomed: false })
})

test('a captcha is used up by its first answer, right or wrong, and holds 5 minutes', async () => {
  const server = await startTestServer()
  const apply = async (vercode: string) =>
    await server.call(registerMember, {
      ...form,
      email: 'ann@btbc.test',
      captcha_t: 'nonce-1',
      vercode,
    })
  await giveCaptcha(server, 'nonce-1')
  expect(refusal(await apply('WRONG'))).toBe('captcha_wrong')
  expect(refusal(await apply('ABCDE'))).toBe('captcha_wrong')
  await giveCaptcha(server, 'nonce-1')
  await server.pass({ minutes: 5 })
  expect(refusal(await apply('ABCDE'))).toBe('captcha_wrong')
  await giveCaptcha(server, 'nonce-1')
  const answers = await Promise.all(Array.from({ length: 8 }, () => apply('ABCDE')))
  expect(answers.filter((each) => each.type === 'ok')).toHaveLength(1)
})

test('an invite code binds the inviter, who is promised a reward; an unknown one is said', async () => {
  const server = await startTestServer()
  const inviter = await server.join('ivy@btbc.test')
  const { extension_code } = ok(await server.call(readProfile, {}, { as: inviter }))
  const register = async (mail: string, code: string) =>
    ok(
      await server.call(registerMember, {
        ...form,
        email: mail,
        code: await codeFor(server, mail),
        extension_code: code,
      }),
    )
  const bound = await register('ann@btbc.test', extension_code.toLowerCase())
  expect(bound).toMatchObject({ invite: 'bound', invite_reward: true })
  const unknown = await register('ben@btbc.test', 'NOBODY')
  expect(unknown).toMatchObject({ invite: 'unknown', invite_reward: false, welcomed: true })
})

test('32 registrations at once with one code make one account', async () => {
  const server = await startTestServer()
  const code = await codeFor(server, 'ann@btbc.test')
  const answers = await Promise.all(
    Array.from({ length: 32 }, () =>
      server.call(registerMember, { ...form, email: 'ann@btbc.test', code }),
    ),
  )
  const codes = answers.map((each) => (each.type === 'ok' ? 'ok' : each.code))
  expect(codes.filter((each) => each === 'ok')).toHaveLength(1)
  expect(codes.filter((each) => each === 'mail_taken')).toHaveLength(31)
  const members = await server.db
    .selectFrom('member')
    .select('id')
    .where('mail', '=', 'ann@btbc.test')
    .execute()
  expect(members).toHaveLength(1)
})

test('while many who join wait for the pools, others are answered', async () => {
  const server = await startTestServer()
  const ivy = await server.join('ivy@btbc.test')
  const mails = Array.from({ length: 16 }, (_, n) => `joiner${n}@btbc.test`)
  const codes = new Map<string, string>()
  for (const mail of mails) codes.set(mail, await codeFor(server, mail))
  const letGo = await holdPool(server)
  const joining = mails.map((email) =>
    server.call(registerMember, { ...form, email, code: codes.get(email) ?? '' }),
  )
  await expect.poll(() => countHeldUp(server)).toBeGreaterThan(3)
  ok(await server.call(readHome, {}, { as: ivy }))
  ok(await server.call(startRun, {}, { as: ivy }))
  await letGo()
  for (const joined of await Promise.all(joining)) expect(ok(joined).welcomed).toBe(true)
})

test('whoever adds an inviter while their address is being proved brings them the reward', async () => {
  const server = await startTestServer()
  const ivy = await server.join('ivy@btbc.test')
  const { extension_code } = ok(await server.call(readProfile, {}, { as: ivy }))
  await giveCaptcha(server, 'nonce-1')
  const email = 'ann@btbc.test'
  const picture = { captcha_t: 'nonce-1', vercode: 'ABCDE' }
  const ann = ok(await server.call(registerMember, { ...form, email, ...picture }))
  ok(await server.call(requestCode, { type: 'bind' }, { as: ann }))
  const proof = { user_string: email, code: await server.lastCode(email) }
  const letGo = await holdPool(server)
  const proving = server.call(verifyAddress, proof, { as: ann })
  await expect.poll(() => countHeldUp(server)).toBe(1)
  const adding = server.call(addInvite, { extension_code }, { as: ann })
  await expect.poll(() => countHeldUp(server)).toBe(2)
  await letGo()
  expect(ok(await proving)).toEqual({ welcomed: true })
  expect(ok(await adding)).toEqual({ invite_reward: true })
  const promised = await server.db.selectFrom('referral').select('state').execute()
  expect(promised).toEqual([{ state: 'promised' }])
})

/** As whoever is paid from it at this moment. */
async function holdPool(server: TestServer): Promise<() => Promise<void>> {
  const { id } = currencies.BTBC
  const [from, to] = [houseAccount('issuance', id), houseAccount('pool:welcome', id)]
  const moves = [{ from, to, amount: 1n }]
  const funded = { key: newKey(), kind: 'pool.funded', at: server.clock.now(), moves } as const
  return await holdOpen(server, (tx) => post(tx, funded))
}

test('the database itself refuses a second member who proved the same address', async () => {
  const server = await startTestServer()
  const ann = await server.join('ann@btbc.test')
  await giveCaptcha(server, 'nonce-1')
  const squatter = ok(
    await server.call(registerMember, {
      ...form,
      email: 'ann@btbc.test',
      captcha_t: 'nonce-1',
      vercode: 'ABCDE',
    }),
  )
  const prove = server.db
    .updateTable('member')
    .set({ mail_proved_at: server.clock.now() })
    .where('id', '=', squatter.user_id)
    .execute()
  await expect(prove).rejects.toMatchObject({ code: '23505' })
  const login = { user_string: 'ann@btbc.test', password: ann.password }
  const token = ok(await server.call(logIn, login))
  expect(ok(await server.call(readProfile, {}, { as: { token } })).id).toBe(ann.id)
})

test('registering an address that has an account mails that, and answers as ever', async () => {
  const server = await startTestServer()
  await server.join('ann@btbc.test')
  await server.pass({ minutes: 2 })
  const known = ok(await server.call(requestCode, { user_string: 'ann@btbc.test' }))
  const unknown = ok(await server.call(requestCode, { user_string: 'new@btbc.test' }))
  expect(Object.keys(known)).toEqual(Object.keys(unknown))
  const mail = await server.db
    .selectFrom('outbox')
    .select(['subject', 'text', 'code'])
    .where('recipient', '=', 'ann@btbc.test')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(mail.code).toBeNull()
  expect(mail.subject).toBe('[TEST] You already have an account')
})

test('consent given with the code is kept with the account', async () => {
  const server = await startTestServer()
  const code = await codeFor(server, 'ann@btbc.test')
  const { agreed: _, ...silent } = form
  const joined = ok(await server.call(registerMember, { ...silent, email: 'ann@btbc.test', code }))
  const member = await server.db
    .selectFrom('member')
    .select(['agreed_at', 'terms_version'])
    .where('id', '=', joined.user_id)
    .executeTakeFirstOrThrow()
  expect(member).toEqual({ agreed_at: server.clock.now(), terms_version: 1 })
})

test('a client of the seeds registers with its own defaults and numbers', async () => {
  const server = await startTestServer()
  const code = await codeFor(server, 'ann@btbc.test')
  const seed = {
    type: 'email',
    email: 'ann@btbc.test',
    user_string: 'ann@btbc.test',
    mobile: 2025550143,
    code: Number(code),
    vercode: '',
    password: TEST_PASSWORD,
    re_password: TEST_PASSWORD,
    extension_code: '',
    area_code: 1,
    area_code_id: 86,
  }
  const answer = await server.call(registerMember, seed as never, { key: newKey() })
  const joined = ok(answer)
  const info = ok(await server.call(readProfile, {}, { as: joined }))
  expect(info).toMatchObject({ country: 'US', mobile: '+12025550143' })
})
