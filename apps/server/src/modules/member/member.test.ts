import {
  changeCountry,
  endMemberSessions,
  proposeFactorRemoval,
  proposeFreezing,
  proposeUnfreezing,
  withdrawNote,
  writeNote,
} from '@btbc/contract/operator/member-acts.ts'
import { createApiKey, listApiKeys } from '@btbc/contract/api-key.ts'
import { findMembers, inspectMember, readTimeline } from '@btbc/contract/operator/member.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { logIn, requestCode, resetPassword } from '@btbc/contract/session.ts'
import { readProfile } from '@btbc/contract/account.ts'
import { freezeAccount, unfreezeAccount } from '@btbc/contract/freeze.ts'
import { beginPasskey, finishPasskey } from '@btbc/contract/own-passkeys.ts'
import { beginAuthenticator, beginStepUp, readSecurity } from '@btbc/contract/security.ts'
import { expect, test } from 'vitest'

import { getMember } from '#modules/account/index.ts'
import { logInElsewhere } from '#testing/elsewhere.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { callOperator, enter, hire } from '#testing/operators.ts'
import { openAuthenticator } from '#testing/passkey.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

const reason = 'spoke to the owner'
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

test('a member is found by what belongs to them, shown masked, and who asked is written down', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const bob = await server.join('bob@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const fin = await hire(server, 'Fin', ['finance'])
  await acceptIdentity(server, ada)
  const addedAt = server.clock.now()
  const saved = { member_id: bob.id, address: WALLET, name: 'mine' }
  await server.db
    .insertInto('saved_address')
    .values({ ...saved, added_at: addedAt, usable_at: addedAt })
    .execute()
  const find = async (query: string, as = sue) => {
    const found = ok(await callOperator(server, findMembers, { query }, { as }))
    return found.map(({ id, by }) => [id, by])
  }
  const [{ account_number: account, extension_code: code, mobile }, paper] = [
    await getMember(server.db, ada.id),
    await server.db.selectFrom('identity').select('name').executeTakeFirstOrThrow(),
  ]
  const wants: readonly (readonly [query: string, id: number, by: string])[] = [
    ['ada@example.test', ada.id, 'mail'],
    ['ADA@ex', ada.id, 'mail'],
    ['ada', ada.id, 'mail'],
    [String(ada.id), ada.id, 'number'],
    [account, ada.id, 'account'],
    [mobile ?? '', ada.id, 'named_phone'],
    [code.toLowerCase(), ada.id, 'code'],
    [paper.name.slice(0, 4).toUpperCase(), ada.id, 'name'],
    [WALLET.toLowerCase(), bob.id, 'wallet'],
  ]
  for (const [query, id, by] of wants) expect(await find(query), query).toEqual([[id, by]])
  // A phone that nobody proved may be that of any who name it; of another who has proved it, it is theirs.
  const shared = { mobile: '+8613812345678', mobile_proved_at: null }
  for (const { id } of [ada, bob])
    await server.db.updateTable('member').set(shared).where('id', '=', id).execute()
  const named = [ada.id, bob.id].map((id) => [id, 'named_phone'])
  expect(await find(shared.mobile)).toEqual(named)
  expect(await find('138 1234 5678')).toEqual(named)
  const proved = { mobile_proved_at: addedAt }
  await server.db.updateTable('member').set(proved).where('id', '=', bob.id).execute()
  expect(await find(shared.mobile)).toEqual([
    [bob.id, 'phone'],
    [ada.id, 'named_phone'],
  ])
  expect(await find('127.0.0.1')).toEqual([
    [ada.id, 'network'],
    [bob.id, 'network'],
  ])
  // Papers and networks are not the business of who looks after the money.
  expect(await find(paper.name, fin)).toEqual([])
  expect(await find('127.0.0.1', fin)).toEqual([])
  const nothing = [
    'ad',
    '%',
    '1',
    '🪙🔥',
    'a***a@example.test',
    '99999999999',
    `0x${'ab'.repeat(32)}`,
    'Li Wei',
  ]
  for (const query of nothing) expect(await find(query), query).toEqual([])
  const log = await server.db
    .selectFrom('operator_audit')
    .select(['action', 'subject', 'details'])
    .where('action', '=', 'members')
    .orderBy('position')
    .execute()
  const [first] = log
  expect(first).toEqual({
    action: 'members',
    subject: `member ${ada.id}`,
    details: { asked: 'a***a@example.test', found: String(ada.id) },
  })
  expect(log).toHaveLength(wants.length + nothing.length + 6)
  expect(log.at(-1)?.details).toEqual({ asked: 'L***i', found: '' })
  const member = ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  expect(member).toMatchObject({ identity: 'verified', frozen_at: null })
  expect(member.sessions).toMatchObject([{ device: 'Node', neighbourhood: '127.0.0.0/24' }])
  expect(member.limits).toEqual({ day_left: '10000.00000000', month_left: '100000.00000000' })
  expect(member.balances).toContainEqual({
    wallet: 'change',
    currency: 28,
    available: '50.00000000',
    held: '0.00000000',
  })
  const welcome = { btbc: '50.00000000', launches: 7, at: member.joined_at }
  expect(member.welcome).toEqual(welcome)
  expect(JSON.stringify(member)).not.toContain('ada@example.test')
  const unknown = await callOperator(server, inspectMember, { id: 5 }, { as: sue })
  expect(refusal(unknown)).toBe('member_not_found')
})

