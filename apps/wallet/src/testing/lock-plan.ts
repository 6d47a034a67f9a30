import type { listLocks } from '@btbc/contract/lock.ts'

import type { Answer } from '#api/call.ts'

/** The lock plan of somebody who has 150 USDT and no lock. */
export const lockPlan: Answer<typeof listLocks> = {
  orders: [],
  end_time: null,
  fil_wallet: '150.00000000',
  history_income: '0.00000000',
  incomde_rate: '1',
  next_income: '0.00000000',
  next_at: null,
  run_num: 0,
  plan_income: '0.00000000',
  available_reserve: '300000.00000000',
  covered: '1000.00000000',
  days: 30,
  day_bps: 100,
  min: '1.00000000',
  now: '2026-03-01T12:00:00.000Z',
}
