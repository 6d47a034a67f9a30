import { setTimeout as sleep } from 'node:timers/promises'

import { countStatements } from '@btbc/database/testing.ts'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

const BEAT_MS = 2_000

test('settings that are read again and again are read together, and not each by itself', async () => {
  await startTestServer()
  const reads = await countStatements(() => sleep(BEAT_MS + 100), 'wanted (name, place)')
  expect(reads).toBeGreaterThan(0)
  // Of seven, in one beat or two; those that come while a read is under way share the next.
  expect(reads).toBeLessThan(7)
})