test('an account is unfrozen by two, once', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const fin = await hire(server, 'Fin', ['finance'])
  const unfreeze = (as: { token: string }) =>
    callOperator(server, proposeUnfreezing, { id: ada.id, reason }, { as })
  expect(refusal(await unfreeze(sue))).toBe('member_not_frozen')
  await server.db
    .updateTable('member')
    .set({ frozen_at: server.clock.now(), frozen_network: '127.0.0.1' })
    .where('id', '=', ada.id)
    .execute()
  expect(refusal(await unfreeze(fin))).toBe('operator_not_allowed')
  const { id } = ok(await unfreeze(sue))
  expect(refusal(await unfreeze(rita))).toBe('proposal_pending')
  const accept = (as: { token: string }) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })
  expect(refusal(await accept(sue))).toBe('proposal_own')
  expect(refusal(await accept(fin))).toBe('operator_not_allowed')
  const answers = await Promise.all(Array.from({ length: 32 }, () => accept(rita)))
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  const member = ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  expect(member.frozen_at).toBeNull()
})

test('what operators note stays between them, and is withdrawn but never deleted', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const write = (kind: 'note' | 'tag', text: string) =>
    callOperator(server, writeNote, { id: ada.id, kind, text }, { as: sue })
  const { note } = ok(await write('note', 'Called twice,\nvery kind.'))
  const { note: tag } = ok(await write('tag', 'Teacher'))
  expect(ok(await write('tag', 'TEACHER')).note).toBe(tag)
  expect(refusal(await write('tag', 'x'.repeat(31)))).toBe('invalid_request')
  const read = async () =>
    ok(await callOperator(server, inspectMember, { id: ada.id }, { as: rita })).notes
  expect(await read()).toMatchObject([
    { id: tag, kind: 'tag', text: 'Teacher', made_by: { name: 'Sue' } },
    { id: note, kind: 'note' },
  ])
  const withdraw = () => callOperator(server, withdrawNote, { note: tag, reason }, { as: rita })
  ok(await withdraw())
  expect(refusal(await withdraw())).toBe('note_not_found')
  expect(await read()).toMatchObject([{ id: note }])
  const asked = { id: ada.id, kind: 'note' as const }
  const { list } = ok(await callOperator(server, readTimeline, asked, { as: sue }))
  expect(list).toMatchObject([
    { title: 'Tagged “Teacher”', detail: `withdrawn: “${reason}”` },
    { title: 'Called twice,\nvery kind.', detail: '' },
  ])
  const { db } = server
  await expect(db.deleteFrom('member_note').execute()).rejects.toThrow(/stays written/)
  const rewritten = db.updateTable('member_note').set({ text: 'x' }).where('id', '=', note)
  await expect(rewritten.execute()).rejects.toThrow(/stays written/)
  const told = await db.selectFrom('notice').select('message').execute()
  expect(told).toEqual([])
})

