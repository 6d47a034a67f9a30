import { setImmediate as turn } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { markets } from '../markets.ts'
import { MarketLease } from './market-lease.ts'
import type { ExchangeStore } from './store.ts'
import type { Waits } from './waits.ts'

const LEASE_MS = 3_000

test('books that take longer to read than a lease lasts are owned by who took them', async () => {
  const time = openTime()
  const row = { owner: '', epoch: 0, until: 0, taken: 0 }
  const open = (owner: string) => {
    const store: Partial<ExchangeStore> = {
      async takeLease() {
        if (row.owner !== owner && row.until > time.now()) return undefined
        Object.assign(row, { owner, epoch: row.epoch + 1, until: time.now() + LEASE_MS })
        row.taken += 1
        const leased = { epoch: row.epoch, sequence: 0 }
        return { owner, markets: new Map(markets.map(({ id }) => [id, leased])) }
      },
      async renewLease({ markets: mine }) {
        const isOurs = [...mine.values()].every(({ epoch }) => epoch === row.epoch)
        if (isOurs) row.until = time.now() + LEASE_MS
        return isOurs
      },
      async readMarket() {
        await time.waits.pause(LEASE_MS, new AbortController().signal)
        return { orders: [], lastTrade: undefined, endedCount: 0, lastPriority: 0 }
      },
    }
    return new MarketLease({
      store: store as ExchangeStore,
      waits: time.waits,
      owner,
      report: (error) => {
        throw error
      },
      onRead: () => undefined,
      onLost: () => undefined,
    })
  }
  const [first, second] = [open('first'), open('second')]
  const owned = first.acquire()
  for (let passed = 0; passed <= markets.length * LEASE_MS; passed += LEASE_MS / 6) {
    await time.pass(LEASE_MS / 6)
    void second.acquire()
  }
  expect(row.taken).toBe(1)
  expect([await owned, first.isOurs, second.isOurs]).toEqual([true, true, false])
})

/** Time that passes when it is told to. */
function openTime() {
  let now = 0
  let waiting: { at: number; wake: () => void }[] = []
  const waits: Waits = {
    nowMs: () => now,
    pause: (ms, signal) =>
      new Promise((wake) => {
        waiting.push({ at: now + ms, wake })
        signal.addEventListener('abort', () => wake())
      }),
    soon: (run) => void setImmediate(run),
  }
  return {
    waits,
    now: () => now,
    async pass(ms: number) {
      now += ms
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { wake } of due) wake()
      await turn()
    },
  }
}
