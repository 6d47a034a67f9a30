import { readProfile, readStanding } from '@btbc/contract/account.ts'
import { drawSampleDocument, readIdentity, submitIdentity } from '@btbc/contract/identity.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { decideCase, listCases, readCase, readCasePicture } from '@btbc/contract/operator/case.ts'
import { LOOK } from '@btbc/contract/operator/look.ts'
import { logIn } from '@btbc/contract/session.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { fetchPicture, uploaded } from '#testing/upload.ts'

import { decideIdentity, reviewStatusOf } from './identity.ts'

const DAY = { days: 1 }

async function start() {
  const server = await startTestServer({ rateLimits: false })
  return { server, ada: await server.join('ada@example.test') }
}

async function submit(server: TestServer, as: TestMember, cardId = 'TEST-1234', name = 'Ada') {
  const [front_pic, reverse_pic] = [
    await uploaded(server, as, 'identity'),
    await uploaded(server, as, 'identity'),
  ]
  return await server.call(
    submitIdentity,
    { name, card_id: cardId, front_pic, reverse_pic },
    { as },
  )
}

async function decide(server: TestServer, decision: 'accept' | 'reject', reason = '') {
  const { id } = await server.db
    .selectFrom('identity')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const verdict = {
    id,
    decision,
    reason: { words: reason },
    operatorId: 1,
    now: server.clock.now(),
  }
  return await server.db.transaction().execute((tx) => decideIdentity(tx, verdict))
}

const status = async (server: TestServer, as: TestMember) =>
  ok(await server.call(readIdentity, {}, { as }))

test('a member is in review after submitting and verified after the review', async () => {
  const { server, ada } = await start()
  expect(await status(server, ada)).toMatchObject({ review_status: 0, review_reason: '' })
  expect(ok(await submit(server, ada))).toEqual({ review_status: 1 })
  expect(await status(server, ada)).toMatchObject({
    review_status: 1,
    name: 'Ada',
    card_end: '1234',
    decide_by: '2026-03-02T12:00:00.000Z',
    deleted_at: null,
  })
  const waiting = await submit(server, ada)
  expect(waiting).toMatchObject({
    code: 'identity_pending',
    message: 'Real name verification in progress, please wait',
  })

  await decide(server, 'accept')

  for (const call of [readProfile, readStanding]) {
    expect(ok(await server.call(call, {}, { as: ada }))).toMatchObject({ review_status: 2 })
  }
  expect(await reviewStatusOf(server.db, ada.id)).toBe('verified')
  expect(refusal(await submit(server, ada, 'TEST-9999'))).toBe('identity_verified')
  expect(await decide(server, 'reject', 'too late')).toBeUndefined()
})

test('a rejected member reads why and submits again', async () => {
  const { server, ada } = await start()
  ok(await submit(server, ada))
  await decide(server, 'reject', 'The back is not readable.')
  expect(ok(await server.call(readProfile, {}, { as: ada }))).toMatchObject({
    review_status: 0,
    review_reason: 'The back is not readable.',
  })
  expect(await reviewStatusOf(server.db, ada.id)).toBe('rejected')
  expect(ok(await submit(server, ada))).toEqual({ review_status: 1 })
  expect(ok(await server.call(readProfile, {}, { as: ada }))).toMatchObject({
    review_status: 1,
    review_reason: '',
  })
})

test('whoever is rejected three times within a day submits again a day after the first', async () => {
  const { server, ada } = await start()
  for (const reason of ['One.', 'Two.', 'Three.']) {
    ok(await submit(server, ada))
    await decide(server, 'reject', reason)
    server.clock.passBusiness({ hours: 1 })
  }
  expect(await submit(server, ada)).toMatchObject({
    code: 'refused_lately',
    details: { until: '2026-03-02T12:00:00.000Z' },
  })
  server.clock.passBusiness({ hours: 21 })
  ok(await submit(server, ada))
})

test('a document stands for one member, however its number is written', async () => {
  const { server, ada } = await start()
  const eve = await server.join('eve@example.test')
  ok(await submit(server, ada, 'AB 123-456'))
  const taken = await submit(server, eve, 'ab123456')
  expect(taken).toMatchObject({
    code: 'document_taken',
    message: 'This document has been authenticated, please replace it and resubmit',
  })
  // In letters of Cyrillic and Greek, and with one that nobody sees, it is the same on the screen.
  for (const same of ['АВ123456', 'ΑΒ123456', 'AB123\u3164456']) {
    expect(refusal(await submit(server, eve, same))).toBe('document_taken')
  }
  await decide(server, 'reject', 'Not readable.')
  expect(ok(await submit(server, eve, 'ＡＢ１２３４５６'))).toEqual({ review_status: 1 })
})

