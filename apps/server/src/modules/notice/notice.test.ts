import { readStanding } from '@btbc/contract/account.ts'
import {
  addPushDevice,
  listOwnNotices,
  markOwnNoticesRead,
  noticeSettings,
  PUSH_DEVICES_MAX,
  removePushDevice,
} from '@btbc/contract/notice.ts'
import { setPhrase } from '@btbc/contract/security.ts'
import { logOut } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { tellMember } from '#modules/account/index.ts'
import { leadsOutward } from '#platform/notifications/push/outward.ts'
import { startPushService } from '#testing/push-service.ts'
import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'
import { advance } from '#testing/time-machine.ts'

const tell = ({ db, clock }: TestServer, to: TestMember, kind: 'lock_ended' | 'password_changed') =>
  db.transaction().execute((tx) =>
    tellMember(tx, to.id, {
      kind,
      facts: { lock: 7, amount: '130.00', account: '1' },
      wallNow: clock.wallNow(),
    }),
  )
const mailsTo = async ({ db }: TestServer, { mail }: TestMember) =>
  (await db.selectFrom('outbox').select('subject').where('recipient', '=', mail).execute()).length

test('a time stands in a notice as the clock of its reader says it', async () => {
  const server = await startTestServer()
  const as = await server.join('ada@example.test')
  const { db, clock } = server
  const facts = { deal: 1, number: '100.00', money: '720.00', until: '2026-03-01T22:30:00.000Z' }
  const told = { kind: 'deal_opened', facts, wallNow: clock.wallNow() } as const
  await db.transaction().execute((tx) => tellMember(tx, as.id, told))
  const textIn = async (zone: string) =>
    ok(await server.call(listOwnNotices, {}, { as, headers: { 'time-zone': zone } })).list[0]?.text
  expect(await textIn('Asia/Tokyo')).toContain('to pay until Mar 2, 2026, 7:30 AM GMT+9,')
  expect(await textIn('no/where')).toContain('to pay until Mar 1, 2026, 10:30 PM UTC,')
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', as.mail)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(text).toContain('to pay until Mar 1, 2026, 10:30 PM UTC,')
})

test('a notice has the time of the house, of security too, and is kept by the one on the wall', async () => {
  const server = await startTestServer({ timeMachine: true })
  const as = await server.join('ada@example.test')
  const dates = async () =>
    ok(await server.call(listOwnNotices, {}, { as })).list.map(({ at }) => at)
  for (const phrase of ['blue heron', 'grey heron']) {
    await advance(server.url, 21 * 86_400)
    const proof = await stepUp(server, as, 'phrase', { phrase })
    ok(await server.call(setPhrase, { phrase, proof }, { as }))
  }
  expect(await dates()).toEqual(['2026-04-12T12:00:00.000Z', '2026-03-22T12:00:00.000Z'])
  await advance(server.url, 200 * 86_400)
  expect(await dates()).toHaveLength(2)
})

test('a title says what it is about, in the list and in a mail', async () => {
  const server = await startTestServer()
  const as = await server.join('ada@example.test')
  ok(await server.call(noticeSettings, { kind: 'rewards', way: 'mail', on: true }, { as }))
  const facts = { title: 'Thanks', amount: '7', currency: 'BTBC' }
  const told = { kind: 'airdrop_coins', facts, wallNow: server.clock.wallNow() } as const
  await server.db.transaction().execute((tx) => tellMember(tx, as.id, told))
  const titleIn = async (language: string) =>
    ok(await server.call(listOwnNotices, {}, { as, language })).list[0]?.title
  expect(await titleIn('en')).toBe('You were given BTBC')
  expect(await titleIn('kr')).toBe('BTBC를 받으셨습니다')
  const { subject } = await server.db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', as.mail)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(subject).toBe('[TEST] You were given BTBC')
})

test('a reason ends as a sentence of its writing does, before what we say next', async () => {
  const server = await startTestServer()
  const as = await server.join('ada@example.test')
  const textOf = async (reason: string) => {
    const told = { kind: 'identity_rejected', facts: { reason }, wallNow: server.clock.wallNow() }
    await server.db.transaction().execute((tx) => tellMember(tx, as.id, told as never))
    return ok(await server.call(listOwnNotices, {}, { as })).list[0]?.text
  }
  expect(await textOf('The back is blurred')).toContain(': The back is blurred. Please correct it')
  expect(await textOf('Blurred (all of it)')).toContain(': Blurred (all of it). Please correct it')
  expect(await textOf('It lacks 3.5')).toContain(': It lacks 3.5. Please correct it')
  expect(await textOf('背面模糊')).toContain(': 背面模糊。 Please correct it')
  expect(await textOf('পেছনের দিক অস্পষ্ট')).toContain('অস্পষ্ট। Please correct it')
  for (const whole of ['It is blurred.', 'Is it yours?', '背面模糊。', 'He wrote “no.”', 'Wait…'])
    expect(await textOf(whole)).toContain(`: ${whole} Please correct it`)
})

