import { openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { expect, test } from 'vitest'

import { bought, paid } from '#testing/sellers.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'

import { legalOf, look, ORDER } from './testing/start.ts'

test('with liquidity the labelled seller of the house sells, and confirms by itself within seconds, also past a jump of time; its buyers have yet to buy from a member', async () => {
  const server = await startTestServer({ liquidity: true })
  const ben = await server.join('ben@example.test')
  const quote = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(quote).toMatchObject({ rate: '7.27200000', is_simulated: true, count: 1 })
  const id = await bought(server, ben, ORDER)
  await paid(server, ben, id)
  await server.pass({ seconds: 5 })
  expect(await look(server, ben, id)).toMatchObject({ state: 'finished', is_simulated: true })
  expect((await legalOf(server, ben))[0]).toBe(99n)

  const next = await bought(server, ben, ORDER)
  await paid(server, ben, next)
  await server.pass({ hours: 1 })
  expect((await look(server, ben, next)).state).toBe('finished')

  for (let running = 0; running < 2; running += 1) await bought(server, ben, ORDER)
  const { rate } = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  const third = await server.call(openDeal, { ...ORDER, rate }, { as: ben, key: newKey() })
  expect(refusal(third)).toBe('too_many_first_deals')
})
