import { expect, test } from 'vitest'

import { openRests } from './rests.ts'

test('who works alone hardly rests, and beside others four times as long as a piece takes', async () => {
  const alone = await restsOf({ others: 0 })
  const beside = await restsOf({ others: 0.4 })
  expect(new Set(alone)).toEqual(new Set([0.05]))
  expect(beside.at(-1)).toBe(80)
})

test('what a short rest takes a processor is not taken for others', async () => {
  const rests = await restsOf({ others: 0, pieceMs: 1, wakingMs: 0.3 })
  expect(new Set(rests)).toEqual(new Set([0.05]))
  const beside = await restsOf({ others: 0.4, pieceMs: 10, wakingMs: 0.3 })
  expect(beside.at(-1)).toBe(40)
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
  expect(rests.at(-1)).toBe(0.05)
})

test('a piece is at least a millisecond', async () => {
  const rests = await restsOf({ others: 0, pieceMs: 0.3 })
  expect(rests).toHaveLength(250)
})

type World = {
  /** What others take of a processor. */
  others: number
  pieceMs?: number
  /** What each rest takes a processor beside itself. */
  wakingMs?: number
  after?: (piece: number) => void
}

/** Between a thousand pieces, of 20 ms unless it says otherwise, in milliseconds. */
async function restsOf(world: World) {
  const { pieceMs = 20, wakingMs = 0 } = world
  const rests: number[] = []
  let atMs = 0
  let busyMs = 0
  const pass = (ms: number, own: number) => {
    atMs += ms
    busyMs += ms * (own + world.others)
  }
  const rest = openRests({
    nowMs: () => atMs,
    busyMs: () => busyMs,
    rest: async (ms) => {
      rests.push(ms)
      pass(ms, 0)
      pass(wakingMs, 1)
    },
  })
  for (let piece = 1; piece <= 1_000; piece += 1) {
    pass(pieceMs, 1)
    await rest()
    world.after?.(piece)
  }
  return rests
}