test('what a member is told stands in a list, is counted, and is told where they want it', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const as = ada
  const list = async (request = {}, language = 'en') =>
    ok(await server.call(listOwnNotices, request, { as, language }))
  const unread = async () => ok(await server.call(readStanding, {}, { as })).unread.notices
  const published = await unread()
  for (let each = 0; each < 5; each += 1) await tell(server, ada, 'lock_ended')
  expect(await unread()).toBe(published + 5)

  const first = await list({ limit: 2 })
  expect(first).toMatchObject({ unread: 5, more: true })
  expect(first.list[0]).toMatchObject({
    kind: 'earn',
    title: 'Your lock has ended',
    text: expect.stringContaining('130.00 USDT') as unknown,
    read: false,
    link: '/trade',
  })
  const shown = first.list.map(({ id }) => id)
  const rest = await list({ limit: 10, before: shown[1] })
  expect(rest.more).toBe(false)
  expect([...shown, ...rest.list.map(({ id }) => id)]).toEqual(
    (await list()).list.map(({ id }) => id),
  )
  expect((await list({}, 'jp')).list[0]?.title).toBe('ロックが満期になりました')

  ok(await server.call(markOwnNoticesRead, { ids: shown }, { as: eve }))
  expect(await unread()).toBe(published + 5)
  ok(await server.call(markOwnNoticesRead, { ids: shown }, { as }))
  expect((await list()).list.map(({ read }) => read)).toEqual([true, true, false, false, false])
  ok(await server.call(markOwnNoticesRead, {}, { as }))
  expect(await unread()).toBe(0)

  const choose = (request: object) => server.call(noticeSettings, request, { as })
  const off = { kind: 'earn', way: 'mail', on: false }
  expect(ok(await choose(off)).kinds).toContainEqual(
    expect.objectContaining({ kind: 'earn', app: true, mail: false, push: true }),
  )
  const mails = await mailsTo(server, ada)
  await tell(server, ada, 'lock_ended')
  expect(await mailsTo(server, ada)).toBe(mails)
  ok(await choose({ ...off, way: 'app' }))
  await tell(server, ada, 'lock_ended')
  expect((await list()).unread).toBe(1)
  for (const way of ['mail', 'app']) {
    expect(refusal(await choose({ kind: 'security', way, on: false }))).toBe('notice_fixed')
  }
  expect(refusal(await choose({ kind: 'earn', on: true }))).toBe('notice_choice_incomplete')
  await tell(server, ada, 'password_changed')
  expect(await mailsTo(server, ada)).toBe(mails + 1)
  expect((await list()).list[0]?.kind).toBe('security')
  expect(ok(await server.call(noticeSettings, {}, { as, method: 'GET' })).kinds).toHaveLength(9)
  // Mail of rewards is the one that has to be asked for, whatever else is chosen about them.
  const { kinds } = ok(await choose({ kind: 'rewards', way: 'push', on: false }))
  expect(kinds).toContainEqual({ kind: 'rewards', app: true, mail: false, push: false, fixed: [] })
  await server.pass({ days: 181 })
  expect(await server.db.selectFrom('notice').selectAll().execute()).toEqual([])
})

test('a browser is told by web push: encrypted for it alone, signed by the house, until it has gone', async () => {
  const service = await startPushService()
  const server = await startTestServer({ pushOrigin: service.origin }, { goesOn: true })
  const ada = await server.join('ada@example.test')
  const eve = await server.join('eve@example.test')
  const as = ada
  const phone = service.browser()
  const tablet = service.browser()
  const add = (device: object) => server.call(addPushDevice, { ...phone.keys, ...device }, { as })
  for (const endpoint of [
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://169.254.169.254/latest',
    'https://push.example.com:8443/x',
    'https://a:b@push.example.com/x',
    'file:///etc/passwd',
    'none',
  ]) {
    expect(refusal(await add({ endpoint })), endpoint).toBe('push_device_invalid')
  }
  expect(refusal(await add({ p256dh: 'BBBB' }))).toBe('push_device_invalid')
  expect(leadsOutward('https://push.example.com/x', undefined)).toBe(true)
  expect(leadsOutward(`${service.origin}/x`, undefined)).toBe(false)

  for (const device of [phone, tablet]) ok(await add(device.keys))
  const settings = ok(await server.call(noticeSettings, {}, { as }))
  expect(settings).toMatchObject({ devices: 2, here: true })
  await tell(server, ada, 'lock_ended')
  await expect.poll(() => service.heard.length, { timeout: 30_000 }).toBe(2)
  for (const device of [phone, tablet]) {
    const got = service.heard.find(({ path }) => device.keys.endpoint.endsWith(path))
    expect(JSON.parse(device.open(got?.body ?? Buffer.alloc(0)))).toMatchObject({
      title: '[TEST] Your lock has ended',
      body: expect.stringContaining('130.00 USDT') as unknown,
      link: '/trade',
    })
    expect(got?.authorization).toContain(`k=${settings.push_key}`)
  }
  // The push service says that the tablet has gone: it is not told again, and the phone still is.
  service.gone.add(new URL(tablet.keys.endpoint).pathname)
  await tell(server, ada, 'lock_ended')
  const devices = async () => ok(await server.call(noticeSettings, {}, { as })).devices
  await expect.poll(devices, { timeout: 30_000 }).toBe(1)
  await expect
    .poll(() => service.heard.filter(({ path }) => phone.keys.endpoint.endsWith(path)).length, {
      timeout: 30_000,
    })
    .toBe(2)
  // Nobody else takes it away, and it goes with its session.
  const { endpoint } = phone.keys
  ok(await server.call(removePushDevice, { endpoint }, { as: eve }))
  expect(await devices()).toBe(1)
  for (let each = 0; each <= PUSH_DEVICES_MAX; each += 1) ok(await add(service.browser().keys))
  expect(await devices()).toBe(PUSH_DEVICES_MAX)
  ok(await server.call(logOut, {}, { as }))
  expect(await server.db.selectFrom('push_device').selectAll().execute()).toEqual([])
})
