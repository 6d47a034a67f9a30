import { getEventListeners } from 'node:events'

import { listAttestations, readMyProof } from '@btbc/contract/proof.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { MINUTE_MS } from '#platform/durations.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

import { snapshotChore, takePatiently } from './proof.jobs.ts'
import { startGrower } from './tree/grower.ts'

test('a snapshot for which nobody leaves the processors anything is taken with a share of them', async () => {
  const server = await startTestServer()
  await server.join('alice@example.com')
  await chainAll(server.db)
  const { db, clock } = server
  const parts = { db, clock, folder: server.dataDirectory, promises: async () => new Map() }
  const stopping = new AbortController()
  await takePatiently({ ...parts, chain: undefined }, stopping.signal, 1)
  expect(ok(await server.call(listAttestations)).list).toMatchObject([{ number: 1 }])

  stopping.abort()
  await expect(
    takePatiently({ ...parts, chain: undefined }, stopping.signal, 60_000),
  ).rejects.toThrow()
  expect(ok(await server.call(listAttestations)).list).toHaveLength(1)
})

test('a tree that went with the database is followed by a new one, and others once an hour', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.com')
  await chainAll(server.db)
  const { db, clock } = server
  const parts = { db, clock, folder: server.dataDirectory, promises: async () => new Map() }
  const chore = snapshotChore({ ...parts, chain: undefined })
  const run = () =>
    chore.run(db, new Date(clock.wallNow().getTime() + 2 * MINUTE_MS), AbortSignal.timeout(60_000))
  await run()
  await run()
  expect(ok(await server.call(listAttestations)).list).toMatchObject([{ number: 1 }])

  // What PostgreSQL does with it after an end without warning.
  await sql`truncate proof_group`.execute(db)
  expect(refusal(await server.call(readMyProof, {}, { as: alice }))).toBe('proof_not_found')
  await run()
  await run()
  expect(ok(await server.call(listAttestations)).list).toMatchObject([{ number: 2 }, { number: 1 }])
  expect(ok(await server.call(readMyProof, {}, { as: alice }))).toMatchObject({ number: 2 })

  // Nor does a clock that was set back since put the next one off.
  const back = new Date(clock.wallNow().getTime() - 60 * MINUTE_MS)
  await chore.run(db, back, AbortSignal.timeout(60_000))
  expect(ok(await server.call(listAttestations)).list).toHaveLength(3)
})

test('a process for trees that cannot begin is ended, and leaves nothing behind', async () => {
  const server = await startTestServer()
  const elsewhere = server.db.withoutPlugins()
  const stopping = new AbortController()
  const { signal } = stopping
  const children = () => process.getActiveResourcesInfo().filter((each) => each === 'ProcessWrap')
  const before = children()
  await expect(startGrower(elsewhere, { standsBack: undefined, signal })).rejects.toThrow()
  expect(getEventListeners(signal, 'abort')).toEqual([])
  await expect.poll(children).toEqual(before)
})
