import { defineModule } from '#module.ts'

import { bankWithdrawalStates } from './bank-withdrawal.states.ts'
import { withdrawalPurpose } from './withdrawal.chain.ts'
import { withdrawalSweeps } from './withdrawal.jobs.ts'
import { bankWithdrawalQueue, coinWithdrawalQueue } from './withdrawal.queue.ts'
import { serveWithdrawals } from './withdrawal.routes.ts'
import { withdrawalStates } from './withdrawal.states.ts'

export const withdrawalModule = defineModule({
  calls: ({ serve }, { chain }) => serveWithdrawals(serve, chain),
  states: [withdrawalStates, bankWithdrawalStates],
  queues: () => [coinWithdrawalQueue, bankWithdrawalQueue],
  sweeps: ({ chain }) => withdrawalSweeps({ hasChain: chain !== undefined }),
  kept: [{ table: 'withdrawal_quote', column: 'expires_at', keepMs: 0, by: 'now' }],
  purposes: () => ({ withdrawal: withdrawalPurpose }),
})