test('pictures are the member’s own, unused and two', async () => {
  const { server, ada } = await start()
  const eve = await server.join('eve@example.test')
  const own = await uploaded(server, ada, 'identity')
  const foreign = await uploaded(server, eve, 'identity')
  const voucher = await uploaded(server, ada, 'voucher')
  const ask = async (front_pic: string, reverse_pic: string, card_id = 'TEST-1234') =>
    refusal(
      await server.call(
        submitIdentity,
        { name: 'Ada', card_id, front_pic, reverse_pic },
        { as: ada },
      ),
    )
  for (const other of [foreign, voucher, 'x'.repeat(32), 'https://example.test/me.jpg']) {
    expect(await ask(own, other)).toBe('upload_not_found')
  }
  expect(await ask(own, own)).toBe('invalid_request')
  expect(await ask(own, voucher, '- - -')).toBe('invalid_request')
  // Nothing that was refused has used the picture up.
  const second = await uploaded(server, ada, 'identity')
  const request = { name: 'Ada', card_id: 'TEST-1', front_pic: own, reverse_pic: second }
  ok(await server.call(submitIdentity, request, { as: ada }))
})

test('of many submissions at one moment one wins, of one member and of one document', async () => {
  const { server, ada } = await start()
  const others = await Promise.all(
    Array.from({ length: 6 }, (_, at) => server.join(`m${at}@example.test`)),
  )
  const own = await Promise.all(
    Array.from({ length: 4 }, (_, at) => submit(server, ada, `TEST-${at}000`)),
  )
  expect(own.filter(({ type }) => type === 'ok')).toHaveLength(1)
  for (const each of own) if (each.type !== 'ok') expect(each.code).toBe('identity_pending')
  const same = await Promise.all(others.map((each) => submit(server, each, 'SAME-1')))
  expect(same.filter(({ type }) => type === 'ok')).toHaveLength(1)
  for (const each of same) if (each.type !== 'ok') expect(each.code).toBe('document_taken')
})

test('ninety days after the decision pictures and number are gone, and the document stays taken', async () => {
  const { server, ada } = await start()
  ok(await submit(server, ada, 'TEST-1234'))
  await server.pass({ days: 89 })
  const inReview = await server.db.selectFrom('upload').select('deleted_at').execute()
  expect(inReview.map((row) => row.deleted_at)).toEqual([null, null])
  await decide(server, 'accept')
  await server.pass({ days: 89 })
  expect(await server.db.selectFrom('identity').select('card_id').executeTakeFirst()).toEqual({
    card_id: 'TEST-1234',
  })
  await server.pass(DAY)
  await server.pass(DAY)
  const left = await server.db.selectFrom('upload').select('sealed_key').execute()
  expect(left).toEqual([{ sealed_key: null }, { sealed_key: null }])
  expect(
    await server.db.selectFrom('identity').select(['card_id', 'card_end']).executeTakeFirst(),
  ).toEqual({ card_id: null, card_end: '1234' })
  const eve = await server.join('eve@example.test')
  expect(refusal(await submit(server, eve, 'TEST-1234'))).toBe('document_taken')
})

test('what nobody decided in 90 days is gone, and the member is told to submit again', async () => {
  const { server, ada } = await start()
  ok(await submit(server, ada))
  await server.pass({ days: 89 })
  const cards = () =>
    server.db.selectFrom('identity').select(['state', 'card_id', 'decided_by']).execute()
  expect(await cards()).toEqual([{ state: 'pending', card_id: 'TEST-1234', decided_by: null }])
  await server.pass(DAY)
  await server.app.jobs.sweep()
  expect(await cards()).toEqual([{ state: 'rejected', card_id: null, decided_by: null }])
  const left = server.db.selectFrom('upload').select('id').where('deleted_at', 'is', null)
  expect(await left.execute()).toEqual([])
  const { subject } = await server.db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', ada.mail)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(subject).toBe('[TEST] Please submit your document again')
  const again = { user_string: ada.mail, password: ada.password }
  const token = ok(await server.call(logIn, again))
  ok(await submit(server, { ...ada, token }))
})

test('a sample document fills the form with pictures of the server’s own', async () => {
  const { server, ada } = await start()
  const asked = { as: ada, key: 'the-first-one' }
  const sample = ok(await server.call(drawSampleDocument, {}, asked))
  expect(sample).toMatchObject({
    name: 'Sample Member',
    card_id: expect.stringMatching(/^TEST-\d{4}-\d{4}-\d{4}$/) as unknown,
  })
  const picture = await fetchPicture(server, ada, sample.front_pic)
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  expect([width, height]).toEqual([1000, 630])
  const other = ok(await server.call(drawSampleDocument, {}, { as: ada }))
  expect(other.card_id).not.toBe(sample.card_id)
  expect(ok(await server.call(submitIdentity, sample, { as: ada }))).toEqual({
    review_status: 1,
  })
  expect(refusal(await server.call(drawSampleDocument, {}, { as: ada }))).toBe('identity_pending')
  // Whoever did not hear of the first one is told of it, and not that it cannot be had any more.
  expect(ok(await server.call(drawSampleDocument, {}, asked))).toEqual(sample)
})

