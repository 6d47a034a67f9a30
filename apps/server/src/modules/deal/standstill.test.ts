import { expect, test } from 'vitest'

import { createApp } from '#app.ts'
import { plainConfig } from '#testing/founded.ts'
import { bought, offered } from '#testing/sellers.ts'

import { look, ORDER, start } from './testing/start.ts'

test('deadlines stand still while the house does: down from minute 5 to 65, 25 minutes are left', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, ORDER)
  await server.pass({ minutes: 5 })
  await server.app.jobs.stop()
  server.clock.pass({ minutes: 60 })
  const { db, clock } = server
  const config = plainConfig(server.dataDirectory)
  const again = await createApp({ db, clock, config })
  await again.jobs.sweep()
  await again.http.close()
  await again.jobs.stop()
  expect(await look(server, ben, id)).toMatchObject({
    state: 'open',
    update_time: '2026-03-01T13:00:00.000Z',
    pay_until: '2026-03-01T13:30:00.000Z',
    now: '2026-03-01T13:05:00.000Z',
  })
})

test('also without a start, its database being away: but a jump of business time is time that has passed', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, ORDER)
  await server.pass({ minutes: 5 })
  server.clock.pass({ minutes: 40 })
  await server.app.jobs.sweep()
  const pay_until = '2026-03-01T13:10:00.000Z'
  expect(await look(server, ben, id)).toMatchObject({ state: 'open', pay_until })
  server.clock.passBusiness({ minutes: 25 })
  await server.app.jobs.sweep()
  expect(await look(server, ben, id)).toMatchObject({ state: 'cancelled' })
})
