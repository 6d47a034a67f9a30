import { expect, test } from 'vitest'

import { faultOf, growthOf, noneOf, type Plan } from '#screens/lock/growth.ts'
import { lockPlan } from '#testing/lock-plan.ts'

const plan: Plan = { ...lockPlan, available_reserve: '29.00000000', covered: '96.66666699' }

test('the line rises once for each day of each lock, in the order of time', () => {
  const steps = growthOf([
    { day_income: '1.00000000', days: 2, started_at: '2026-03-01T00:00:00.000Z' },
    { day_income: '0.50000000', days: 2, started_at: '2026-03-01T12:00:00.000Z' },
  ])
  expect(steps.map(({ sum }) => sum)).toEqual([
    0n,
    0n,
    100_000_000n,
    150_000_000n,
    250_000_000n,
    300_000_000n,
  ])
  expect(steps.at(-1)?.at).toBe(Date.parse('2026-03-03T12:00:00.000Z'))
})

test('why an amount cannot be locked is known before it is asked for', () => {
  expect(faultOf(plan, '')).toBe('noAmount')
  expect(faultOf(plan, '0.5')).toBe('minimum')
  expect(faultOf(plan, '150.1')).toBe('notEnough')
  expect(faultOf(plan, '100')).toBe('notCovered')
  expect(faultOf(plan, '96.66666699')).toBeUndefined()
})

test('whoever has all that is theirs of the pool reads so, and not that the pool is empty', () => {
  expect(noneOf(plan)).toBeUndefined()
  expect(noneOf({ ...plan, covered: '0.00000099' })).toBe('shareHeld')
  const empty = { available_reserve: '0.29999999', covered: '0.99999999' }
  expect(noneOf({ ...plan, ...empty })).toBe('behindNone')
})
