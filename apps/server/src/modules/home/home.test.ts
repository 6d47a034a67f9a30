import { readProfile } from '@btbc/contract/account.ts'
import { readHome } from '@btbc/contract/home.ts'
import { listMachines, readLaunches, readTeam, startRun } from '@btbc/contract/mining.ts'
import { readHomeContent } from '@btbc/contract/news.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { expect, test } from 'vitest'

import { ok, startTestServer } from '#testing/server.ts'

test('Home in one call is what its parts say one by one, and what has ended is settled before', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  server.clock.pass({ hours: 24 })
  const home = ok(await server.call(readHome, {}, { as: alice }))
  expect(home).toEqual({
    profile: ok(await server.call(readProfile, {}, { as: alice })),
    team: ok(await server.call(readTeam, {}, { as: alice })),
    launches: ok(await server.call(readLaunches, {}, { as: alice })),
    output: ok(await server.call(readOutput, {}, { as: alice })),
    machines: ok(await server.call(listMachines, {}, { as: alice })),
    content: ok(await server.call(readHomeContent, {}, { as: alice })),
  })
  expect(home.team.team.runs).toEqual([])
  expect(home.output.receive_amount).toBe('0.02400000')
})