test('support ends sessions and changes a country, and the member is told of each', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const end = (session?: number) =>
    callOperator(
      server,
      endMemberSessions,
      { id: ada.id, reason, ...(session && { session }) },
      { as: sue },
    )
  expect(refusal(await end(999_999))).toBe('session_not_found')
  expect(ok(await end())).toEqual({ ended: 1 })
  expect((await server.call(readProfile, {}, { as: ada })).type).toBe(999)
  expect(refusal(await end())).toBe('session_not_found')
  const move = (country: string) =>
    callOperator(server, changeCountry, { id: ada.id, country, reason }, { as: sue })
  expect(ok(await move('pt'))).toEqual({ country: 'PT' })
  for (const country of ['PT', 'XX', '中国']) {
    expect(refusal(await move(country)), country).toBe('invalid_request')
  }
  const told = await server.db.selectFrom('notice').select(['message', 'facts']).execute()
  expect(told).toMatchObject([
    { message: 'session_ended', facts: { device: 'Node' } },
    { message: 'security_changed', facts: { change: 'country' } },
  ])
})

test('what two operators froze is entered after a reset, and unfrozen by two alone', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const propose = (call: typeof proposeFreezing | typeof proposeUnfreezing) =>
    callOperator(server, call, { id: ada.id, reason }, { as: sue })
  const { id, summary } = ok(await propose(proposeFreezing))
  expect(summary).toBe(`Freeze a***a@example.test, member ${ada.id}`)
  expect(refusal(await propose(proposeFreezing))).toBe('proposal_pending')
  const accept = (proposal: number) =>
    callOperator(server, decideProposal, { id: proposal, decision: 'accept', reason }, { as: rita })
  ok(await accept(id))
  expect((await server.call(readProfile, {}, { as: ada })).type).toBe(999)
  expect(refusal(await propose(proposeFreezing))).toBe('member_frozen')
  const user_string = ada.mail
  const login = (password: string) => server.call(logIn, { user_string, password })
  expect(refusal(await login(ada.password))).toBe('login_frozen')
  await server.pass({ minutes: 2 })
  const { nonce } = ok(await server.call(requestCode, { type: 'forget', user_string }))
  const code = await server.lastCode(ada.mail)
  const password = 'another-kettle-43'
  const reset = { account: ada.mail, code, nonce, password, repassword: password }
  ok(await server.call(resetPassword, reset))
  const entered = { token: ok(await login(password)) }
  expect(refusal(await server.call(unfreezeAccount, {}, { as: entered }))).toBe('frozen_by_house')
  // No moment is told from which on its owner could.
  const { frozen_at: frozenAt, unfreezes_at: until } = ok(
    await server.call(readSecurity, {}, { as: entered }),
  )
  expect([typeof frozenAt, until]).toEqual(['string', null])
  ok(await accept(ok(await propose(proposeUnfreezing)).id))
  const member = ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  expect(member).toMatchObject({ frozen_at: null, frozen_by_house: false, proposal: null })
})

test('whoever accepts to unfreeze unfreezes what was frozen then, and not what was frozen since', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  // A login beside it: the session that freezes goes on.
  const other = await logInElsewhere(server, ada)
  const propose = async (call: typeof proposeFreezing | typeof proposeUnfreezing) =>
    ok(await callOperator(server, call, { id: ada.id, reason }, { as: sue })).id
  const decide = (id: number, decision: 'accept' | 'reject') =>
    callOperator(server, decideProposal, { id, decision, reason }, { as: rita })
  const read = async () =>
    ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  ok(await server.call(freezeAccount, {}, { as: ada }))
  expect((await server.call(readProfile, {}, { as: other })).type).toBe(999)
  await server.pass({ hours: 20 })
  sue.token = await enter(server, sue)
  const first = await propose(proposeUnfreezing)
  await server.pass({ hours: 5 })
  for (const each of [sue, rita]) each.token = await enter(server, each)
  const proof = await stepUp(server, ada, 'unfreeze', {})
  ok(await server.call(unfreezeAccount, { proof }, { as: ada }))
  expect(refusal(await decide(first, 'accept'))).toBe('member_not_frozen')
  ok(await server.call(freezeAccount, {}, { as: ada }))
  const since = (await read()).frozen_at
  expect(refusal(await decide(first, 'accept'))).toBe('member_changed')
  expect((await read()).frozen_at).toBe(since)

  // Nor does it end what two operators have frozen meanwhile.
  ok(await decide(first, 'reject'))
  const second = await propose(proposeUnfreezing)
  ok(await decide(await propose(proposeFreezing), 'accept'))
  expect(refusal(await decide(second, 'accept'))).toBe('member_changed')
  expect(await read()).toMatchObject({ frozen_at: since, frozen_by_house: true })
})

