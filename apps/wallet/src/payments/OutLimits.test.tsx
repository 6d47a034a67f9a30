// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { OutLimits } from '#payments/OutLimits.tsx'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

const open = {
  currency: 3,
  currency_name: 'USDT',
  min: '1.00000000',
  max: '500.00000000',
  at_once: '500.00000000',
  rate: '1',
  fixed_fee: '0.00000000',
  available: '500.00000000',
  day_left: '500.00000000',
  month_left: '5000.00000000',
  outside: true,
  welcome_stays: null,
  blocked: null,
  step_up: [],
}

test.each([
  { left: {}, says: /^From 1\.00\sUSDT, up to 500\.00\sUSDT now\.$/ },
  { left: { max: '1.00000000' }, says: /^From 1\.00\sUSDT, up to 1\.00\sUSDT now\.$/ },
  { left: { max: '0.40000000', day_left: '0.40000000' }, says: /your limit for 24 hours/ },
  {
    left: { max: '0.00000000', day_left: '0.00000000', month_left: '0.00000000' },
    says: /your limit for 30 days/,
  },
  { left: { max: '0.00000000' }, says: /the limit of the house/ },
  { left: { at_once: '0.00000000' }, says: /^From 1\.00\sUSDT, up to 500\.00\sUSDT now\.$/ },
  { left: { at_once: '0.00000000' }, says: /^Nothing more can leave at once now/ },
  { left: { at_once: '20.00000000' }, says: /^No more than 20\.00\sUSDT can leave at once now/ },
  {
    left: { max: '0.00000000', outside: false, welcome_stays: '5.00000000' },
    says: /all you have is the welcome grant/,
  },
])('what cannot leave is no limit of nothing, it has a reason: $says', async ({ left, says }) => {
  await shown(<OutLimits info={{ ...open, ...left }} />)
  expect(screen.getByText(says)).toBeTruthy()
})
