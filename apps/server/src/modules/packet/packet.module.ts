import { defineModule } from '#module.ts'

import { applyPublishing } from './packet.publish.ts'
import { serveHousePackets, servePackets } from './packet.routes.ts'
import { packetStates } from './packet.states.ts'
import { dropPackets, endPackets, sumPromised } from './packet.ts'

export const packetModule = defineModule({
  calls({ serve, serveOperator }) {
    servePackets(serve)
    serveHousePackets(serveOperator)
  },
  effects: { 'packet.publish': applyPublishing },
  states: [packetStates],
  sweeps: () => [
    { name: 'end red packets', run: (tx, { now }) => endPackets(tx, now) },
    { name: 'drop red packets nobody accepted', run: (tx, { now }) => dropPackets(tx, now) },
  ],
  promises: sumPromised,
})
