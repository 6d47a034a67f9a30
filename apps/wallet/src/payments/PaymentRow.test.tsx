// @vitest-environment jsdom
import { houseNow } from '@btbc/client/house-clock.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { PaymentRow } from '#payments/PaymentRow.tsx'
import { shown } from '#testing/shown.tsx'

afterEach(cleanup)

const HOUR_MS = 3_600_000
const payment = {
  id: 1,
  amount: '5.00000000',
  fee: '0.00000000',
  net: '5.00000000',
  currency_name: 'USDT',
  state: 'pending',
  remark: '',
  created_at: '2026-03-01T12:00:00.000Z',
}

test.each([
  { who: 'operator', ms: HOUR_MS, says: /^An operator looks at it next, by / },
  { who: 'operator', ms: -HOUR_MS, says: /^We were to answer by .+ and are late/ },
  { who: 'chain', ms: -HOUR_MS, says: /, by / },
])('what the $who does by a moment $ms ms away is $says', async ({ who, ms, says }) => {
  const next = { who, by: new Date(houseNow() + ms).toISOString() }
  await shown(<PaymentRow list="bank_recharge_list" payment={{ ...payment, next } as never} />)
  expect(screen.getByText(says)).toBeTruthy()
})
