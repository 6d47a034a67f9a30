import { logInOperator, readOperator } from '@btbc/contract/operator/access.ts'
import { proposeClosing } from '@btbc/contract/operator/hiring.ts'
import {
  addOperatorPasskey,
  askOperatorPasskey,
  beginOperatorPasskey,
  beginPasskeyEntry,
  enterByPasskey,
  listOperatorPasskeys,
  removeOperatorPasskey,
  renameOperatorPasskey,
} from '@btbc/contract/operator/passkey.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { beginPasskeyLogin, logInByPasskey } from '@btbc/contract/own-passkeys.ts'
import { expect, test } from 'vitest'

import {
  callOperator,
  codeOf,
  hire,
  OPERATOR_PASSWORD,
  type TestOperator,
} from '#testing/operators.ts'
import { openAuthenticator } from '#testing/passkey.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

type Device = ReturnType<typeof openAuthenticator>
type Signed = ReturnType<Device['use']>
type Options = Record<string, unknown>

const label = 'laptop'

/** The code of the next half minute: no code works twice. */
function nextCode(server: TestServer, { secret }: TestOperator): string {
  server.clock.moveWall(30_000)
  return codeOf(secret, server.clock.wallNow())
}

async function addPasskey(server: TestServer, as: TestOperator, name = label) {
  const code = nextCode(server, as)
  const asked = ok(await callOperator(server, beginOperatorPasskey, { label: name, code }, { as }))
  const device = openAuthenticator()
  const credential = device.make(asked.options, server.url)
  const request = { challenge_id: asked.challenge_id, credential }
  const { id } = ok(await callOperator(server, addOperatorPasskey, request, { as }))
  return { id, device, request }
}

/** A signature for one act on one thing. */
async function signFor(
  server: TestServer,
  as: TestOperator,
  act: {
    action: 'passkeys.begin' | 'passkeys.remove'
    subject: string
    sign: (o: Options) => Signed
  },
) {
  const { sign, ...asking } = act
  const { challenge_id, options } = ok(
    await callOperator(server, askOperatorPasskey, asking, { as }),
  )
  return { challenge_id, credential: sign(options) }
}

async function logIn(server: TestServer, sign: (options: Options) => Signed) {
  const { challenge_id, options } = ok(await callOperator(server, beginPasskeyEntry, {}))
  const request = { challenge_id, credential: sign(options) }
  return { request, answer: await callOperator(server, enterByPasskey, request) }
}

/** What the log says was done with passkeys, and what opened the console. */
async function actions({ db }: TestServer): Promise<string[]> {
  const rows = await db
    .selectFrom('operator_audit')
    .select(['action', 'details'])
    .orderBy('position')
    .execute()
  return rows.map(({ action, details }) => `${action} ${JSON.stringify(details)}`)
}

