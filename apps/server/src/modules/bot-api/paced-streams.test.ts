import { UNIT } from '@btbc/money/amount.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { changesOf, stateOf } from './paced-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const market = { symbol: 'BTCUSDT' } as Parameters<typeof changesOf>[0]
const at = new Date('2026-03-01T12:00:00Z')

function change(sequence: number, price: bigint, quantity: bigint) {
  const bids = [{ price: price * UNIT, quantity: quantity * UNIT }]
  return { marketId: 1, sequence, trades: [], bids, asks: [] }
}

test('what changes between two events of a stream is one event, with the newest of each level', () => {
  const said: object[] = []
  const feed = changesOf(market, { everyMs: 1000, say: (events) => said.push(...events) })
  expect(feed.tell(change(7, 100n, 1n), at)).toEqual([])
  vi.advanceTimersByTime(0)
  expect(said).toMatchObject([{ U: 7, u: 7, b: [['100.00000000', '1.00000000']] }])
  feed.tell(change(8, 101n, 1n), at)
  feed.tell(change(9, 101n, 2n), at)
  feed.tell(change(10, 99n, 0n), at)
  vi.advanceTimersByTime(999)
  expect(said).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(said).toHaveLength(2)
  expect(said[1]).toMatchObject({
    U: 8,
    u: 10,
    b: [
      ['101.00000000', '2.00000000'],
      ['99.00000000', '0.00000000'],
    ],
  })
})

test('how a market stands is described once for many changes, and never after the last listener', () => {
  const describe = vi.fn(() => ({}))
  const feed = stateOf({ everyMs: 1000, say: () => undefined }, describe)
  for (let each = 0; each < 40; each += 1) {
    feed.tell(change(each, 100n, 1n), at)
    vi.advanceTimersByTime(20)
  }
  expect(describe).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(describe).toHaveBeenCalledTimes(2)
  feed.tell(change(51, 100n, 1n), at)
  feed.stop?.()
  vi.advanceTimersByTime(5000)
  expect(describe).toHaveBeenCalledTimes(2)
})
