// @vitest-environment jsdom
import { listEarnTerms } from '@btbc/contract/operator/earn.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { EarnScreen } from '#screens/earn/EarnScreen.tsx'
import { answerWith, AT, operatorOf, putAway, shown } from '#testing/console.tsx'
import { sortedBy } from '#testing/table.ts'

const APRIL = '2026-04-10T12:00:00.000Z'
const MAY = '2026-05-02T12:00:00.000Z'

const lock = [
  { days: 30, day_bps: 110, min: '50.00000000', effective_at: APRIL, is_current: false },
  { days: 90, day_bps: 105, min: '1000.00000000', effective_at: MAY, is_current: false },
  { days: 7, day_bps: 95, min: '5.00000000', effective_at: AT, is_current: true },
]
// The one that is closed has a rate between those of the others.
const funds = [
  { day: 30, rate_bps: 1050, enable: true, min: '50.00000000', at: APRIL },
  { day: 90, rate_bps: 1025, enable: true, min: '1000.00000000', at: MAY },
  { day: 7, rate_bps: 1030, enable: false, min: '5.00000000', at: AT },
].map(({ at, ...fund }) => ({
  ...fund,
  type: 1,
  max: '2000.00000000',
  start_at: at,
  effective_at: at,
  is_current: at === AT,
}))
const cover = [
  { pool: 'lock', available: '10000.00000000', usual_day: '1000.00000000', days: 10 },
  { pool: 'fund', available: '200.00000000', usual_day: '50.00000000', days: 4 },
]

afterEach(putAway)

async function open(pools: readonly object[]) {
  answerWith({ ...operatorOf('finance'), [listEarnTerms.path]: { lock, funds, cover: pools } })
  shown(<EarnScreen />)
  await screen.findByRole('table', { name: 'Funds' })
}

test('the tables of Earn sort by what stands there, and not by its letters', async () => {
  await open(cover)

  const days = { of: 'Lock plan', read: 'Days' }
  expect(sortedBy('Holds from', days)).toEqual(['7', '30', '90'])
  expect(sortedBy('A day', days)).toEqual(['7', '90', '30'])
  expect(sortedBy('At least', days)).toEqual(['7', '30', '90'])

  const names = { of: 'Funds', read: 'Type / days' }
  expect(sortedBy('Type / days', names)).toEqual(['1 / 7', '1 / 30', '1 / 90'])
  expect(sortedBy('Holds from', names)).toEqual(['1 / 7', '1 / 30', '1 / 90'])
  expect(sortedBy('For the term', names)).toEqual(['1 / 7', '1 / 90', '1 / 30'])
  expect(sortedBy('Limits', names)).toEqual(['1 / 7', '1 / 30', '1 / 90'])
  expect(sortedBy('Opens', names)).toEqual(['1 / 7', '1 / 30', '1 / 90'])

  const pools = { of: 'Cover of the pools', read: 'Pool' }
  expect(sortedBy('Available', pools)).toEqual(['fund', 'lock'])
  expect(sortedBy('A usual day', pools)).toEqual(['fund', 'lock'])
  expect(sortedBy('Lasts days', pools)).toEqual(['fund', 'lock'])
})

test('a pool of which nothing is sold lasts longest', async () => {
  const [lasting, other] = cover
  await open([{ ...lasting, usual_day: '0.00000000', days: null }, { ...other }])
  expect(sortedBy('Lasts days', { of: 'Cover of the pools', read: 'Pool' })).toEqual([
    'fund',
    'lock',
  ])
})

test('a rate says at its field what it costs its pool, and that it brings more than is put in', async () => {
  await open(cover)
  const form = (button: number) =>
    within(
      screen.getAllByRole('button', { name: 'Propose' })[button]?.closest('form') ?? document.body,
    )
  const said = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

  const rate = form(0).getByLabelText('Percent a day')
  type(form(0).getByLabelText('Days'), '30')
  type(rate, '1')
  expect(said(rate)).toMatch(
    /^Each 100\.00\sUSDT put in sets 30\.00\sUSDT aside from the pool lock/,
  )
  type(rate, '100')
  expect(said(rate)).toMatch(/^This brings more than is put in\. .* sets 3,000\.00\sUSDT aside/)
  expect(said(rate)).toMatch(/It has 10,000\.00\sUSDT: enough for 333\.00\sUSDT\.$/)
  type(rate, 'much')
  expect(said(rate)).toBeUndefined()

  const term = form(1).getByLabelText('Percent for the term')
  type(term, '100.01')
  expect(said(term)).toMatch(
    /^This brings more than is put in\. .* from the pool fund\. It has 200/,
  )
})
