import { readStanding } from '@btbc/contract/account.ts'
import { expect, test } from 'vitest'

import { ok, startTestServer } from '#testing/server.ts'

test('the centre counts what is unread', async () => {
  const server = await startTestServer()
  const ann = await server.join('ann@btbc.test')
  const center = ok(await server.call(readStanding, {}, { as: ann }))
  expect(center).toMatchObject({ review_status: 0, unread: { feedback: 0, deals: 0 } })
  expect(center.unread.notices).toBeGreaterThan(0)
})
