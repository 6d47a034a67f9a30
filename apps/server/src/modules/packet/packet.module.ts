import { defineModule } from '#module.ts'

import { packetEnding, dropPackets, endPackets } from './packet.end.ts'
import { packetPublishing } from './packet.publish.ts'
import { serveHousePackets, servePackets } from './packet.routes.ts'
import { openSamplePacket } from './packet.sample.ts'
import { packetStandsStill } from './packet.standstill.ts'
import { packetStates } from './packet.states.ts'

export const packetModule = defineModule({
  seed: openSamplePacket,
  calls({ serve, serveOperator }) {
    servePackets(serve)
    serveHousePackets(serveOperator)
  },
  proposals: () => [packetPublishing, packetEnding],
  states: [packetStates],
  standsStill: [packetStandsStill],
  sweeps: () => [
    { name: 'end red packets', run: (tx, { now }) => endPackets(tx, now) },
    { name: 'drop red packets nobody accepted', run: (tx, { now }) => dropPackets(tx, now) },
  ],
})
