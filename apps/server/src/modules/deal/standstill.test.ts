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
