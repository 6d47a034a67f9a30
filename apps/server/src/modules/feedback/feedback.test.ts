import { readStanding } from '@btbc/contract/account.ts'
import {
  addFeedback,
  FEEDBACK_PER_DAY,
  FEEDBACK_WAITING_MAX,
  listFeedback,
  markFeedbackRead,
  readFeedback,
  replyFeedback,
} from '@btbc/contract/feedback.ts'
import { decideCase, listCases, readCase, readCasePicture } from '@btbc/contract/operator/case.ts'
import { setLanguage } from '@btbc/contract/account.ts'
import { expect, test } from 'vitest'

import { openLive } from '#testing/live.ts'
import { callOperator, decideAsSeen, hire, lookAtCase } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'
import { uploaded } from '#testing/upload.ts'

test('a member writes with pictures, an operator answers in their language, and the member hears of it', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const as = ada
  ok(await server.call(setLanguage, { lang: 'jp' }, { as }))
  const pics = [await uploaded(server, ada, 'feedback'), await uploaded(server, ada, 'feedback')]
  const content = 'My order BD20260301123456 is missing.\nIt was paid.'
  const { id } = ok(await server.call(addFeedback, { content, pics }, { as }))
  // As the seeds ask for it, with a language that changes nothing.
  const [row] = ok(await server.call(listFeedback, { limit: 100, lang: 'en' }, { as })).list
  expect(row).toEqual({
    id,
    content,
    create_time: '2026-03-01T12:00:00.000Z',
    is_reply: 0,
    reply_content: '',
    reply_time: null,
    account_number: expect.stringMatching(/^\d{3}\*{3}\d{4}$/) as unknown,
    next: 'house',
    decide_by: '2026-03-02T12:00:00.000Z',
    unread: false,
  })

  const asked = { queue: 'feedback', id } as const
  const waiting = ok(await callOperator(server, listCases, { queue: 'feedback' }, { as: sue }))
  expect(waiting.list).toMatchObject([
    { id, title: content.replace('\n', ' '), due_at: row?.decide_by },
  ])
  const found = ok(await callOperator(server, readCase, asked, { as: sue }))
  expect(found.messages).toMatchObject([{ from: 'member', text: content }])
  expect(found.facts).toContainEqual({ label: 'Reads', value: 'Japanese' })
  expect(found.facts).toContainEqual({ label: 'Written', value: '2026-03-01 12:00 UTC' })
  expect(found.pictures.map((each) => each.id)).toEqual(pics)
  const view = { ...asked, picture: pics[0] ?? '', reason: 'to answer it' }
  const seen = ok(await callOperator(server, readCasePicture, view, { as: sue }))
  expect(seen.type).toBe('image/jpeg')

  const live = await openLive(server.url, { token: ada.token })
  await live.subscribe('events')
  const [, canned] = found.answers
  const message = found.messages.at(-1)?.id
  const decision = { ...asked, decision: 'accept', reason: canned?.text ?? '', message } as const
  expect(ok(await callOperator(server, decideCase, decision, { as: sue })).outcome).toBe('accepted')
  await expect
    .poll(() => live.framesOf('events').flatMap(({ data }) => data))
    .toEqual(
      expect.arrayContaining([
        { kind: 'feedback.changed', about: ['feedback'] },
        { kind: 'notice.added', about: ['notices'] },
      ]),
    )
  const mail = await server.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', ada.mail)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('[TEST] お問い合わせに回答しました')
  expect(mail.text).toContain(canned?.text)

  const unread = async () => ok(await server.call(readStanding, {}, { as })).unread.feedback
  expect(await unread()).toBe(1)
  const read = ok(await server.call(readFeedback, { id }, { as, method: 'GET' }))
  expect(read).toMatchObject({ is_reply: 1, reply_content: canned?.text, next: 'member' })
  expect(read.decide_by).toBeNull()
  expect(read.messages).toMatchObject([{ pics }, { from: 'house', pics: [] }])
  expect(read.unread).toBe(true)
  ok(await server.call(markFeedbackRead, { id }, { as }))
  expect(await unread()).toBe(0)

  ok(await server.call(replyFeedback, { id, content: 'It happened again.' }, { as }))
  const again = ok(await server.call(readFeedback, { id }, { as }))
  expect(again).toMatchObject({ is_reply: 0, next: 'house', reply_content: canned?.text })
  const close = { ...asked, decision: 'reject', reason: 'the same again' } as const
  const closing = await lookAtCase(server, close, sue)
  expect(ok(await callOperator(server, decideCase, closing, { as: sue })).outcome).toBe('rejected')
  expect(refusal(await callOperator(server, decideCase, closing, { as: sue }))).toBe('case_decided')
  const more = { id, content: 'Hello?' }
  expect(refusal(await server.call(replyFeedback, more, { as }))).toBe('feedback_closed')
  expect(ok(await server.call(readFeedback, { id }, { as })).next).toBe('nobody')
})

