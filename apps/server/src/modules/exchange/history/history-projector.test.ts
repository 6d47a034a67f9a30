import { expect, test } from 'vitest'

import { startHistoryProjector } from './history-projector.ts'

test('what was committed seconds ago is waited for, as nothing else may remember it', async () => {
  const history = await startHistory()
  history.note(1)
  history.pass(6_000)
  history.note(1)
  await history.hasEarlier()
  expect(history.listings()).toBe(1)
  history.pass(6_000)
  history.note(1)
  await history.hasEarlier()
  expect(history.listings()).toBe(2)
  await history.stop()
})

test('what was committed a moment ago is not, and all of it is before the books were read', async () => {
  const history = await startHistory()
  history.note(3)
  history.pass(4_000)
  history.note(3)
  await history.hasEarlier()
  expect(history.listings()).toBe(1)
  history.noteRead()
  await history.hasEarlier()
  expect(history.listings()).toBe(2)
  await history.stop()
})

/** It lists only when somebody waits: its own pauses never end. */
async function startHistory() {
  let nowMs = 0
  let listings = 0
  const history = await startHistoryProjector({
    list: async () => void (listings += 1),
    report: (error) => {
      throw error
    },
    waits: {
      nowMs: () => nowMs,
      pause: (_ms, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
      soon: (run) => run(),
    },
  })
  return { ...history, listings: () => listings, pass: (ms: number) => void (nowMs += ms) }
}
