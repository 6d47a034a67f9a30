import { openApart } from '@btbc/database/database.ts'
import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '#app.ts'
import { plainConfig } from '#testing/founded.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

import { nameAtWork } from './at-work.ts'

/** The line of a server that is at work on these books. */
async function openLine({ databaseUrl }: TestServer, provider: string | undefined) {
  const line = openApart(databaseUrl, { name: nameAtWork(provider) })
  onTestFinished(() => line.destroy())
  await line.selectFrom('heartbeat').select('beat_at').execute()
  return line
}

/** Another server on the same books, which goes on. */
async function startAnother({ db, clock, dataDirectory }: TestServer, paysBy: string | undefined) {
  const config = plainConfig(dataDirectory)
  const app = await createApp({ db, clock, config, isIdle: true, paysBy })
  await app.http.close()
  await app.jobs.stop()
}

test('beside a server that pays by another provider none starts, but beside the same one, or where there is none', async () => {
  const server = await startTestServer()
  const line = await openLine(server, 'one')
  await startAnother(server, 'one')
  await startAnother(server, undefined)
  await expect(startAnother(server, 'two')).rejects.toThrow('with another payment provider')
  // A refused one is gone, and who has just ended is waited for.
  const [started] = await Promise.all([startAnother(server, 'two'), line.destroy()])
  expect(started).toBeUndefined()
  await startAnother(server, 'three')
})

test('of two servers that start together and pay by different providers one goes on', async () => {
  const server = await startTestServer()
  const starts = ['one', 'two'].map((paysBy) => {
    const { db, clock, dataDirectory } = server
    const config = plainConfig(dataDirectory)
    return createApp({ db, clock, config, isIdle: true, paysBy })
  })
  const ended = await Promise.allSettled(starts)
  for (const each of ended) {
    if (each.status === 'rejected') continue
    await each.value.http.close()
    await each.value.jobs.stop()
  }
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