test('what its member wrote since it was read is neither answered nor closed with it', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const { id } = ok(await server.call(addFeedback, { content: 'Hello?' }, { as: ada }))
  const answer = { queue: 'feedback', id, decision: 'accept', reason: 'We are looking' } as const
  const seen = await lookAtCase(server, answer, sue)
  const more = { id, content: 'And my withdrawal is gone, too.' }
  ok(await server.call(replyFeedback, more, { as: ada, key: newKey() }))
  for (const decision of ['accept', 'reject'] as const) {
    for (const read of [seen, answer]) {
      const late = await callOperator(server, decideCase, { ...read, decision }, { as: sue })
      expect(refusal(late)).toBe('case_changed')
    }
  }
  expect(ok(await server.call(readFeedback, { id }, { as: ada })).next).toBe('house')
  ok(await decideAsSeen(server, answer, { as: sue }))
})

test('what is empty, has tags or pictures that are none, or comes by the thousand is refused by name', async () => {
  const server = await startTestServer()
  const as = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const add = (request: { content?: string; pics?: string[] }, who: TestMember = as) =>
    server.call(addFeedback, request, { as: who, key: newKey() })
  const pic = await uploaded(server, as, 'feedback')
  expect(refusal(await add({}))).toBe('message_empty')
  expect(refusal(await add({ content: '\u200B' }))).toBe('message_empty')
  expect(refusal(await add({ content: '<script>alert(1)</script>' }))).toBe('text_markup')
  expect(refusal(await add({ content: '＜b＞' }))).toBe('text_markup')
  expect(refusal(await add({ content: 'x'.repeat(2001) }))).toBe('invalid_request')
  expect(refusal(await add({ content: 'a', pics: ['x'.repeat(32)] }))).toBe('upload_not_found')
  expect(refusal(await add({ content: 'a', pics: [pic] }, eve))).toBe('upload_not_found')
  const voucher = await uploaded(server, as, 'voucher')
  expect(refusal(await add({ content: 'a', pics: [voucher] }))).toBe('upload_not_found')
  const five = [1, 2, 3, 4, 5].map((each) => `${each}`.repeat(32))
  expect(refusal(await add({ content: 'a', pics: five }))).toBe('feedback_pictures')

  const { id } = ok(await add({ pics: [pic, pic] }))
  expect(refusal(await add({ content: 'again', pics: [pic] }))).toBe('upload_not_found')
  const tries = await Promise.all(Array.from({ length: 12 }, () => add({ content: 'more' })))
  expect(tries.filter(({ type }) => type === 'ok')).toHaveLength(FEEDBACK_WAITING_MAX - 1)
  expect(refusal(await add({ content: 'more' }))).toBe('feedback_waiting')
  const reply = () => server.call(replyFeedback, { id, content: 'more' }, { as, key: newKey() })
  for (let sent = FEEDBACK_WAITING_MAX; sent < FEEDBACK_PER_DAY; sent += 1) ok(await reply())
  expect(refusal(await reply())).toBe('feedback_day')
  await server.pass({ hours: 25 })
  const back = await server.join('bob@example.test')
  expect(refusal(await server.call(readFeedback, { id }, { as: back }))).toBe('feedback_not_found')
})

test('a thread of any length shows what was said last, and what was said before when it is asked for', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const pic = await uploaded(server, ada, 'feedback')
  const first = { content: 'said 0', pics: [pic] }
  const { id } = ok(await server.call(addFeedback, first, { as: ada }))
  await server.db
    .insertInto('feedback_message')
    .values(
      Array.from({ length: 260 }, (_, n) => ({
        feedback_id: id,
        member_id: ada.id,
        text: `said ${n + 1}`,
        at: server.clock.now(),
      })),
    )
    .execute()
  const all = Array.from({ length: 261 }, (_, n) => `said ${n}`)
  const read = async (before?: number) =>
    ok(await server.call(readFeedback, { id, before }, { as: ada, method: 'GET' }))
  const newest = await read()
  expect(newest).toMatchObject({ content: 'said 0', more: true })
  expect(newest.messages.map(({ text }) => text)).toEqual(all.slice(-50))
  const texts: string[] = []
  for (let page = newest, more = true; more;) {
    texts.unshift(...page.messages.map(({ text }) => text))
    more = page.more
    if (more) page = await read(page.messages[0]?.id)
  }
  expect(texts).toEqual(all)

  const look = async (before?: number) =>
    ok(await callOperator(server, readCase, { queue: 'feedback', id, before }, { as: sue }))
  const found = await look()
  expect(found.messages.at(-1)?.text).toBe('said 260')
  expect(found).toMatchObject({ more_messages: true, pictures: [] })
  let oldest = found
  while (oldest.more_messages) oldest = await look(oldest.messages[0]?.id)
  expect(oldest.messages.map(({ text }) => text)).toEqual(all.slice(0, 11))
  expect(oldest).toMatchObject({ more_messages: false, pictures: [{ id: pic }] })
  const view = { queue: 'feedback', id, picture: pic, reason: 'to answer it' } as const
  expect(ok(await callOperator(server, readCasePicture, view, { as: sue })).type).toBe('image/jpeg')
  const foreign = await uploaded(server, ada, 'feedback')
  const other = { ...view, picture: foreign }
  expect(refusal(await callOperator(server, readCasePicture, other, { as: sue }))).toBe(
    'picture_not_found',
  )
})
