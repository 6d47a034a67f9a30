import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { openMemberTopics } from './member-topics.ts'

test('who waits for a first frame while the markets go away is told so, and waits for nothing', async () => {
  const read = Promise.withResolvers<[]>()
  const topics = openMemberTopics({
    exchange: { flushed: async () => {}, openOrders: () => [] },
    readBalances: () => read.promise,
    nextFirstSeq: () => 1,
  })
  const heard: string[] = []
  const channel = topics.open(1, 'balances')
  const joining = channel.join((frame) => void heard.push(frame))
  expect(channel.size()).toBe(1)
  topics.dismiss((each) => each.dismiss('unavailable'))
  read.resolve([])
  await joining
  const change = { memberId: 1, currency: currencies.USDT.id, available: 1n, held: 0n }
  const memberIds = new Set<number>()
  topics.publish({ at: new Date(0), markets: [], memberIds, orders: [], balances: [change] })
  expect(heard).toEqual(['unavailable'])
})
