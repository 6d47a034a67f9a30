import { bytesGrownOld } from '@btbc/database/grown-old.ts'
import { expect, test } from 'vitest'

import type { Batch } from './batch.ts'
import { toCommittedBatch, type Views } from './published.ts'

const TIMES = 100
const FILLS = 5_000

test('a batch that was told is gone when V8 next looks at what is young', async () => {
  const batch = { at: new Date(0), touched: new Map(), markets: new Map() } as unknown as Batch
  const grown = await bytesGrownOld(TIMES, async (underWay) => {
    const fills = Array.from({ length: FILLS }, (_, n) => n)
    const views = { fills: () => fills } as unknown as Views
    const told = toCommittedBatch(batch, new Map(), [], views, [])
    underWay()
    await Promise.resolve()
    expect(told.orders).toEqual([])
  })
  // Eight bytes for each fill of each batch, if they were kept.
  expect(grown).toBeLessThan((TIMES * FILLS * 8) / 4)
})