test('an operator’s passkey opens the console by itself, once for each challenge and at this site alone', async () => {
  const server = await startTestServer({ rateLimits: false })
  const olga = await hire(server, 'Olga', ['finance'])
  const { device } = await addPasskey(server, olga)
  const { request, answer } = await logIn(server, (asked) => device.use(asked, server.url))
  const token = ok(answer)
  const me = () => callOperator(server, readOperator, {}, { as: token })
  expect(ok(await me())).toMatchObject({ name: 'Olga', roles: ['finance'] })
  expect(refusal(await callOperator(server, enterByPasskey, request))).toBe('passkey_invalid')

  const wrong: ((asked: Options) => Signed)[] = [
    // Signed for another challenge, site, address; by nobody in particular, a copy, another key.
    () => device.use({ ...request, challenge: 'AAAA', rpId: 'localhost' }, server.url),
    (asked) => device.use(asked, 'https://btbc.example'),
    (asked) => device.use({ ...asked, rpId: 'btbc.example' }, server.url),
    (asked) => device.use(asked, server.url, { isVerified: false }),
    (asked) => device.use(asked, server.url, { count: 0 }),
    (asked) => ({ ...openAuthenticator().use(asked, server.url), id: device.use(asked, '').id }),
  ]
  for (const sign of wrong) {
    expect(refusal((await logIn(server, sign)).answer)).toBe('passkey_invalid')
  }
  const stranger = openAuthenticator()
  const unknown = await logIn(server, (asked) => stranger.use(asked, server.url))
  expect(refusal(unknown.answer)).toBe('passkey_unknown')
  // Members have passkeys at the same address: an operator's is none of theirs.
  const asMember = ok(await server.call(beginPasskeyLogin))
  const signed = device.use(asMember.options, server.url)
  const ofMembers = { challenge_id: asMember.challenge_id, credential: signed }
  expect(refusal(await server.call(logInByPasskey, ofMembers))).toBe('passkey_unknown')
  expect(refusal(await callOperator(server, enterByPasskey, ofMembers))).toBe('passkey_invalid')
  const late = ok(await callOperator(server, beginPasskeyEntry, {}))
  server.clock.moveWall(5 * 60_000)
  const credential = device.use(late.options, server.url)
  const tooLate = { challenge_id: late.challenge_id, credential }
  expect(refusal(await callOperator(server, enterByPasskey, tooLate))).toBe('passkey_invalid')

  const once = ok(await callOperator(server, beginPasskeyEntry, {}))
  const same = {
    challenge_id: once.challenge_id,
    credential: device.use(once.options, server.url),
  }
  // Who is in already may come in again.
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => callOperator(server, enterByPasskey, same, { as: olga })),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  const entries = (await actions(server)).filter((each) => each.startsWith('login'))
  expect(entries.filter((each) => each.includes('passkey laptop'))).toHaveLength(2)
  expect(entries.filter((each) => each === 'login.failed {"by":"passkey"}')).toHaveLength(6)
})

test('passkeys are added, named and removed with a fresh proof, and every operator is told', async () => {
  const server = await startTestServer({ rateLimits: false })
  const olga = await hire(server, 'Olga', ['support'])
  const eve = await hire(server, 'Eve', ['admin'])
  const as = olga
  const begin = (request: object) =>
    callOperator(server, beginOperatorPasskey, { label, ...request }, { as })
  expect(refusal(await begin({}))).toBe('step_up_required')
  const used = codeOf(olga.secret, server.clock.wallNow())
  expect(refusal(await begin({ code: used }))).toBe('operator_totp_wrong')
  expect(refusal(await begin({ code: '12345' }))).toBe('invalid_request')
  const asking = { action: 'passkeys.remove', subject: '1' } as const
  expect(refusal(await callOperator(server, askOperatorPasskey, asking, { as }))).toBe(
    'passkey_not_found',
  )

  const { id, device, request } = await addPasskey(server, olga)
  const add = (credential: typeof request.credential, challenge_id = request.challenge_id) =>
    callOperator(server, addOperatorPasskey, { challenge_id, credential }, { as })
  expect(refusal(await add(request.credential))).toBe('passkey_invalid')
  const theirs = await addPasskey(server, eve)
  const sign = (asked: Options) => device.use(asked, server.url)
  const proof = () => signFor(server, olga, { action: 'passkeys.begin', subject: 'phone', sign })

  // For another label, for another act, by another operator's passkey, for another operator: nothing.
  const remove = (passkey: number, more: object, who = olga) =>
    callOperator(server, removeOperatorPasskey, { id: passkey, ...more }, { as: who })
  expect(refusal(await begin(await proof()))).toBe('passkey_invalid')
  expect(refusal(await remove(id, await proof()))).toBe('passkey_invalid')
  const foreign = await signFor(server, olga, {
    action: 'passkeys.begin',
    subject: label,
    sign: (asked) => theirs.device.use(asked, server.url),
  })
  expect(refusal(await begin(foreign))).toBe('passkey_invalid')
  const stolen = { action: 'passkeys.remove', subject: `${theirs.id}`, sign } as const
  const stolenProof = await signFor(server, olga, stolen)
  expect(refusal(await remove(theirs.id, stolenProof, eve))).toBe('passkey_invalid')
  expect(refusal(await remove(theirs.id, await signFor(server, olga, stolen)))).toBe(
    'passkey_not_found',
  )

  const right = await proof()
  const second = ok(await begin({ label: 'phone', ...right }))
  expect(refusal(await begin({ label: 'phone', ...right }))).toBe('passkey_invalid')
  // The device says which passkeys it has: the same one is not kept twice.
  expect(second.options).toMatchObject({ excludeCredentials: [{ id: request.credential.id }] })
  expect(refusal(await add(device.make(second.options, server.url), second.challenge_id))).toBe(
    'passkey_known',
  )
  const rename = (passkey: number) =>
    callOperator(server, renameOperatorPasskey, { id: passkey, label: 'old laptop' }, { as })
  ok(await rename(id))
  expect(refusal(await rename(theirs.id))).toBe('passkey_not_found')
  const list = async () => ok(await callOperator(server, listOperatorPasskeys, {}, { as }))
  expect(await list()).toMatchObject([{ id, label: 'old laptop' }])

  // The last one may go: the authenticator stays.
  const removal = { action: 'passkeys.remove', subject: `${id}`, sign } as const
  ok(await remove(id, await signFor(server, olga, removal)))
  expect(await list()).toEqual([])
  const gone = await logIn(server, sign)
  expect(refusal(gone.answer)).toBe('passkey_unknown')
  expect(await actions(server)).toEqual(
    expect.arrayContaining([
      'passkeys.begin {"by":"authenticator","passkey":"laptop"}',
      'passkeys.add {"passkey":"laptop"}',
      'passkeys.begin {"by":"passkey laptop","passkey":"phone"}',
      'passkeys.rename {"before":"laptop","passkey":"old laptop"}',
      'passkeys.remove {"by":"passkey old laptop","passkey":"old laptop"}',
      'proof.failed {"for":"passkeys.begin"}',
    ]),
  )
  const mails = await server.db
    .selectFrom('outbox')
    .select(['recipient', 'subject'])
    .where('subject', 'like', '%passkey%')
    .orderBy('id')
    .execute()
  expect(
    mails.filter(({ recipient }) => recipient === eve.mail).map((mail) => mail.subject),
  ).toEqual([
    'BTBC (TEST): Olga has a new passkey',
    'BTBC (TEST): Eve has a new passkey',
    'BTBC (TEST): Olga removed a passkey',
  ])
})

