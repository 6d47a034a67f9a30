import { setImmediate as nextTick } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { loop, openProgress, serial, serialEach, singleFlight } from './background.ts'

test('a loop goes on after a failure and ends in the middle of a pause', async () => {
  const stopping = new AbortController()
  const failures: unknown[] = []
  let turns = 0
  const twice = Promise.withResolvers<void>()
  const running = loop({
    signal: stopping.signal,
    everyMs: 1,
    work: async () => {
      turns += 1
      if (turns === 2) twice.resolve()
      throw new Error(`turn ${turns}`)
    },
    failed: (error) => failures.push(error),
  })
  await twice.promise
  stopping.abort()
  await running
  expect(failures.slice(0, 2).map(String)).toEqual(['Error: turn 1', 'Error: turn 2'])

  const long = new AbortController()
  const once = Promise.withResolvers<void>()
  const waiting = loop({
    signal: long.signal,
    everyMs: 2 ** 30,
    work: async () => once.resolve(),
    failed: (error) => expect.unreachable(String(error)),
  })
  await once.promise
  await nextTick()
  long.abort()
  await waiting
})

test('works in a line never overlap, keep their order, and a failure stops nobody', async () => {
  const inTurn = serial()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await nextTick()
    seen.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(work(name))))
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('whoever asks for much waits in a line of their own, also after a failure', async () => {
  const inLine = serialEach()
  const gate = Promise.withResolvers<string>()
  const begun: string[] = []
  const ask = (name: string, work: () => Promise<string>) =>
    inLine(name, async () => {
      begun.push(name)
      return await work()
    })
  const slow = ['eve', 'eve', 'eve'].map((name) => ask(name, () => gate.promise))
  expect(await ask('ada', async () => 'done')).toBe('done')
  expect(begun).toEqual(['eve', 'ada'])
  gate.reject(new Error('down'))
  const answers = await Promise.allSettled(slow)
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await ask('eve', async () => 'again')).toBe('again')
  expect(begun).toEqual(['eve', 'ada', 'eve', 'eve', 'eve'])
})

test('whoever asks during a flight shares it, also its failure; the next one is new', async () => {
  const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let flights = 0
  const fly = singleFlight(() => gates[flights++]?.promise ?? Promise.resolve('late'))
  const [first, second] = [fly(), fly()]
  expect(flights).toBe(1)
  gates[0]?.reject(new Error('down'))
  await expect(first).rejects.toThrow('down')
  await expect(second).rejects.toThrow('down')
  const third = fly()
  gates[1]?.resolve('up')
  expect(await third).toBe('up')
  expect(flights).toBe(2)
})

test('who waits until something is so is woken by a change, and not by one that does not matter', async () => {
  const progress = openProgress()
  let count = 0
  let isOver = false
  const waiting = progress.until(() => count === 2).then(() => (isOver = true))
  for (count = 1; count <= 2; count += 1) {
    expect(isOver).toBe(false)
    progress.changed()
    await Promise.resolve()
    if (count === 2) break
  }
  await waiting
  expect(isOver).toBe(true)
  await progress.until(() => true)
})
