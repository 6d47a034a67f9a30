import { expect, test } from 'vitest'

import { patienceMs, startWaitingLine } from './waiting-line.ts'

test('so many run at once, the others in the order of their coming, also after one that failed', async () => {
  const inLine = startWaitingLine({ atOnce: 2, waiting: 10, waitMs: 60_000 })
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const all = ends.map(({ promise }, n) =>
    inLine(async () => {
      begun.push(n)
      await promise
    }),
  )
  await expect.poll(() => begun).toEqual([0, 1])
  const failure = new Error('of the second')
  ends[1]?.reject(failure)
  await expect(all[1]).rejects.toBe(failure)
  await expect.poll(() => begun).toEqual([0, 1, 2])
  for (const end of ends) end.resolve()
  await Promise.allSettled(all)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('whoever would be behind too many, or waits too long, is asked to come again, and takes no turn', async () => {
  const inLine = startWaitingLine({ atOnce: 1, waiting: 1, waitMs: 1 })
  const end = Promise.withResolvers<void>()
  const first = inLine(() => end.promise)
  const late = inLine(async () => 'late')
  await expect(inLine(async () => 'behind too many')).rejects.toMatchObject({ code: 'try_again' })
  await expect(late).rejects.toMatchObject({ code: 'try_again' })
  end.resolve()
  await first
  expect(await inLine(async () => 'later')).toBe('later')
})

test('those who came at once do not leave at once', () => {
  const waitedMs = [0, 0.25, 0.5, 1].map((drawn) => patienceMs(200, drawn))
  expect(waitedMs).toEqual([200, 175, 150, 100])
})
