import { afterEach } from 'vitest'

import { letGo } from '#testing/put-away.ts'

/** Behind what a test does at its end: the history is not there for ever. */
afterEach(async () => {
  if (typeof history !== 'undefined') await letGo()
})
