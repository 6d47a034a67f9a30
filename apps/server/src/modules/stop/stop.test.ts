import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

import {
  findCurrencyStop,
  findMemberStop,
  liftCurrencyStop,
  liftMemberStop,
  stopCurrency,
  stopMember,
  untradedCurrencies,
} from './stop.ts'

const { id: currency } = currencies.BTC
const start = new Date('2026-03-01T11:55:00Z')
const first = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-01T12:05:00Z')

test('the newest reason of a currency stands, it is not traded once that was said, and only the stop that was looked at is lifted', async () => {
  const { db } = await startTestServer()
  await db.transaction().execute(async (tx) => {
    await stopCurrency(tx, { currency, reason: 'its sum is 5', now: start })
    expect(await untradedCurrencies(tx)).toEqual(new Set())
    await stopCurrency(tx, { currency, reason: 'its sum is 5', matching: true, now: first })
    await stopCurrency(tx, { currency, reason: 'its sum is 5', now: later })
    expect(await findCurrencyStop(tx, currency)).toEqual({ at: first, matching: true })
    await stopCurrency(tx, { currency, reason: 'custody has less', now: later })
    expect(await findCurrencyStop(tx, currency)).toEqual({ at: later, matching: true })
    expect(await untradedCurrencies(tx)).toEqual(new Set([currency]))
    await expect(liftCurrencyStop(tx, { currency, stoppedAt: first })).rejects.toMatchObject({
      code: 'withdrawals_stopped_anew',
    })
    await liftCurrencyStop(tx, { currency, stoppedAt: later })
    expect(await untradedCurrencies(tx)).toEqual(new Set())
    await expect(liftCurrencyStop(tx, { currency, stoppedAt: later })).rejects.toMatchObject({
      code: 'withdrawals_not_stopped',
    })
  })
})

test('the first reason of a member stands, and only the stop that was looked at is lifted', async () => {
  const server = await startTestServer()
  const { id: memberId } = await server.join('ann@example.test')
  await server.db.transaction().execute(async (tx) => {
    expect(await stopMember(tx, { memberId, reason: 'less than nothing', now: first })).toBe(true)
    expect(await stopMember(tx, { memberId, reason: 'its sum is 5', now: later })).toBe(false)
    expect(await findMemberStop(tx, memberId)).toEqual({ reason: 'less than nothing', at: first })
    await expect(liftMemberStop(tx, { memberId, stoppedAt: later })).rejects.toMatchObject({
      code: 'withdrawals_stopped_anew',
    })
    await liftMemberStop(tx, { memberId, stoppedAt: first })
    expect(await findMemberStop(tx, memberId)).toBeUndefined()
  })
})
