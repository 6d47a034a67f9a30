import { quoteDeal } from '@btbc/contract/deal.ts'
import { expect, test } from 'vitest'

import { bought, paid } from '#testing/sellers.ts'
import { ok, startTestServer } from '#testing/server.ts'

import { legalOf, look, ORDER } from './testing/start.ts'

test('with liquidity the labelled seller of the house sells, and confirms by itself within seconds', async () => {
  const server = await startTestServer({ liquidity: true })
  const ben = await server.join('ben@example.test')
  const quote = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(quote).toMatchObject({ rate: '7.27200000', is_simulated: true, count: 1 })
  const id = await bought(server, ben, ORDER)
  await paid(server, ben, id)
  await server.pass({ seconds: 5 })
  expect(await look(server, ben, id)).toMatchObject({ state: 'finished', is_simulated: true })
  expect((await legalOf(server, ben))[0]).toBe(99n)
})
