import { readProfile } from '@btbc/contract/account.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import {
  beginPasskey,
  beginPasskeyLogin,
  finishPasskey,
  listPasskeys,
  logInByPasskey,
} from '@btbc/contract/own-passkeys.ts'
import { beginStepUp, proveStepUp } from '@btbc/contract/security.ts'
import { listSessions, requestCode, resetPassword } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { logInElsewhere } from '#testing/elsewhere.ts'
import { openAuthenticator } from '#testing/passkey.ts'
import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

type Device = ReturnType<typeof openAuthenticator>
type Signed = ReturnType<Device['use']>

async function addPasskey(server: TestServer, as: TestMember): Promise<Device> {
  const proof = await stepUp(server, as, 'passkey_add', {})
  const { options } = ok(await server.call(beginPasskey, { proof }, { as }))
  const device = openAuthenticator()
  const credential = device.make(options, server.url)
  ok(await server.call(finishPasskey, { label: 'phone', credential }, { as }))
  return device
}

async function logIn(
  server: TestServer,
  sign: (options: Record<string, unknown>) => Signed,
  more: { remember?: boolean } = {},
) {
  const { challenge_id, options } = ok(await server.call(beginPasskeyLogin))
  const request = { challenge_id, credential: sign(options), ...more }
  return await server.call(logInByPasskey, request)
}

test('a passkey logs its member in, once for each challenge and at its own site alone', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const device = await addPasskey(server, ada)
  const { challenge_id, options } = ok(await server.call(beginPasskeyLogin))
  // Whose passkeys there are is for the device to know.
  expect(options).not.toHaveProperty('allowCredentials.0')
  const request = { challenge_id, credential: device.use(options, server.url) }
  const token = ok(await server.call(logInByPasskey, request))
  const me = ok(await server.call(readProfile, {}, { as: { token } }))
  expect(me.id).toBe(ada.id)
  expect(ok(await server.call(listSessions, {}, { as: { token } })).total).toBe(2)
  const [used] = ok(await server.call(listPasskeys, {}, { as: { token } }))
  expect(used?.last_used_at).not.toBeNull()
  expect(refusal(await server.call(logInByPasskey, request))).toBe('passkey_invalid')

  const wrong: ((asked: Record<string, unknown>) => Signed)[] = [
    () => device.use(options, server.url),
    (asked) => device.use(asked, 'https://btbc.example'),
    (asked) => device.use({ ...asked, rpId: 'btbc.example' }, server.url),
    (asked) => device.use(asked, server.url, { isVerified: false }),
    (asked) => device.use(asked, server.url, { count: 0 }),
    (asked) => ({ ...openAuthenticator().use(asked, server.url), id: device.use(asked, '').id }),
  ]
  for (const sign of wrong) expect(refusal(await logIn(server, sign))).toBe('passkey_invalid')
  const stranger = openAuthenticator()
  expect(refusal(await logIn(server, (asked) => stranger.use(asked, server.url)))).toBe(
    'passkey_unknown',
  )
  // However often strangers try, the owner is let in.
  ok(await logIn(server, (asked) => device.use(asked, server.url), { remember: false }))
})

test('a challenge ends after five minutes, and of many answers to one a single one logs in', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const device = await addPasskey(server, ada)
  const late = ok(await server.call(beginPasskeyLogin))
  server.clock.moveWall(5 * 60 * 1000)
  const { challenge_id } = late
  const credential = device.use(late.options, server.url)
  expect(refusal(await server.call(logInByPasskey, { challenge_id, credential }))).toBe(
    'passkey_invalid',
  )
  const once = ok(await server.call(beginPasskeyLogin))
  const request = {
    challenge_id: once.challenge_id,
    credential: device.use(once.options, server.url),
  }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call(logInByPasskey, request)),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
})

test('a frozen account is entered by a passkey no more than by a password', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const device = await addPasskey(server, ada)
  ok(await server.call(freezeAccount, {}, { as: ada }))
  expect(refusal(await logIn(server, (asked) => device.use(asked, server.url)))).toBe(
    'login_frozen',
  )
})

test('after a reset no passkey opens the account, until it has confirmed something in a session since', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const device = await addPasskey(server, ada)
  const sign = (asked: Record<string, unknown>) => device.use(asked, server.url)
  const confirm = async (as: { token: string }, whileBegun = async () => {}) => {
    const asked = { action: 'phrase' as const, payload: { phrase: 'blue heron' } }
    const { challenge_id, options = {} } = ok(await server.call(beginStepUp, asked, { as }))
    await whileBegun()
    const proof = { challenge_id, method: 'passkey' as const, credential: sign(options) }
    return await server.call(proveStepUp, proof, { as })
  }
  const { token } = await logInElsewhere(server, ada)
  ok(await server.call(freezeAccount, {}, { as: { token } }))
  const [account, password] = [ada.mail, 'another-kettle-43']
  ok(await server.call(requestCode, { type: 'forget', user_string: account }))
  const code = await server.lastCode(account)
  ok(await server.call(resetPassword, { account, code, password, repassword: password }))
  expect(refusal(await logIn(server, sign))).toBe('passkey_closed')

  // A session that another server has ended, which this one does not know yet, confirms nothing.
  const ended = await logInElsewhere(server, { ...ada, password })
  const end = async () => void (await server.db.deleteFrom('session').execute())
  expect(refusal(await confirm(ended, end))).toBe('login_required')
  expect(refusal(await logIn(server, sign))).toBe('passkey_closed')
  ok(await confirm(await logInElsewhere(server, { ...ada, password })))
  ok(await logIn(server, sign))
})
