import { readProfile } from '@btbc/contract/account.ts'
import { lookAround, readFirstPage } from '@btbc/contract/first-page.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

test('a stranger reads members, open runs and coverage, right to the last two seconds', async () => {
  const server = await startTestServer({ liquidity: true })
  expect(await figures(server)).toMatchObject({
    members: 0,
    open_runs: 0,
    coverage: { covered: 6, currencies: 6 },
    may_look_around: false,
  })
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  ok(await server.call(startRun, {}, { as: bob }))
  expect(await figures(server)).toMatchObject({ members: 0, open_runs: 0 })

  server.clock.pass({ seconds: 2 })
  const unswept = await figures(server)
  expect(unswept).toMatchObject({ members: 2, open_runs: 2 })
  await server.pass({ seconds: 2 })
  expect(await server.db.selectFrom('tally_change').selectAll().execute()).toEqual([])
  expect(await figures(server)).toMatchObject({ members: 2, open_runs: 2 })
  expect((await figures(server)).coverage.at).toBe(unswept.coverage.at)

  await server.pass({ hours: 24 })
  const later = await figures(server)
  expect(later).toMatchObject({ members: 2, open_runs: 0 })
  expect(later.coverage.at).toBe(server.clock.now().toISOString())
})

test('who sits at this machine looks around as a sample member; to others there is none', async () => {
  const server = await startTestServer({ sample: true })
  expect(await figures(server)).toMatchObject({ members: 3, may_look_around: true })
  const token = ok(await server.call(lookAround))
  expect(ok(await server.call(readProfile, {}, { as: { token } })).email).toBe('alice@btbc.test')

  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect(await figures(server, headers)).toMatchObject({ members: 3, may_look_around: false })
  expect(refusal(await server.call(lookAround, {}, { headers }))).toBe('not_found')
  ok(await server.call(freezeAccount, {}, { as: { token } }))
  expect(refusal(await server.call(lookAround))).toBe('login_frozen')
})

async function figures(server: TestServer, headers: Record<string, string> = {}) {
  return ok(await server.call(readFirstPage, {}, { headers }))
}
