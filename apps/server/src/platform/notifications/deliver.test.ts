import { createTestDatabase } from '@btbc/database/testing.ts'
import { expect, onTestFinished, test } from 'vitest'

import { startMailServer } from '#testing/outsiders.ts'

import { deliverMessages } from './deliver.ts'
import { enqueueMessages, eraseOldCodes } from './outbox.ts'
import { openSenders } from './senders.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const never = new AbortController().signal

test('two deliverers at one slow mail server send each message once, several at a time', async () => {
  const gate = Promise.withResolvers<void>()
  const { url, mails } = await startMailServer(gate.promise)
  const { db, enqueue, deliver } = await open(url)
  await enqueue(25)
  const first = deliver(0)
  await expect.poll(() => mails.length).toBe(10)
  const second = deliver(0)
  await expect.poll(() => mails.length).toBe(20)
  // What is on its way is claimed for longer than it can take.
  const late = deliver(61)
  await expect.poll(() => mails.length).toBe(25)
  gate.resolve()
  await Promise.all([first, second, late])
  await deliver(61)
  expect(recipientsOf(mails)).toEqual(new Set(recipients(25)))
  expect(mails).toHaveLength(25)
  const rows = await db.selectFrom('outbox').selectAll().execute()
  for (const row of rows) {
    expect(row).toMatchObject({ text: 'TEST (sent)', code: null, due_at: null, attempts: 1 })
  }
})

test('what cannot be sent is tried less and less often, and in the end no more and kept no longer', async () => {
  const { db, enqueue, deliver } = await open('smtp://127.0.0.1:1')
  await enqueue(1)
  const read = () => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  const gaps: number[] = []
  let at = 0
  for (;;) {
    await deliver(at)
    const { due_at: dueAt } = await read()
    if (dueAt === null) break
    const next = (dueAt.getTime() - NOON.getTime()) / 1000
    gaps.push(next - at)
    await deliver(next - 1)
    at = next
  }
  expect(gaps).toEqual([30, 60, 120, 240, 480, 960, 1920])
  expect(await read()).toMatchObject({ attempts: 8, sent_at: null, code: null })
  const { text, failure } = await read()
  expect(text).toBe('TEST (given up)')
  expect(failure).toContain('ECONNREFUSED')
})

test('a code that ran out is erased wherever it waits, and is not sent any more', async () => {
  const { url, mails } = await startMailServer()
  const { db, enqueue, deliver } = await open(url)
  await enqueue(2)
  const erase = (seconds: number) =>
    db.transaction().execute((tx) => eraseOldCodes(tx, after(seconds)))
  expect(await erase(3600)).toBe(0)
  expect(await erase(3601)).toBe(2)
  await deliver(3601)
  expect(mails).toEqual([])
  const rows = await db.selectFrom('outbox').select(['text', 'code']).execute()
  expect(rows).toEqual([1, 2].map(() => ({ text: 'TEST (expired)', code: null })))
})

/** An outbox of its own, and a fresh sender for each deliverer, as processes have them. */
async function open(mailUrl: string) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const db = database.appDb
  return {
    db,
    enqueue: (count: number) =>
      db.transaction().execute(async (tx) => {
        const message = { channel: 'mail', subject: '[TEST]', code: '123456' } as const
        const text = 'TEST 123456'
        const messages = recipients(count).map((recipient) => ({ ...message, recipient, text }))
        await enqueueMessages(tx, messages, NOON)
      }),
    deliver: async (seconds: number) => {
      const delivery = { mailUrl, mailFrom: 'BTBC (TEST) <test@btbc.test>', smsUrl: undefined }
      for (const sender of openSenders(delivery)) {
        await deliverMessages(db, sender, { wallNow: after(seconds), signal: never })
        sender.close()
      }
    },
  }
}

function after(seconds: number): Date {
  return new Date(NOON.getTime() + seconds * 1000)
}

function recipients(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `member${index}@example.test`)
}

function recipientsOf(mails: readonly string[]): Set<string | undefined> {
  return new Set(mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1]))
}
