import { cancelWithdrawal, readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { hire } from '#testing/operators.ts'
import { settle } from '#testing/settings.ts'
import { ok, type TestServer } from '#testing/server.ts'

import { out, start } from '#testing/withdrawals.ts'

test('what all members withdraw in an hour and a day has an end, which says when it opens and calls operators', async () => {
  const { server, ada } = await start()
  const olivia = await hire(server, 'Olivia', ['finance'])
  const bob = await server.join('bob@example.test')
  await acceptIdentity(server, bob)
  await give(server, bob.id, currencies.USDT.id, 1000n)
  await settle(server, 'limits.house', { hour: '300', day: '400' })

  ok(await out(server, ada, { number: '140' }))
  expect(await calls(server)).toEqual([])
  await server.pass({ minutes: 10 })
  const { id } = ok(await out(server, bob, { number: '150' }))
  const told = (how: string, window: string) => ({
    recipient: olivia.mail,
    subject: `BTBC (TEST): ${how} of what may leave in one ${window} is asked for`,
  })
  const halves = [told('half', 'hour'), told('half', 'day')]
  expect(await calls(server)).toEqual(halves)

  // 140 of 290 leave the hour at 13:00; 150 at 13:10.
  const hour = { code: 'withdrawal_house_limit', details: { until: '2026-03-01T13:00:00.000Z' } }
  expect(await out(server, ada, { number: '20' })).toMatchObject(hour)
  const later = { ...hour, details: { until: '2026-03-01T13:10:00.000Z' } }
  expect(await out(server, ada, { number: '151' })).toMatchObject(later)
  expect(await calls(server)).toEqual([...halves, told('all', 'hour')])
  const info = ok(await server.call(readWithdrawalTerms, { type: '3' }, { as: ada }))
  expect(info.max).toBe('10.00000000')

  // What came back has not left, and between members nothing does.
  ok(await server.call(cancelWithdrawal, { id }, { as: bob }))
  ok(await out(server, ada, { number: '160' }))
  await server.pass({ hours: 1 })
  const day = { code: 'withdrawal_house_limit', details: { until: '2026-03-02T12:00:00.000Z' } }
  expect(await out(server, bob, { number: '101' })).toMatchObject(day)
  await server.pass({ hours: 23 })
  ok(await out(server, bob, { number: '101' }))
})

async function calls(server: TestServer) {
  return await server.db
    .selectFrom('outbox')
    .select(['recipient', 'subject'])
    .where('subject', 'like', '%may leave%')
    .orderBy('id')
    .execute()
}