test('an operator sees the case and its pictures, each view logged, and accepts it; the member is told', async () => {
  const { server, ada } = await start()
  const olivia = await hire(server, 'Olivia', ['support'])
  ok(await submit(server, ada, 'TEST-1234'))

  const { list } = ok(await callOperator(server, listCases, { queue: 'identity' }, { as: olivia }))
  const [found] = list
  const id = found?.id ?? 0
  const seen = ok(await callOperator(server, readCase, { queue: 'identity', id }, { as: olivia }))
  expect(seen).toMatchObject({ state: 'waiting', title: 'Ada', needs_two: false })
  expect(seen.facts).toContainEqual({ label: 'Document number', value: 'TEST-1234' })
  expect(seen.pictures.map(({ label }) => label)).toEqual(['Front', 'Back'])
  for (const { id: picture } of seen.pictures) {
    const view = { queue: 'identity' as const, id, picture, reason: 'To compare the two' }
    const shown = ok(await callOperator(server, readCasePicture, view, { as: olivia }))
    const { format } = await sharp(Buffer.from(shown.base64, 'base64')).metadata()
    expect([shown.type, format]).toEqual(['image/jpeg', 'jpeg'])
  }
  const about = { member_id: ada.id }
  const views = ok(await callOperator(server, readAuditLog, about, { as: olivia })).list
  expect(views.map(({ action }) => action)).toEqual(['case.picture', 'case.picture', LOOK])
  const decision = { queue: 'identity' as const, id, reason: 'Both sides are readable' }
  const accept = { ...decision, decision: 'accept' as const }
  const accepted = await callOperator(server, decideCase, accept, { as: olivia })
  expect(ok(accepted)).toEqual({ outcome: 'accepted' })

  expect(await status(server, ada)).toMatchObject({ review_status: 2, review_reason: '' })
  const reject = { ...decision, decision: 'reject' as const }
  const again = await callOperator(server, decideCase, reject, { as: olivia })
  expect(refusal(again)).toBe('case_decided')
  const log = ok(await callOperator(server, readAuditLog, {}, { as: olivia })).list
  expect(log.map(({ action }) => action).filter((each) => each.includes('picture'))).toHaveLength(2)
  const mail = await server.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', ada.mail)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('[TEST] Your identity is verified')
  expect(mail.text).toContain('are deleted in 90 days.')
})

test('whose papers they are is said to those who decide about them alone', async () => {
  const { server, ada } = await start()
  const finn = await hire(server, 'Finn', ['finance', 'auditor'])
  ok(await submit(server, ada, 'TEST-1234', 'Ada Lovelace'))
  const queue = { queue: 'identity' } as const
  const seen = async () => {
    const { list } = ok(await callOperator(server, listCases, queue, { as: finn }))
    const found = { ...queue, id: list[0]?.id ?? 0 }
    return { list, found: ok(await callOperator(server, readCase, found, { as: finn })) }
  }
  const { list, found } = await seen()
  expect(list).toMatchObject([{ member_id: ada.id, title: 'Papers', state: 'waiting' }])
  expect(found.facts.map(({ label }) => label)).toContain('Country')
  expect(found.decides).toBe(false)
  for (const secret of ['Lovelace', 'TEST-1234'])
    expect(JSON.stringify(await seen())).not.toContain(secret)
})

test('of two operators who decide one case at one moment, one does', async () => {
  const { server, ada } = await start()
  const olivia = await hire(server, 'Olivia', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  ok(await submit(server, ada))
  const { list } = ok(await callOperator(server, listCases, { queue: 'identity' }, { as: olivia }))
  const decision = { queue: 'identity' as const, id: list[0]?.id ?? 0, reason: 'Not readable' }
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      callOperator(
        server,
        decideCase,
        { ...decision, decision: at % 2 === 0 ? 'accept' : 'reject' },
        { as: at % 3 === 0 ? rita : olivia },
      ),
    ),
  )
  const [winner, ...others] = answers.filter(({ type }) => type === 'ok')
  expect(others).toEqual([])
  for (const each of answers) if (each.type !== 'ok') expect(each.code).toBe('case_decided')
  const outcome = winner?.type === 'ok' ? winner.message.outcome : undefined
  expect(await reviewStatusOf(server.db, ada.id)).toBe(
    outcome === 'accepted' ? 'verified' : 'rejected',
  )
})
