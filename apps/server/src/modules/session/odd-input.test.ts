import { accountCalls } from '@btbc/contract/account.ts'
import { sessionCalls } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

const odd: readonly unknown[] = [
  '',
  ' ',
  null,
  0,
  -1,
  1.5,
  1e308,
  true,
  [],
  {},
  ['a'],
  'a\u0000b',
  '\ud800',
  '💥'.repeat(30),
  'مرحبا بالعالم',
  '\u202Etxt.exe',
  "'; drop table member; --",
  'a'.repeat(10_000),
  '../../etc/passwd',
  'x@y.zz',
  '+8613800138000',
  '0'.repeat(12),
  '%00',
  '1e5',
]

test('whatever a client sends in a field is refused or stored, and never a bug', async () => {
  const server = await startTestServer({ rateLimits: false })
  const member = await server.join('ann@btbc.test')
  const good: Record<string, unknown> = {
    user_string: 'ben@btbc.test',
    email: 'ben@btbc.test',
    mobile: '13800138000',
    account: 'ben@btbc.test',
    area_code: '86',
    code: '123456',
    password: 'silver-teapot-7',
    re_password: 'silver-teapot-7',
    repassword: 'silver-teapot-7',
    old_password: 'not-my-kettle-1',
    extension_code: 'NOBODY',
    visitor: 'v-1',
    lang: 'en',
    id: 999_999,
  }
  const paths = Object.values({ ...sessionCalls, ...accountCalls }).filter(
    ({ path }) => path !== '/user/logout',
  )
  const bugs: unknown[] = []
  for (const { path, request, methods } of paths) {
    if (!methods.some((each) => each === 'POST')) continue
    const fields = Object.keys(request)
    const base = Object.fromEntries(
      fields.filter((field) => field in good).map((field) => [field, good[field]]),
    )
    for (const field of fields) {
      const answers = odd.map(async (value) => {
        const response = await fetch(`${server.url}/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: member.token },
          body: JSON.stringify({ ...base, [field]: value }),
        })
        if (response.status !== 200) bugs.push({ path, field, value, text: await response.text() })
      })
      await Promise.all(answers)
    }
  }
  expect(bugs).toEqual([])
})
