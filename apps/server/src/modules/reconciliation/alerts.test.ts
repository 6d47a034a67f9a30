import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { expect, test } from 'vitest'

import { fill } from '#testing/histories.ts'
import { callOperator, enter, hire } from '#testing/operators.ts'
import { ok, startTestServer } from '#testing/server.ts'

test('a deposit that is not as it should be is shown for a day, and one that waits for as long as it waits', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  const ada = await server.join('ada@example.test')
  const rita = await hire(server, 'Rita', ['risk'])
  const noticed = `timestamptz '${server.clock.now().toISOString()}'`
  await fill(server.db, 'deposit', 2, {
    member_id: ada.id,
    state: `case n when 1 then 'credited' else 'parked' end`,
    problem: `case n when 1 then 'less arrived' else 'no room' end`,
    problem_at: noticed,
  })
  const shown = async () => {
    const { alerts } = ok(await callOperator(server, readOverview, {}, { as: rita }))
    return alerts.flatMap(({ kind, text }) =>
      kind === 'deposit_problem' ? [text.replace(/^.*: /, '')] : [],
    )
  }
  expect(await shown()).toEqual(['no room', 'less arrived'])
  server.clock.pass({ days: 1, seconds: 1 })
  rita.token = await enter(server, rita)
  expect(await shown()).toEqual(['no room'])
})
