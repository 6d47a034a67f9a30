import { expect, test } from 'vitest'

import { takeTurns } from './take-turns.ts'

test('whoever asks while a turn is under way shares the next one, and a turn that fails ends', async () => {
  const turns: PromiseWithResolvers<number>[] = []
  const ask = takeTurns<number>()
  const work = () => {
    const turn = Promise.withResolvers<number>()
    turns.push(turn)
    return turn.promise
  }
  const first = ask(work)
  await expect.poll(() => turns.length).toBe(1)
  const others = Promise.all(Array.from({ length: 500 }, () => ask(work)))
  expect(turns.length).toBe(1)
  turns[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => turns.length).toBe(2)
  turns[1]?.resolve(2)
  expect(new Set(await others)).toEqual(new Set([2]))
  const failing = ask(work)
  await expect.poll(() => turns.length).toBe(3)
  turns[2]?.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  const after = ask(work)
  await expect.poll(() => turns.length).toBe(4)
  turns[3]?.resolve(4)
  expect(await after).toBe(4)
})
