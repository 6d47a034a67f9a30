import { calls, type CallName } from '@btbc/contract/calls.ts'
import type { Endpoint } from '@btbc/contract/endpoint.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { countStatements } from '@btbc/database/testing.ts'
import { expect, test } from 'vitest'

import { ok, startTestServer } from '#testing/server.ts'

/**
 * How often a read that Home is made of asks the database. Whoever makes one ask more often has to
 * say so here.
 */
const allowed = {
  readProfile: 2,
  listWallets: 1,
  readTeam: 3,
  readOutput: 1,
  listRecords: 2,
  readLaunches: 1,
  listMachines: 2,
  readHomeContent: 1,
  readHome: 8,
} as const satisfies Partial<Record<CallName, number>>

/** What goes on beside the calls asks now and then, too: the fewest of some looks is the call's own. */
const LOOKS = 8

test('the reads of Home ask the database no more often than they are allowed to', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.app.jobs.stop()
  const trips: Record<string, number> = {}
  for (const name of Object.keys(allowed) as (keyof typeof allowed)[]) {
    const call: Endpoint = calls[name]
    const counted: number[] = []
    for (let look = 0; look < LOOKS; look += 1) {
      counted.push(
        await countStatements(async () => ok(await server.call(call, {}, { as: alice }))),
      )
    }
    trips[name] = Math.min(...counted)
  }
  expect(trips).toEqual(allowed)
})
