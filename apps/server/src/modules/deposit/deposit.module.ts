import { defineModule } from '#module.ts'

import { serveDeposits } from './deposit.routes.ts'
import { arrivalStates, depositStates } from './deposit.states.ts'
import { faucetTold } from './faucet.ts'
import { sweepStates } from './sweep.states.ts'
import { createSweeper, gasTold, sweepTold } from './sweep.ts'
import { watchingAccepted } from './watch-resume.ts'
import { createDepositWatch } from './watch.ts'

export const depositModule = defineModule({
  calls: ({ serve, serveDirect }, { chain }) => serveDeposits(serve, serveDirect, { chain }),
  states: [depositStates, arrivalStates, sweepStates],
  effects: { 'deposits.resume': watchingAccepted },
  purposes: (chain) => ({ faucet: faucetTold, sweep: sweepTold, gas_topup: gasTold(chain) }),
  afterSigning: (house) => [createDepositWatch(house), createSweeper(house)],
})
