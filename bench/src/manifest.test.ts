import { expect, test } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }

test('Node is told the same for a benchmark as for the server, which some of them are part of', () => {
  const toldBy = (script: string) => script.split(' ').filter((word) => word.startsWith('--'))
  expect(toldBy(manifest.scripts.start)).not.toEqual([])
  expect(toldBy(manifest.scripts.bench)).toEqual(toldBy(manifest.scripts.start))
})
