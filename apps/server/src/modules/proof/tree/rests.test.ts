import { spawn } from 'node:child_process'
import { cpus } from 'node:os'

import { expect, onTestFinished, test, vi } from 'vitest'

import { openRests, thisMachine } from './rests.ts'

test('who works alone hardly rests, and beside others twice as long as a piece takes', async () => {
  const alone = await restsOf({ others: 0 })
  expect(alone.slice(0, 2)).toEqual([40, 40])
  expect(new Set(alone.slice(10))).toEqual(new Set([0.05]))
  expect(new Set(await restsOf({ others: 0.1 }))).toEqual(new Set([40]))
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
  expect(rests[50]).toBe(40)
  expect(rests.at(-1)).toBe(0.05)
})

test('beside others a piece begins when nobody is at work, or has been for three milliseconds', async () => {
  const rests = await restsOf({ others: 0.4, isTaken: (look) => look % 3 !== 0 })
  expect(rests.slice(0, 6)).toEqual([40, 0.25, 0.25, 40, 0.25, 0.25])
  const busy = await restsOf({ others: 0.4, isTaken: () => true })
  expect(busy.slice(0, 14)).toEqual([40, ...Array.from({ length: 12 }, () => 0.25), 40])
  expect((await restsOf({ others: 0, isTaken: () => true })).at(-1)).toBe(0.05)
})

test('a piece is at least a millisecond', async () => {
  const rests = await restsOf({ others: 0, pieceMs: 0.3 })
  expect(rests).toHaveLength(250)
})

test('what this process does is not taken for others', () => {
  const { othersMs } = thisMachine([])
  const [busy, others] = [busyMs(), othersMs()]
  const until = process.cpuUsage().user + 200_000
  while (process.cpuUsage().user < until);
  const byOthers = othersMs() - others
  expect(busyMs() - busy - byOthers).toBeGreaterThan(150)
})

test('who has the processors at this moment is seen', async () => {
  const busy = Array.from({ length: Math.ceil(cpus().length / 2) }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);']),
  )
  onTestFinished(() => busy.forEach((each) => each.kill('SIGKILL')))
  const { isTaken } = thisMachine([])
  await vi.waitUntil(isTaken, { timeout: 20_000 })
})

test('what a helper does is not taken for others', async () => {
  const helper = spawn(process.execPath, ['--eval', 'for (;;);'])
  onTestFinished(() => void helper.kill('SIGKILL'))
  const [withIt, without] = [thisMachine([Number(helper.pid)]), thisMachine([])]
  await vi.waitUntil(() => without.othersMs() - withIt.othersMs() > 100, { timeout: 20_000 })
})

/** What all processors did, whoever it was for. */
function busyMs(): number {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  )
}

type World = {
  /** What others take of a processor. */
  others: number
  pieceMs?: number
  /** Whether others are at work, each time somebody looks. */
  isTaken?: (look: number) => boolean
  after?: (piece: number) => void
}

/** Between a thousand pieces, of 20 ms unless it says otherwise, in milliseconds. */
async function restsOf(world: World) {
  const { pieceMs = 20 } = world
  const rests: number[] = []
  let atMs = 0
  let othersMs = 0
  let looks = 0
  const pass = (ms: number) => {
    atMs += ms
    othersMs += ms * world.others
  }
  const rest = openRests({
    nowMs: () => atMs,
    othersMs: () => othersMs,
    isTaken: () => world.isTaken?.((looks += 1)) ?? false,
    rest: async (ms) => {
      rests.push(ms)
      pass(ms)
    },
  })
  for (let piece = 1; piece <= 1_000; piece += 1) {
    pass(pieceMs)
    await rest()
    world.after?.(piece)
  }
  return rests
}
