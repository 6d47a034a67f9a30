import { defineModule } from '#module.ts'
import { findCoin } from '#modules/deposit/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { sql } from 'kysely'

import { bankDepositSweeps } from './bank-deposit.jobs.ts'
import { bankDepositQueue } from './bank-deposit.queue.ts'
import { serveBankDeposits } from './bank-deposit.routes.ts'
import { bankDepositStandsStill } from './bank-deposit.standstill.ts'
import { bankDepositStates } from './bank-deposit.states.ts'

export const bankDepositModule = defineModule({
  calls: ({ serve }, { chain }) => serveBankDeposits(serve, { findCoin: findCoin(chain) }),
  states: [bankDepositStates],
  sweeps: () => bankDepositSweeps,
  standsStill: [bankDepositStandsStill],
  queues: ({ files }) => [bankDepositQueue(files)],
  pictures: [
    {
      purpose: 'voucher',
      keepMs: 180 * DAY_MS,
      endOf: (ids) => sql`
        select voucher as id, closed_at as ended_at from bank_deposit where voucher = any(${ids})`,
    },
  ],
})
