import { createTestDatabase } from '@btbc/database/testing.ts'
import { expect, onTestFinished, test } from 'vitest'

import { startMailServer, startTextGateway } from '#testing/outsiders.ts'

import { type Deliverer, openDeliverer } from './deliver.ts'
import { bringForward, enqueueMessages, eraseOldCodes, type Message } from './outbox.ts'
import { type Delivery, openSenders } from './senders.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const never = new AbortController().signal

test('two deliverers at one slow mail server send each message once, several at a time', async () => {
  const gate = Promise.withResolvers<void>()
  const { url, mails } = await startMailServer(gate.promise)
  const { db, enqueue, process, settle } = await open({ mailUrl: url })
  await enqueue(mailsTo(25))
  const first = process()
  const second = process()
  await first.turn(0)
  await expect.poll(() => mails.length).toBe(10)
  await second.turn(0)
  await expect.poll(() => mails.length).toBe(20)
  // What is on its way is claimed for longer than it can take.
  const late = process()
  await late.turn(61)
  await expect.poll(() => mails.length).toBe(25)
  gate.resolve()
  await settle()
  await first.turn(61)
  expect(recipientsOf(mails)).toEqual(new Set(mailsTo(25).map(({ recipient }) => recipient)))
  expect(mails).toHaveLength(25)
  const rows = await db.selectFrom('outbox').selectAll().execute()
  for (const row of rows) {
    expect(row).toMatchObject({ text: 'TEST (sent)', code: null, due_at: null, attempts: 1 })
  }
})

test('what cannot be sent is tried less and less often, and in the end no more and kept no longer', async () => {
  const { db, enqueue, process, settle } = await open({ mailUrl: 'smtp://127.0.0.1:1' })
  await enqueue(mailsTo(1))
  const read = () => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  const gaps: number[] = []
  const deliverer = process()
  let at = 0
  for (;;) {
    await db.updateTable('outbox').set({ failure: null }).execute()
    await deliverer.turn(at)
    await settle()
    const { due_at: dueAt } = await read()
    if (dueAt === null) break
    const next = (dueAt.getTime() - NOON.getTime()) / 1000
    gaps.push(next - at)
    await deliverer.turn(next - 1)
    at = next
  }
  expect(gaps).toEqual([30, 60, 120, 240, 480, 960, 1920])
  expect(await read()).toMatchObject({ attempts: 8, sent_at: null, code: null })
  const { text, failure } = await read()
  expect(text).toBe('TEST (given up)')
  expect(failure).toContain('ECONNREFUSED')
})

test('what was put off by a clock that was set back since goes at once', async () => {
  const { url, mails } = await startMailServer()
  const { db, enqueue, process, settle } = await open({ mailUrl: url })
  await enqueue(mailsTo(1))
  const bring = (hours: number) =>
    db.transaction().execute((tx) => bringForward(tx, after(-3600 * hours)))
  await bring(1)
  const deliverer = process()
  await deliverer.turn(-3600)
  expect(mails).toEqual([])
  await bring(6)
  await deliverer.turn(-6 * 3600)
  await settle()
  expect(mails).toHaveLength(1)
})

test('a code that ran out is erased wherever it waits, and is not sent any more', async () => {
  const { url, mails } = await startMailServer()
  const { db, enqueue, process } = await open({ mailUrl: url })
  await enqueue(mailsTo(2))
  const erase = (seconds: number) =>
    db.transaction().execute((tx) => eraseOldCodes(tx, after(seconds)))
  expect(await erase(3600)).toBe(0)
  expect(await erase(3601)).toBe(2)
  await process().turn(3601)
  expect(mails).toEqual([])
  const rows = await db.selectFrom('outbox').select(['text', 'code']).execute()
  expect(rows).toEqual([1, 2].map(() => ({ text: 'TEST (expired)', code: null })))
})

test('ten thousand messages that a member does not take hold up nobody', async () => {
  const gateway = await startTextGateway((to) => (to === 'mute' ? 'nothing' : 200))
  const { db, enqueue, process } = await open({ smsUrl: gateway.url })
  const mute = Array.from({ length: 10_000 }, () => ({ ...told('mute'), memberId: 1 }))
  await enqueue(mute)
  await enqueue([{ ...told('ada'), memberId: 2 }])
  const deliverer = process()
  // Nobody waits for the mute ones: they are on their way while the turn has ended.
  await deliverer.turn(1)
  await expect.poll(() => gateway.waiting()).toEqual(['mute', 'mute', 'mute', 'mute'])
  await expect.poll(() => gateway.heard).toContain('ada')
  // The others of that member wait for their turn, one after the other, and are not looked at again.
  const due = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('due_at', '<=', after(1))
    .executeTakeFirstOrThrow()
  expect(Number(due.count)).toBe(0)
  await deliverer.turn(2)
  expect(gateway.waiting()).toHaveLength(4)
})

