import { setImmediate as turn } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { together } from './together.ts'

test('what is asked meanwhile is one batch, a fault is its asker’s, and nobody is in a batch twice', async () => {
  const batches: { names: number[]; alone: boolean }[] = []
  const ask = together<number, string>({
    most: 4,
    nameOf: (asked) => asked,
    mayRepeat: (asked) => asked !== 3,
    async work(names, { alone }) {
      batches.push({ names: [...names], alone })
      await turn()
      if (names.includes(13)) throw new Error('unlucky')
      return names.map((name) => {
        if (name === 7 && !alone) return 'held up'
        return () => `done ${name}`
      })
    },
  })
  const answers = await Promise.allSettled([1, 2, 2, 7, 3, 13, 4].map((name) => ask(name)))
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
    'done 1',
    'done 2',
    'done 2',
    'done 7',
    'failed',
    'failed',
    'done 4',
  ])
  expect(batches.filter(({ alone }) => !alone).map(({ names }) => names)).toEqual([
    [1],
    [2, 7, 3, 13],
    [2, 4],
  ])
})
