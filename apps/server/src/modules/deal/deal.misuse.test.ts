import { openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { expect, test } from 'vitest'

import { bought, offered } from '#testing/sellers.ts'
import { newKey, ok, refusal } from '#testing/server.ts'

import { ORDER, start } from './testing.ts'

test('three deals that were not paid within a day stop new ones for a day', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  for (let count = 0; count < 3; count += 1) {
    await bought(server, ben, ORDER)
    await server.pass({ minutes: 30 })
  }
  const { misuse, rate } = ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(misuse).toEqual({ count: 3, limit: 3, until: '2026-03-02T13:30:00.000Z' })
  const again = () => server.call(openDeal, { ...ORDER, rate }, { as: ben, key: newKey() })
  expect(refusal(await again())).toBe('deals_stopped')
  await server.pass({ hours: 23, minutes: 59 })
  expect(refusal(await again())).toBe('deals_stopped')
  await server.pass({ minutes: 1 })
  await bought(server, ben, ORDER)
})
