import { defineModule } from '#module.ts'

import { bankWithdrawalStates } from './bank/bank-withdrawal.states.ts'
import { withdrawalPurpose } from './chain/withdrawal-transaction.ts'
import { withdrawalSweeps } from './withdrawal.jobs.ts'
import { houseLimits, limitsByTier } from './limits/limits.settings.ts'
import { withdrawalSettings } from './limits/terms.settings.ts'
import { bankWithdrawalQueue, coinWithdrawalQueue } from './review/queues.ts'
import { serveWithdrawals } from './withdrawal.routes.ts'
import { withdrawalStandsStill } from './withdrawal.standstill.ts'
import { withdrawalStates } from './withdrawal.states.ts'

export const withdrawalModule = defineModule({
  calls: ({ serve }, { chain }) => serveWithdrawals(serve, chain),
  states: [withdrawalStates, bankWithdrawalStates],
  queues: () => [coinWithdrawalQueue, bankWithdrawalQueue],
  settings: [...withdrawalSettings.values(), ...Object.values(limitsByTier), houseLimits],
  sweeps: ({ chain }) => withdrawalSweeps({ hasChain: chain !== undefined }),
  standsStill: [withdrawalStandsStill],
  kept: [{ table: 'withdrawal_quote', column: 'expires_at', keepMs: 0, by: 'now' }],
  purposes: () => ({ withdrawal: withdrawalPurpose }),
})
