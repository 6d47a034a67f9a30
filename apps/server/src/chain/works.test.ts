import { expect, test } from 'vitest'

import { startTestChain } from '#testing/chain.ts'
import { startTestClock } from '#testing/clock.ts'

import { type ChainWork, startChainWorks } from './works.ts'

test('what a work goes on with beside the turns holds up no other, and itself alone', async () => {
  const chain = await startTestChain()
  const asking = Promise.withResolvers<void>()
  const turns = { asker: 0, other: 0 }
  const asker: ChainWork = {
    name: 'asker',
    run: async () => void (turns.asker += 1),
    aside: () => asking.promise,
  }
  const other: ChainWork = { name: 'other', run: async () => void (turns.other += 1) }
  const reported: string[] = []
  const works = startChainWorks({
    chain,
    clock: startTestClock(),
    works: [asker, other],
    report: (_, what) => void reported.push(what),
    isIdle: true,
  })
  const steps = [works.step(), works.step()]
  await expect.poll(() => turns).toEqual({ asker: 1, other: 2 })
  asking.reject(new Error('no answer'))
  await expect(Promise.all(steps)).rejects.toThrow('no answer')
  await expect(works.step()).rejects.toThrow('no answer')
  expect(turns).toEqual({ asker: 2, other: 3 })
  expect(reported[0]).toBe('asker failed on the chain and is tried again')
  await works.stop()
})
