import { readProfile } from '@btbc/contract/account.ts'
import { changeContact, requestContactCode } from '@btbc/contract/contact.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import {
  beginStepUp,
  readSecurity,
  requestConfirmationCode,
  setPhrase,
} from '@btbc/contract/security.ts'
import { logIn as logInCall, requestCode, resetPassword } from '@btbc/contract/session.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { logInElsewhere } from '#testing/elsewhere.ts'
import { out } from '#testing/withdrawals.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  TEST_PASSWORD,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

const NEW_MAIL = 'ada.new@example.test'
const NEW_PHONE = '+8613900001111'

const send = (server: TestServer, as: TestMember, address: string, area_code?: string) =>
  server.call(
    requestContactCode,
    { address, ...(area_code === undefined ? {} : { area_code }) },
    { as },
  )

/** Changes the address with a code and a proof of its own. */
async function change(
  server: TestServer,
  as: TestMember,
  { address, code }: { address: string; code: string },
) {
  const proof = await stepUp(server, as, 'contact', { address })
  const request = { address, contact_code: code, proof }
  return await server.call(changeContact, request, { as, key: newKey() })
}

async function sendAndChange(server: TestServer, as: TestMember, address: string) {
  ok(await send(server, as, address))
  return await change(server, as, { address, code: await server.lastCode(address) })
}

const logIn = (server: TestServer, user_string: string) =>
  server.call(logInCall, { user_string, password: TEST_PASSWORD })

const messagesTo = (server: TestServer, recipient: string) =>
  server.db
    .selectFrom('outbox')
    .select(['channel', 'subject', 'text', 'code'])
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .execute()

function otherThan(code: string): string {
  return code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))
}

test('a changed mail address logs in, the old one does not and is told, and other sessions end', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const phrase = 'blue heron'
  const proof = await stepUp(server, ada, 'phrase', { phrase })
  ok(await server.call(setPhrase, { phrase, proof }, { as: ada }))
  const elsewhere = { token: ok(await logIn(server, ada.mail)) }
  expect(ok(await send(server, ada, ' ADA.New@Example.test'.trim()))).toMatchObject({
    address: NEW_MAIL,
    resend_s: 60,
  })
  const [sent] = await messagesTo(server, NEW_MAIL)
  expect(sent).toMatchObject({ channel: 'mail', code: expect.stringMatching(/^\d{6}$/) })
  // Not to an address that may be a stranger's.
  expect(sent?.text).not.toContain(phrase)
  ok(await change(server, ada, { address: NEW_MAIL, code: sent?.code ?? '' }))
  expect(refusal(await logIn(server, ada.mail))).toBe('login_failed')
  ok(await logIn(server, NEW_MAIL))
  expect((await server.call(readProfile, {}, { as: elsewhere })).type).toBe(999)
  const info = ok(await server.call(readProfile, {}, { as: ada }))
  expect(info.email).toBe(NEW_MAIL)
  const [told] = await messagesTo(server, ada.mail)
  expect(told?.subject).toBe('[TEST] Your mail address was changed')
  expect(told?.text).toContain(`account ${info.account_number} was changed to a***w@example.test`)
  expect(told?.text).toMatch(/withdrawals wait for 24 hours.*freeze/)
  expect(told?.text).toContain(`Your phrase: ${phrase}`)
  const state = ok(await server.call(readSecurity, {}, { as: ada, method: 'GET' }))
  expect(state).toMatchObject({
    mail: 'a***w@example.test',
    mail_proved: true,
    mobile_proved: false,
  })
})

test('withdrawals wait 24 hours after a change, and no longer', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, currencies.USDT.id, 1000n)
  ok(await sendAndChange(server, ada, NEW_PHONE))
  expect(refusal(await out(server, ada))).toBe('withdrawals_held')
  server.clock.pass({ hours: 23, minutes: 59 })
  expect(refusal(await out(server, ada))).toBe('withdrawals_held')
  server.clock.pass({ minutes: 2 })
  ok(await out(server, ada))
})

test('a phone typed as at home is changed to; the proved mail address is told, and it logs in', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const { mobile: before } = ok(await server.call(readProfile, {}, { as: ada }))
  const { address } = ok(await send(server, ada, '139 0000 1111', '86'))
  expect(address).toBe(NEW_PHONE)
  ok(await change(server, ada, { address, code: await server.lastCode(NEW_PHONE) }))
  ok(await logIn(server, NEW_PHONE))
  expect(refusal(await logIn(server, before))).toBe('login_failed')
  expect((await messagesTo(server, ada.mail))[0]?.subject).toContain('phone number was changed')
  // The old number was never proved: whoever has it is not told of the account.
  expect(await messagesTo(server, before)).toEqual([])
  // Now it is proved, and the next change is told there too.
  server.clock.pass({ minutes: 2 })
  ok(await sendAndChange(server, ada, NEW_MAIL))
  const [sms] = await messagesTo(server, NEW_PHONE)
  expect(sms).toMatchObject({ channel: 'sms', subject: '[TEST] Your mail address was changed' })
})