test('many who are slow leave one place each to anybody', async () => {
  const gateway = await startTextGateway(() => 'nothing')
  const { enqueue, process } = await open({ smsUrl: gateway.url })
  const crowd = [1, 2, 3, 4, 5, 6, 7].flatMap((memberId) =>
    Array.from({ length: 5 }, () => ({ ...told(`mute ${memberId}`), memberId })),
  )
  await enqueue(crowd)
  await process().turn(1)
  const held = (memberId: number) =>
    gateway.waiting().filter((to) => to === `mute ${memberId}`).length
  await expect.poll(() => [1, 2, 3, 4, 5, 6, 7].map(held)).toEqual([4, 4, 2, 1, 1, 1, 1])
})

test('a code goes before what was told earlier, and what failed before leaves room for what did not', async () => {
  let said: number | 'nothing' = 500
  const gateway = await startTextGateway(() => said)
  const { enqueue, process, settle } = await open({ smsUrl: gateway.url })
  const members = Array.from({ length: 30 }, (_, index) => told(`member ${index}`))
  await enqueue(members)
  const deliverer = process()
  await deliverer.turn(0)
  await expect.poll(() => gateway.heard).toHaveLength(30)
  await settle()
  said = 'nothing'
  await deliverer.turn(31)
  await expect.poll(() => gateway.waiting().length).toBe(7)
  await enqueue(Array.from({ length: 30 }, (_, index) => told(`newer ${index}`)))
  await enqueue([{ ...told('eve'), code: '123456', text: 'TEST 123456' }])
  await deliverer.turn(31)
  await expect.poll(() => gateway.waiting().length).toBe(20)
  expect(gateway.waiting()).toContain('eve')
})

test('a stop waits for nobody who is mute, and what was on its way is sent by the next', async () => {
  let isMute = true
  const gateway = await startTextGateway(() => (isMute ? 'nothing' : 200))
  const { db, enqueue, process, settle } = await open({ smsUrl: gateway.url })
  await enqueue([told('ada'), told('eve'), told('bob')])
  const stopped = process()
  await stopped.turn(0)
  await expect.poll(() => gateway.waiting().length).toBe(3)
  await stopped.stop()
  const rows = await db.selectFrom('outbox').select(['attempts', 'due_at']).execute()
  expect(rows).toEqual([1, 2, 3].map(() => ({ attempts: 0, due_at: NOON })))
  isMute = false
  await process().turn(0)
  await settle()
  expect(gateway.heard.toSorted()).toEqual(['ada', 'ada', 'bob', 'bob', 'eve', 'eve'])
})

/** An outbox of its own, and a fresh sender for each deliverer, as processes have them. */
async function open(ways: Partial<Delivery>) {
  const database = await createTestDatabase()
  const deliverers: Deliverer[] = []
  onTestFinished(async () => {
    await Promise.all(deliverers.map((each) => each.stop()))
    await database.drop()
  })
  const db = database.appDb
  return {
    db,
    enqueue: (messages: readonly Message[]) =>
      db.transaction().execute((tx) => enqueueMessages(tx, messages, NOON)),
    process: () => {
      const delivery = { mailUrl: undefined, smsUrl: undefined, mailFrom: 'BTBC <test@btbc.test>' }
      const [sender] = openSenders({ ...delivery, ...ways })
      if (!sender) throw new Error('no way to send')
      const deliverer = openDeliverer(sender)
      deliverers.push(deliverer)
      return {
        turn: (seconds: number) => deliverer.turn(db, after(seconds), never),
        stop: () => deliverer.stop(),
      }
    },
    /** Waits until nothing is on its way any more: what is claimed is due two minutes after. */
    settle: () =>
      expect
        .poll(async () => {
          const rows = await db
            .selectFrom('outbox')
            .select(['attempts', 'failure', 'sent_at'])
            .execute()
          return rows.filter((row) => row.attempts > 0 && !row.sent_at && row.failure === null)
        })
        .toEqual([]),
  }
}

function after(seconds: number): Date {
  return new Date(NOON.getTime() + seconds * 1000)
}

function mailsTo(count: number): Message[] {
  const message = {
    channel: 'mail',
    subject: '[TEST]',
    text: 'TEST 123456',
    code: '123456',
  } as const
  return Array.from({ length: count }, (_, index) => ({
    ...message,
    recipient: `member${index}@example.test`,
  }))
}

function told(recipient: string): Message {
  return { channel: 'sms', recipient, subject: '[TEST]', text: 'TEST' }
}

function recipientsOf(mails: readonly string[]): Set<string | undefined> {
  return new Set(mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1]))
}