test('ten passkeys are the most, wrong codes shut the way, and whoever leaves takes all of them along', async () => {
  const server = await startTestServer({ rateLimits: false })
  const olga = await hire(server, 'Olga', ['support'])
  const [rita, adam] = [await hire(server, 'Rita', ['risk']), await hire(server, 'Adam', ['admin'])]
  const { device } = await addPasskey(server, olga)
  for (let n = 2; n <= 10; n += 1) await addPasskey(server, olga, `device ${n}`)
  const begin = (code: string) =>
    callOperator(server, beginOperatorPasskey, { label, code }, { as: olga })
  expect(refusal(await begin(nextCode(server, olga)))).toBe('too_many_passkeys')
  const right = codeOf(olga.secret, server.clock.wallNow())
  const wrong = right === '000000' ? '000001' : '000000'
  for (let n = 0; n < 5; n += 1) expect(refusal(await begin(wrong))).toBe('operator_totp_wrong')
  expect(refusal(await begin(nextCode(server, olga)))).toBe('account_locked')
  const password = { mail: olga.mail, password: OPERATOR_PASSWORD }
  const code = nextCode(server, olga)
  expect(refusal(await callOperator(server, logInOperator, { ...password, code }))).toBe(
    'account_locked',
  )
  // A passkey cannot be guessed: its holder is let in all the same.
  const sign = (asked: Options) => device.use(asked, server.url)
  const entered = ok((await logIn(server, sign)).answer)

  const reason = 'has left us'
  const { id } = ok(
    await callOperator(server, proposeClosing, { id: olga.id, reason }, { as: adam }),
  )
  ok(await callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as: rita }))
  expect(await callOperator(server, readOperator, {}, { as: entered })).toMatchObject({ type: 999 })
  expect(refusal((await logIn(server, sign)).answer)).toBe('passkey_unknown')
  for (const table of ['operator_passkey', 'operator_challenge'] as const) {
    const left = await server.db.selectFrom(table).selectAll().execute()
    expect(left.filter((row) => row.operator_id === olga.id)).toEqual([])
  }
})
