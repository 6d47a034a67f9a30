import { setImmediate as nextTurn } from 'node:timers/promises'

import { countStatements } from '@btbc/database/testing.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import type { Outcome } from '../exchange.ts'
import { NUMBERS_PER_BLOCK } from './order-numbers.ts'
import { storeIn } from './store.ts'
import { startEngineIn } from '#testing/engine.ts'
import { readOrder, startTestExchange, told, units } from '#testing/exchange.ts'
import { waitForWaiting } from '#testing/waiting.ts'

const { USDT } = currencies

test('who was seen is looked at again when money moved, or when it seems too little', async () => {
  const { appDb, fund, has, place, take } = await startTestExchange()
  const watch = async (text: string) => {
    let outcome: Outcome | undefined
    const work = async () => void (outcome = await place(text))
    const looks = await countStatements(work, ') seen')
    return `${outcome && told(outcome)}, ${looks} looked`
  }
  await fund(1, '100 USDT')
  await fund(2, '100 BNB')
  expect(await watch('1 buy 1 BNB at 10')).toBe('open 0 of 1, 1 looked')
  expect(await watch('1 buy 1 BNB at 90')).toBe('open 0 of 1, 0 looked')
  // Nobody said that this came, or that it went.
  await fund(1, '50 USDT')
  expect(await watch('1 buy 1 BNB at 20')).toBe('open 0 of 1, 1 looked')
  await take(1, '25 USDT')
  expect(await watch('1 buy 1 BNB at 20')).toBe('insufficient_balance, 0 looked')
  expect(await has(1, 'USDT')).toBe('5 + 120')
  expect(await watch('1 buy 1 BNB at 2')).toBe('open 0 of 1, 0 looked')
  // What the server itself commits it knows of.
  const from = memberAccount(1, 'legal', USDT.id)
  const moves = [{ from, to: memberAccount(1, 'change', USDT.id), amount: units('25') }]
  const at = new Date('2026-03-01T12:00:00.000Z')
  const back = { key: 'test:back', kind: 'transfer.own', at, memberId: 1, moves } as const
  await appDb.transaction().execute((tx) => post(tx, back))
  expect(await watch('1 buy 1 BNB at 2')).toBe('open 0 of 1, 1 looked')
  // What trades bring is counted without a look; what only the book can say is not.
  expect(await watch('2 sell 1 BNB at 90')).toBe('filled 1 of 1, 1 looked')
  expect(await watch('2 sell 1 BNB at 100')).toBe('open 0 of 1, 0 looked')
  expect(await watch('1 buy 0.1 BNB')).toBe('filled 0.1 of 0.1, 1 looked')
})

test('what the batch on its way brings can be spent in the next one', async () => {
  const world = await startTestExchange({ batchOrdersMax: 1 })
  await world.fund(1, '100 USDT')
  await world.fund(2, '10 BNB')
  await world.fund(2, '0.1 USDT')
  await world.place('1 buy 1 BNB at 100')
  let placing: ReturnType<typeof world.place>[] = []
  await world.take(2, '1 BNB', async () => {
    placing = ['2 sell 1 BNB at 100', '2 buy 1 BNB at 50'].map((text) => world.place(text))
    await waitForWaiting(world.db)
  })
  const answers = await Promise.all(placing)
  expect(answers.map(told)).toEqual(['filled 1 of 1', 'open 0 of 1'])
  expect(await world.has(2, 'USDT')).toBe('50 + 50')
})

test('what the batch before takes is taken once, whether or not it is seen already', async () => {
  const world = await startTestExchange()
  await world.fund(1, '20 USDT')
  const { engine, place, submit } = await startEngineIn(world, { batchOrdersMax: 1 })
  const play = async () => {
    for (let round = 0; round < 40; round += 1) {
      const first = place('1 buy 1 BNB at 11')
      for (let turn = 0; turn < round; turn += 1) await nextTurn()
      // The database goes on meanwhile: of a commit that is done we have yet to hear.
      block(5)
      engine.forget([1])
      const second = place('1 buy 1 BNB at 9')
      expect([await first, await second]).toEqual([['open 0 of 1'], ['open 0 of 1']])
      expect(await place('1 buy 1 BNB at 2')).toEqual(['insufficient_balance'])
      await submit({ kind: 'cancel_all', memberId: 1, marketId: undefined })
    }
  }
  // What is remembered is exact: no batch is refused and done again.
  expect(await countStatements(play, ') locked')).toBe(0)
})

test('what was committed while numbers were drawn for the next batch is counted once', async () => {
  const world = await startTestExchange()
  for (const amount of ['10 BNB', '20 USDT']) await world.fund(2, amount)
  await world.fund(1, '100 USDT')
  const store = storeIn(world.db)
  const drawn = Promise.withResolvers<undefined>()
  let draws = 0
  const drawNumbers = async () => {
    draws += 1
    if (draws > 1) await drawn.promise
    return await store.drawNumbers()
  }
  const parts = { store: { ...store, drawNumbers }, batchOrdersMax: 1 }
  const { place, submit } = await startEngineIn(world, parts)
  const play = async () => {
    await place('1 buy 1 BNB at 100')
    await place('2 buy 1 BNB at 5')
    const selling = place('2 sell 1 BNB at 100')
    // As many orders as there are no numbers for; in markets that there are not, all but one.
    const orders = Array.from({ length: NUMBERS_PER_BLOCK }, (_, n) => ({
      ...readOrder('2 buy 1 BNB at 50'),
      price: units('150'),
      ...(n > 0 && { marketId: -1 }),
    }))
    const buying = submit({ kind: 'place', orders })
    expect(await selling).toEqual(['filled 1 of 1'])
    await nextTurn()
    drawn.resolve(undefined)
    expect(told((await buying)[0] ?? { outcome: 'unknown' })).toBe('insufficient_balance')
  }
  // Nothing was counted upon that is not there: no batch is refused and done again.
  expect(await countStatements(play, ') locked')).toBe(0)
})

test('who is forgotten while they are looked at is looked at again', async () => {
  const world = await startTestExchange()
  await world.fund(1, '100 USDT')
  const store = storeIn(world.db)
  let looks = 0
  let meanwhile = () => {}
  const openCommitter = async () => {
    const committer = await store.openCommitter()
    return {
      ...committer,
      async look(...asked: Parameters<typeof committer.look>) {
        looks += 1
        const seen = await committer.look(...asked)
        meanwhile()
        return seen
      },
    }
  }
  const { engine, place } = await startEngineIn(world, { store: { ...store, openCommitter } })
  meanwhile = () => engine.forget([1])
  await place('1 buy 1 BNB at 2')
  meanwhile = () => engine.forget([2])
  await place('1 buy 1 BNB at 2')
  expect(looks).toBe(2)
  await place('1 buy 1 BNB at 2')
  expect(looks).toBe(2)
})

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
