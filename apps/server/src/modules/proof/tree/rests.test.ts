import { expect, test } from 'vitest'

import { openRests } from './rests.ts'

test('who works alone rests shortly, and beside others four times as long as a piece takes', async () => {
  const alone = await restsOf({ others: 0 })
  const beside = await restsOf({ others: 0.4 })
  expect(new Set(alone)).toEqual(new Set([2]))
  expect(beside.at(-1)).toBe(80)
})

test('what clears up after a piece is not taken for others', async () => {
  const alone = await restsOf({ others: 0, helpers: 0.3 })
  const beside = await restsOf({ others: 0.4, helpers: 0.3 })
  expect(new Set(alone)).toEqual(new Set([2]))
  expect(beside.at(-1)).toBe(80)
})

test('the long rests end when the others do', async () => {
  let others = 0.4
  const rests = await restsOf({
    get others() {
      return others
    },
    after: (piece) => {
      if (piece === 50) others = 0
    },
  })
  expect(rests[50]).toBe(80)
  expect(rests.at(-1)).toBe(2)
})

type World = {
  /** What others take of a processor. */
  others: number
  /** What other threads do for a piece, as a part of its time. */
  helpers?: number
  after?: (piece: number) => void
}

/** A hundred pieces of 20 ms, in milliseconds. */
async function restsOf(world: World) {
  const rests: number[] = []
  let atMs = 0
  let busyMs = 0
  let helpersMs = 0
  const pass = (ms: number, own: number) => {
    atMs += ms
    busyMs += ms * (own + world.others)
  }
  const rest = openRests({
    look: () => ({ atMs, busyMs, helpersMs }),
    rest: async (ms) => {
      rests.push(ms)
      pass(ms, 0)
    },
  })
  for (let piece = 1; piece <= 100; piece += 1) {
    const helped = world.helpers ?? 0
    pass(20, 1 + helped)
    helpersMs += 20 * helped
    await rest()
    world.after?.(piece)
  }
  return rests
}