test('another member’s address is answered as any, gets no code, and its owner is told', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const bob = await server.join('bob@example.test')
  const free = ok(await send(server, ada, NEW_MAIL))
  const taken = ok(await send(server, ada, bob.mail))
  expect(Object.keys(taken)).toEqual(Object.keys(free))
  expect(taken.resend_s).toBe(free.resend_s)
  const [told] = await messagesTo(server, bob.mail)
  expect(told).toMatchObject({
    code: null,
    subject: '[TEST] Somebody tried to use your address',
  })
  expect(refusal(await change(server, ada, { address: bob.mail, code: '123456' }))).toBe(
    'code_wrong',
  )
  ok(await logIn(server, bob.mail))
})

test('a code is good for its address, its member and once; five tries are all there are', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  ok(await send(server, ada, NEW_MAIL))
  const code = await server.lastCode(NEW_MAIL)
  expect(refusal(await change(server, eve, { address: NEW_MAIL, code }))).toBe('code_wrong')
  expect(refusal(await change(server, ada, { address: 'x@example.test', code }))).toBe('code_wrong')
  for (const purpose of ['register', 'bind'] as const) {
    await server.call(requestCode, { user_string: NEW_MAIL, type: purpose }, { as: ada })
  }
  ok(await change(server, ada, { address: NEW_MAIL, code }))
  ok(await sendAndChange(server, ada, 'third@example.test'))
  expect(refusal(await change(server, ada, { address: NEW_MAIL, code }))).toBe('code_wrong')
  ok(await send(server, eve, 'eve.new@example.test'))
  const hers = await server.lastCode('eve.new@example.test')
  const tried = { address: 'eve.new@example.test', code: otherThan(hers) }
  for (let each = 0; each < 5; each += 1) {
    expect(refusal(await change(server, eve, tried))).toBe('code_wrong')
  }
  expect(refusal(await change(server, eve, { ...tried, code: hers }))).toBe('code_wrong')
})

test('a step-up made for one address changes no other, and a wrong code does not use it up', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  ok(await send(server, ada, NEW_MAIL))
  const contact_code = await server.lastCode(NEW_MAIL)
  const request = { address: NEW_MAIL, contact_code }
  expect(refusal(await server.call(changeContact, request, { as: ada }))).toBe('step_up_required')
  const other = await stepUp(server, ada, 'contact', { address: 'x@example.test' })
  expect(refusal(await server.call(changeContact, { ...request, proof: other }, { as: ada }))).toBe(
    'step_up_invalid',
  )
  const proof = await stepUp(server, ada, 'contact', { address: NEW_MAIL })
  const wrong = { ...request, contact_code: otherThan(contact_code), proof }
  expect(refusal(await server.call(changeContact, wrong, { as: ada }))).toBe('code_wrong')
  ok(await server.call(changeContact, { ...request, proof }, { as: ada, key: newKey() }))
})

test('a mistyped confirmation does not use up the code of the new address', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  ok(await send(server, ada, NEW_MAIL))
  const contact_code = await server.lastCode(NEW_MAIL)
  const begun = { action: 'contact' as const, payload: { address: NEW_MAIL } }
  const { challenge_id } = ok(await server.call(beginStepUp, begun, { as: ada }))
  ok(await server.call(requestConfirmationCode, { challenge_id }, { as: ada }))
  const code = await server.lastCode(ada.mail)
  const confirm = (typed: string) =>
    server.call(changeContact, { address: NEW_MAIL, contact_code, code: typed }, { as: ada })
  expect(refusal(await confirm(otherThan(code)))).toBe('code_wrong')
  ok(await confirm(code))
})

