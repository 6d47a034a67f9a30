import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { registerMember, requestCode, verifyCode } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

import { WRONG_CODES_MAX } from './wrong-codes.ts'

const TRIES = 5

test('wrong codes at many accounts are an alarm, a few are none, and right ones are not counted', async () => {
  const server = await startTestServer({ rateLimits: false })
  const rita = await hire(server, 'Rita', ['risk'])
  const alarms = async () => {
    const { alerts } = ok(await callOperator(server, readOverview, {}, { as: rita }))
    return alerts.filter(({ kind }) => kind === 'wrong_codes').map(({ text }) => text)
  }
  const guessAt = async (mail: string) => {
    ok(await server.call(requestCode, { user_string: mail, agreed: true }))
    const right = await server.lastCode(mail)
    const code = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const answer = await server.call(verifyCode, { email_code: code, user_string: mail })
      expect(refusal(answer)).toBe('code_wrong')
    }
  }
  const prove = async (mail: string) => {
    ok(await server.call(requestCode, { user_string: mail, agreed: true }))
    const code = await server.lastCode(mail)
    ok(await server.call(verifyCode, { email_code: code, user_string: mail }))
    return { email: mail, code }
  }
  // As the app does: proved, and then used; or proved by somebody who has gone away since.
  const password = { password: 'copper-kettle-42', re_password: 'copper-kettle-42' }
  const phone = { mobile: '13800138000', area_code: '86' }
  const proved = await prove('ada@example.test')
  ok(await server.call(registerMember, { ...proved, ...phone, ...password }))
  await prove('gone@example.test')
  const accounts = WRONG_CODES_MAX / TRIES
  for (let n = 1; n < accounts; n += 1) await guessAt(`guessed${n}@example.test`)
  expect(await alarms()).toEqual([])
  await guessAt('guessed@example.test')
  expect(await alarms()).toEqual([
    `${WRONG_CODES_MAX} wrong codes within an hour, at ${accounts} accounts: somebody may be guessing`,
  ])
})
