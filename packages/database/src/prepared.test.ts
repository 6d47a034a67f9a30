import { expect, test } from 'vitest'

import { openPipeline, prepare } from '#database.ts'
import { bytesGrownOld } from '#grown-old.ts'
import { createTestDatabase } from '#testing.ts'

const TIMES = 100
const NUMBERS = 5_000

test('a query that was answered is gone with its values when V8 next looks at what is young', async () => {
  const { db, drop } = await createTestDatabase()
  const pipeline = await openPipeline(db, 1_000)
  const text = prepare('grown_old', 'select cardinality($1::bigint[]) as n')
  const grown = await bytesGrownOld(TIMES, async (underWay) => {
    const numbers = Array.from({ length: NUMBERS }, (_, n) => n)
    const answer = pipeline.run<{ n: number }>({ text, values: [numbers] })
    underWay()
    expect((await answer)[0]?.n).toBe(NUMBERS)
  })
  // Eight bytes for each number of each query, if they were kept.
  expect(grown).toBeLessThan((TIMES * NUMBERS * 8) / 4)
  await pipeline.close()
  await drop()
})
