import { defineModule } from '#module.ts'

import { serveDeposits } from './deposit.routes.ts'
import { arrivalStates, depositStates } from './deposit.states.ts'
import { faucetPurpose } from './faucet.ts'
import { sweepStates } from './sweep.states.ts'
import { createSweeper, gasPurpose, sweepPurpose } from './sweep.ts'
import { depositResume } from './watch-resume.ts'
import { createDepositWatch } from './watch.ts'

export const depositModule = defineModule({
  calls: ({ serve, serveDirect }, { chain }) => serveDeposits(serve, serveDirect, { chain }),
  states: [depositStates, arrivalStates, sweepStates],
  proposals: () => [depositResume],
  purposes: (chain) => ({
    faucet: faucetPurpose,
    sweep: sweepPurpose,
    gas_topup: gasPurpose(chain),
  }),
  afterSigning: (house) => [createDepositWatch(house), createSweeper(house)],
})
