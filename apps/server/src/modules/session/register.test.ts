import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, TEST_PASSWORD, type TestServer } from '#testing/server.ts'

const form = {
  type: 'email',
  mobile: '13800138000',
  area_code: '86',
  password: TEST_PASSWORD,
  re_password: TEST_PASSWORD,
  agreed: true,
} as const

async function codeFor(server: TestServer, mail: string): Promise<string> {
  ok(await server.call('/sms_mail', { user_string: mail, agreed: true, terms_version: 1 }))
  return await server.lastCode(mail)
}

test('a member with a mailed code is verified and welcomed', async () => {
  const server = await startTestServer()
  const code = await codeFor(server, 'ann@btbc.test')
  ok(await server.call('/user/check_email', { email_code: code, user_string: 'ann@btbc.test' }))
  const joined = ok(
    await server.call('/user/register', { ...form, email: 'Ann@BTBC.test', email_code: code }),
  )
  expect(joined).toMatchObject({ invite: 'none', invite_reward: false, welcomed: true })
  const info = ok(await server.call('/user/info', {}, { as: joined }))
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
  expect(info.change_wallet.balance).toEqual([
    {
      currency: 1,
      currency_name: 'BTC',
      change_balance: '0.00000000',
      lock_change_balance: '0.00000000',
    },
    {
      currency: 3,
      currency_name: 'USDT',
      change_balance: '0.00000000',
      lock_change_balance: '0.00000000',
    },
    {
      currency: 18,
      currency_name: 'BNB',
      change_balance: '0.00000000',
      lock_change_balance: '0.00000000',
    },
    {
      currency: 28,
      currency_name: 'BTBC',
      change_balance: '50.00000000',
      lock_change_balance: '0.00000000',
    },
  ])
  ok(await server.call('/user/welcome_seen', {}, { as: joined }))
  expect(ok(await server.call('/user/info', {}, { as: joined })).welcome).toBe(false)
})
