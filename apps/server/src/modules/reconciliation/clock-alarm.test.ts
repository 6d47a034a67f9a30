import { expect, test } from 'vitest'

import { hire } from '#testing/operators.ts'
import { startTestServer } from '#testing/server.ts'

import { callAboutClock } from './clock-alarm.ts'

test('operators are called once when the clock of a server is set far ahead', async () => {
  const server = await startTestServer()
  await hire(server, 'Rita', ['risk'])
  const sweep = callAboutClock({ ...server.clock, heldMs: () => 365 * 24 * 60 * 60_000 })
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  for (let turn = 0; turn < 2; turn += 1) {
    await server.db.transaction().execute((tx) => sweep.run(tx, at))
  }
  const mails = server.db.selectFrom('outbox').select('subject')
  expect(await mails.where('subject', 'like', '%set ahead%').execute()).toHaveLength(1)
})
