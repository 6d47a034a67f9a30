import { hash } from 'node:crypto'

import { listSessions, logOut, revokeSession } from '@btbc/contract/session.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer } from '#testing/server.ts'
import { isOpen, logIn, notices } from '#testing/sessions.ts'

const MAIL = 'ann@btbc.test'

test('a token is 256 random bits of which only the hash is stored', async () => {
  const server = await startTestServer()
  const { token } = await server.join(MAIL)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const [row] = await server.db.selectFrom('session').selectAll().execute()
  expect(row?.token_hash).toEqual(hash('sha256', token, 'buffer'))
  expect(JSON.stringify(row)).not.toContain(token)
})

test('a call without a session answers 999, whatever the token looks like', async () => {
  const server = await startTestServer()
  for (const token of ['', 'x', 'a'.repeat(43), 'Bearer', 'é'.repeat(40), '../'.repeat(20)]) {
    expect(await isOpen(server, { token })).toBe(false)
  }
  const bare = await fetch(`${server.url}/api/user/info`)
  expect(bare.status).toBe(200)
  expect(await bare.json()).toMatchObject({
    type: 999,
    code: 'login_required',
    message: 'You need login',
  })
})

test('the token is read with and without Bearer', async () => {
  const server = await startTestServer()
  const { token } = await server.join(MAIL)
  for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
    const response = await fetch(`${server.url}/api/user/info`, { headers: { authorization } })
    expect(await response.json()).toMatchObject({ type: 'ok' })
  }
})

test('a remembered session ends after 7 idle days and after 30 days whatever happens', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const idle = await logIn(server, ann)
  const used = await logIn(server, ann, true)
  for (let day = 0; day < 5; day += 1) {
    await server.pass({ days: 6 - Number(day === 0) })
    expect(await isOpen(server, used)).toBe(true)
    if (day === 1) expect(await isOpen(server, idle)).toBe(false)
  }
  await server.pass({ days: 1 })
  expect(await isOpen(server, used)).toBe(false)
  expect(await server.db.selectFrom('session').selectAll().execute()).toEqual([])
})

test('a passing session ends after 2 idle hours and after 24 hours whatever happens', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const idle = await logIn(server, ann, false)
  const used = await logIn(server, ann, false)
  for (let hour = 0; hour < 23; hour += 1) {
    await server.pass({ hours: 1 })
    expect(await isOpen(server, used)).toBe(true)
  }
  expect(await isOpen(server, idle)).toBe(false)
  await server.pass({ minutes: 59 })
  expect(await isOpen(server, used)).toBe(true)
  await server.pass({ minutes: 1 })
  expect(await isOpen(server, used)).toBe(false)
})

test('session ages are on the wall: the time machine does not move them', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  server.clock.moveTo(40 * 24 * 60 * 60 * 1000)
  expect(await isOpen(server, ann)).toBe(true)
})

test('when a session was last seen is written once in five minutes at the most', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const joinedAt = server.clock.wallNow()
  const seenAt = async () =>
    (await server.db.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow())
      .last_seen_at
  await server.pass({ minutes: 4 })
  await isOpen(server, ann)
  expect(await seenAt()).toEqual(joinedAt)
  await server.pass({ minutes: 1 })
  await isOpen(server, ann)
  expect(await seenAt()).toEqual(server.clock.wallNow())
  server.clock.moveWall(-60 * 60 * 1000)
  expect(await isOpen(server, ann)).toBe(true)
})

test('logging out ends this session at once and no other', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const other = await logIn(server, ann)
  expect(await isOpen(server, ann)).toBe(true)
  ok(await server.call(logOut, {}, { as: ann }))
  expect(await isOpen(server, ann)).toBe(false)
  expect(await isOpen(server, other)).toBe(true)
})

test('sessions are listed and one of them is ended at once, with a mail', async () => {
  const server = await startTestServer()
  const ann = await server.join(MAIL)
  const other = await logIn(server, ann)
  expect(await isOpen(server, other)).toBe(true)
  const { list, total } = ok(await server.call(listSessions, {}, { as: ann }))
  expect(total).toBe(2)
  expect(list.map((each) => each.current)).toEqual([false, true])
  expect(list[0]).toMatchObject({ device: 'Node', ip: '127.0.0.1' })
  const page = ok(await server.call(listSessions, { limit: 1, page: 2 }, { as: ann }))
  expect(page).toMatchObject({ total: 2, page: 2, limit: 1, list: [{ current: true }] })

  const id = list[0]?.id ?? 0
  const eve = await server.join('eve@btbc.test')
  const revoke = (as: { token: string }) => server.call(revokeSession, { id }, { as })
  expect(refusal(await revoke(eve))).toBe('session_not_found')
  expect(await isOpen(server, other)).toBe(true)
  ok(await revoke(ann))
  expect(await isOpen(server, other)).toBe(false)
  expect(refusal(await revoke(ann))).toBe('session_not_found')
  expect(await notices(server)).toEqual(['[TEST] A session was ended'])
})