async function putPasskey(server: TestServer, member: { id: number }, credential_id: string) {
  const [created_at, label] = [server.clock.wallNow(), 'phone']
  const made = { credential_id, public_key: Buffer.alloc(1), sign_count: 0n, transports: [] }
  await server.db
    .insertInto('passkey')
    .values({ ...made, member_id: member.id, label, created_at })
    .execute()
}

test('whoever accepts to take off what a member confirms with takes off nothing else', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const propose = async () =>
    ok(await callOperator(server, proposeFactorRemoval, { id: ada.id, reason }, { as: sue })).id
  const decide = (id: number, decision: 'accept' | 'reject') =>
    callOperator(server, decideProposal, { id, decision, reason }, { as: rita })
  const passkeys = async () =>
    ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue })).factors.passkeys
  await putPasskey(server, ada, 'lost')
  const first = await propose()
  await putPasskey(server, ada, 'found')
  expect(refusal(await decide(first, 'accept'))).toBe('member_changed')
  expect(await passkeys()).toBe(2)
  ok(await decide(first, 'reject'))

  const second = await propose()
  await server.db.deleteFrom('passkey').where('member_id', '=', ada.id).execute()
  expect(refusal(await decide(second, 'accept'))).toBe('member_changed')
  ok(await server.call(readProfile, {}, { as: ada }))
})

test('whoever began to add a passkey does not end with it after all of them were taken off', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  await putPasskey(server, ada, 'lost')
  const begun = { proof: await stepUp(server, ada, 'passkey_add', {}) }
  const { options } = ok(await server.call(beginPasskey, begun, { as: ada }))
  const early = { proof: await stepUp(server, ada, 'totp_add', {}) }
  const asked = { id: ada.id, reason }
  const { id } = ok(await callOperator(server, proposeFactorRemoval, asked, { as: sue }))
  const accepted = { id, decision: 'accept' as const, reason }
  ok(await callOperator(server, decideProposal, accepted, { as: rita }))
  const as = await logInElsewhere(server, ada)
  const made = { label: 'phone', credential: openAuthenticator().make(options, server.url) }
  expect(refusal(await server.call(finishPasskey, made, { as }))).toBe('passkey_invalid')
  expect(refusal(await server.call(beginAuthenticator, early, { as }))).toBe('step_up_invalid')
  expect(await server.db.selectFrom('passkey').selectAll().execute()).toEqual([])
})

test('two operators take off what a member confirms with, who confirms by a sent code again', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const propose = () =>
    callOperator(server, proposeFactorRemoval, { id: ada.id, reason }, { as: sue })
  const read = async () =>
    ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  expect(refusal(await propose())).toBe('invalid_request')
  ok(await server.call(createApiKey, { label: 'bot', scopes: ['read'] }, { as: ada }))
  await putPasskey(server, ada, 'x')
  const { id, summary } = ok(await propose())
  const taken = 'passkeys: 1, authenticator: no, recovery codes: 0'
  const about = `a***a@example.test, member ${ada.id}`
  expect(summary).toBe(
    `Take off what ${about}, confirms with (${taken}), and end every session and API key`,
  )
  expect(refusal(await propose())).toBe('proposal_pending')
  expect((await read()).factors).toMatchObject({ passkeys: 1, totp: false, proposal: { id } })
  const decision = { id, decision: 'accept' as const, reason }
  expect(refusal(await callOperator(server, decideProposal, decision, { as: sue }))).toBe(
    'proposal_own',
  )
  ok(await callOperator(server, decideProposal, decision, { as: rita }))
  expect((await server.call(readProfile, {}, { as: ada })).type).toBe(999)
  const after = await read()
  expect(after).toMatchObject({ factors: { passkeys: 0, proposal: null }, sessions: [] })
  expect(after.withdrawals_held_until).not.toBeNull()
  const told = await server.db
    .selectFrom('notice')
    .select(['message', 'facts'])
    .orderBy('id')
    .execute()
  expect(told.at(-1)).toMatchObject({
    message: 'security_changed_held',
    facts: { change: 'factors_removed' },
  })
  const as = await logInElsewhere(server, ada)
  expect(ok(await server.call(listApiKeys, {}, { as }))).toEqual([])
  const asked = { action: 'unfreeze' as const, payload: {} }
  expect(ok(await server.call(beginStepUp, asked, { as })).methods).toEqual(['code'])
})
