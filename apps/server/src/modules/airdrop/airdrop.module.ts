import { defineModule } from '#module.ts'

import { giveAirdrops } from './airdrop.give.ts'
import { giveReleased } from './airdrop.held.ts'
import { airdropPublishing, dropAirdrops } from './airdrop.publish.ts'
import { serveAirdrops } from './airdrop.routes.ts'
import { airdropStates } from './airdrop.states.ts'

export const airdropModule = defineModule({
  calls: ({ serveOperator }) => serveAirdrops(serveOperator),
  proposals: () => [airdropPublishing],
  states: [airdropStates],
  sweeps: () => [
    { name: 'give airdrops', run: (tx, at) => giveAirdrops(tx, at) },
    { name: 'give what airdrops held', run: (tx, at) => giveReleased(tx, at) },
    { name: 'drop airdrops nobody accepted', run: (tx, { now }) => dropAirdrops(tx, now) },
  ],
})
