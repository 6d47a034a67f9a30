import { getEventListeners } from 'node:events'

import { listAttestations } from '@btbc/contract/proof.ts'
import { chainAll } from '@btbc/ledger/testing.ts'
import { expect, test } from 'vitest'

import { ok, startTestServer } from '#testing/server.ts'

import { takePatiently } from './proof.jobs.ts'
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
