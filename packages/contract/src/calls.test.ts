import { expect, test } from 'vitest'

import { calls } from '#calls.ts'
import type { Endpoint } from '#endpoint.ts'

const all = Object.values<Endpoint>(calls)

test('what a change is about is shown by some read, and the other way round', () => {
  const about = (changes: boolean) =>
    new Set(all.filter((call) => call.changes === changes).flatMap((call) => call.about))
  expect([...about(true)].toSorted()).toEqual([...about(false)].toSorted())
})
