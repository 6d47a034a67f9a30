import { addInvite, readProfile, rememberInvite } from '@btbc/contract/account.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

async function codeOf(server: TestServer, member: TestMember): Promise<string> {
  return ok(await server.call(readProfile, {}, { as: member })).extension_code
}

async function addCode(server: TestServer, member: TestMember, extension_code: string) {
  return await server.call(addInvite, { extension_code }, { as: member })
}

test('an invite code is added once within 24 hours and promises the reward', async () => {
  const server = await startTestServer()
  const ivy = await server.join('ivy@btbc.test')
  const ann = await server.join('ann@btbc.test')
  const code = await codeOf(server, ivy)
  expect(refusal(await addCode(server, ann, 'NOBODY'))).toBe('invite_unknown')
  expect(refusal(await addCode(server, ivy, code))).toBe('invite_own')
  expect(ok(await addCode(server, ann, code))).toEqual({ invite_reward: true })
  expect(refusal(await addCode(server, ann, code))).toBe('invite_closed')
  const late = await server.join('late@btbc.test')
  server.clock.moveTo(24 * 60 * 60 * 1000)
  expect(refusal(await addCode(server, late, code))).toBe('invite_closed')
  expect(ok(await server.call(readProfile, {}, { as: late })).invite_open).toBe(false)
})

test('an invite code never closes a cycle, not even at the same moment', async () => {
  const server = await startTestServer()
  const ivy = await server.join('ivy@btbc.test')
  const ann = await server.join('ann@btbc.test', { extensionCode: await codeOf(server, ivy) })
  const ben = await server.join('ben@btbc.test', { extensionCode: await codeOf(server, ann) })
  expect(refusal(await addCode(server, ivy, await codeOf(server, ben)))).toBe('invite_cycle')

  const eve = await server.join('eve@btbc.test')
  const max = await server.join('max@btbc.test')
  const [evesCode, maxsCode] = [await codeOf(server, eve), await codeOf(server, max)]
  const answers = await Promise.all([
    addCode(server, eve, maxsCode),
    addCode(server, max, evesCode),
  ])
  expect(answers.filter((each) => each.type === 'ok')).toHaveLength(1)
})

test('when the referral pool is short the member joins and the inviter is told', async () => {
  const server = await startTestServer()
  const ivy = await server.join('ivy@btbc.test')
  const code = await codeOf(server, ivy)
  await server.db.transaction().execute(async (tx) => {
    const pool = houseAccount('pool:referral', 1001)
    const { available } = await balanceOf(tx, pool)
    await post(tx, {
      key: 'test:empty',
      kind: 'pool.funded',
      at: server.clock.now(),
      moves: [{ from: pool, to: houseAccount('issuance', 1001), amount: available }],
    })
  })
  const ann = await server.join('ann@btbc.test')
  expect(ok(await addCode(server, ann, code))).toEqual({ invite_reward: false })
  const told = await server.db
    .selectFrom('outbox')
    .select(['recipient', 'text'])
    .where('recipient', '=', 'ivy@btbc.test')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(told.text).toContain('a***n@btbc.test joined BTBC with your invite code')
})

test('the invite code of a first visit stays for 30 days', async () => {
  const server = await startTestServer()
  const ivy = await codeOf(server, await server.join('ivy@btbc.test'))
  const max = await codeOf(server, await server.join('max@btbc.test'))
  const visit = async (extension_code: string) =>
    ok(await server.call(rememberInvite, { visitor: 'v-1', extension_code }))
  expect(await visit('NOBODY')).toEqual({ extension_code: 'NOBODY', known: false, inviter: '' })
  const first = { extension_code: ivy, known: true, inviter: 'i***y@btbc.test' }
  expect(await visit(ivy)).toEqual(first)
  expect(await visit(max)).toEqual(first)
  await server.pass({ days: 29, hours: 23 })
  expect(await visit(max)).toEqual(first)
  await server.pass({ hours: 1 })
  expect(await visit(max)).toMatchObject({ extension_code: max, inviter: 'm***x@btbc.test' })
})

test('a neighbourhood has five hundred visits a day written down; beyond that the code stands in the browser', async () => {
  const server = await startTestServer({ rateLimits: false, trustProxy: ['loopback'] })
  const ivy = await codeOf(server, await server.join('ivy@btbc.test'))
  const known = { extension_code: ivy, known: true, inviter: 'i***y@btbc.test' }
  const visit = async (visitor: string, address: string) =>
    ok(
      await server.call(
        rememberInvite,
        { visitor, extension_code: ivy },
        { headers: { 'x-forwarded-for': address } },
      ),
    )
  const written = async () =>
    (await server.db.selectFrom('visit').select('visitor').orderBy('visitor').execute()).map(
      ({ visitor }) => visitor,
    )
  expect(await visit('a', '203.0.113.9')).toEqual(known)
  const { neighbourhood } = await server.db
    .selectFrom('visit')
    .select('neighbourhood')
    .executeTakeFirstOrThrow()
  const row = { extension_code: ivy, neighbourhood, created_at: server.clock.now() }
  const others = Array.from({ length: 499 }, (_, at) => ({ ...row, visitor: `z${at}` }))
  await server.db.insertInto('visit').values(others).execute()
  expect(await visit('b', '203.0.113.77')).toEqual(known)
  expect(await visit('c', '198.51.100.7')).toEqual(known)
  expect((await written()).filter((visitor) => !visitor.startsWith('z'))).toEqual(['a', 'c'])
  // Who is known stays so, and the next day has room.
  expect(await visit('a', '203.0.113.9')).toEqual(known)
  await server.pass({ hours: 24 })
  expect(await visit('b', '203.0.113.77')).toEqual(known)
  expect(await written()).toContain('b')
})