test('a frozen account, one without a proved address and the present address are refused', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  expect(refusal(await send(server, ada, ada.mail))).toBe('already_verified')
  expect(refusal(await send(server, ada, 'no mail@x'))).toBe('mail_invalid')
  expect(refusal(await send(server, ada, '12'))).toBe('mobile_invalid')
  expect(refusal(await send(server, ada, 'ada'))).toBe('address_invalid')
  ok(await send(server, ada, NEW_MAIL))
  const code = await server.lastCode(NEW_MAIL)
  const proof = await stepUp(server, ada, 'contact', { address: NEW_MAIL })
  await logInElsewhere(server, ada)
  ok(await server.call(freezeAccount, {}, { as: ada }))
  const request = { address: NEW_MAIL, contact_code: code, proof }
  expect(refusal(await server.call(changeContact, request, { as: ada }))).toBe('account_frozen')
  expect(refusal(await send(server, ada, 'y@example.test'))).toBe('account_frozen')
  const eve = await server.join('eve@example.test')
  await server.db
    .updateTable('member')
    .set({ mail_proved_at: null })
    .where('id', '=', eve.id)
    .execute()
  expect(refusal(await send(server, eve, 'z@example.test'))).toBe('not_verified')
})

test('codes to the old address confirm and reset nothing after the change', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  ok(await server.call(requestCode, { user_string: ada.mail, type: 'forget' }))
  const reset = await server.lastCode(ada.mail)
  const begun = { action: 'phrase' as const, payload: { phrase: 'blue heron' } }
  const { challenge_id } = ok(await server.call(beginStepUp, begun, { as: ada }))
  ok(await server.call(requestConfirmationCode, { challenge_id }, { as: ada }))
  const confirmation = await server.lastCode(ada.mail)
  ok(await sendAndChange(server, ada, NEW_MAIL))
  const password = 'another-kettle-43'
  const forget = { account: ada.mail, password, repassword: password, code: reset }
  expect(refusal(await server.call(resetPassword, forget))).toBe('code_wrong')
  const phrase = { phrase: 'blue heron', code: confirmation }
  expect(refusal(await server.call(setPhrase, phrase, { as: ada }))).toBe('code_wrong')
})

test('a member has ten codes a day sent to new addresses, whichever they name', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  for (let at = 0; at < 10; at += 1) ok(await send(server, ada, `a${at}@example.test`))
  expect(refusal(await send(server, ada, 'b@example.test'))).toBe('too_many_codes')
  server.clock.pass({ hours: 24 })
  ok(await send(server, ada, 'b@example.test'))
})

test('of 32 changes with one code one is done', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  ok(await send(server, ada, NEW_MAIL))
  const code = await server.lastCode(NEW_MAIL)
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => change(server, ada, { address: NEW_MAIL, code })),
  )
  const told = answers.map((each) => (each.type === 'ok' ? 'ok' : each.code))
  expect(told.filter((each) => each === 'ok')).toHaveLength(1)
  expect(new Set(told)).toEqual(new Set(['ok', 'already_verified']))
  const notices = await messagesTo(server, ada.mail)
  expect(notices.filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1)
})

test('of two members who change to one address at one moment one gets it', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const bob = await server.join('bob@example.test')
  const asked = []
  for (const member of [ada, bob]) {
    ok(await send(server, member, NEW_MAIL))
    const code = await server.lastCode(NEW_MAIL)
    asked.push({ member, code })
  }
  const answers = await Promise.all(
    asked.map(({ member, code }) => change(server, member, { address: NEW_MAIL, code })),
  )
  const told = answers.map((each) => (each.type === 'ok' ? 'ok' : each.code))
  expect(told.toSorted()).toEqual(['mail_taken', 'ok'])
  const { count } = await server.db
    .selectFrom('member')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('mail', '=', NEW_MAIL)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1n)
})

test('two changes of one member at one moment both happen, one after the other', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const mails = ['one@example.test', 'two@example.test']
  const asked: { address: string; code: string }[] = []
  for (const address of mails) {
    ok(await send(server, ada, address))
    asked.push({ address, code: await server.lastCode(address) })
  }
  const answers = await Promise.all(asked.map((each) => change(server, ada, each)))
  for (const answer of answers) ok(answer)
  const { email } = ok(await server.call(readProfile, {}, { as: ada }))
  const before = mails.find((each) => each !== email) ?? ''
  expect(mails).toContain(email)
  // The first notice went to the first address, the second to the one between.
  expect((await messagesTo(server, ada.mail))[0]?.subject).toContain('was changed')
  expect((await messagesTo(server, before))[0]?.subject).toContain('was changed')
})

test('a sample member stays one under another address: from elsewhere they do not log in', async () => {
  const server = await startTestServer({ trustProxy: ['loopback'] })
  const ada = await server.join('ada@example.test')
  await server.db.updateTable('member').set({ is_sample: true }).where('id', '=', ada.id).execute()
  ok(await sendAndChange(server, ada, NEW_MAIL))
  const login = { user_string: NEW_MAIL, password: TEST_PASSWORD }
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect(refusal(await server.call(logInCall, login, { headers }))).toBe('login_failed')
})
