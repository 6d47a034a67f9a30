import { defineModule } from '#module.ts'

import { applyEnding, dropPackets, endPackets } from './packet.end.ts'
import { applyPublishing } from './packet.publish.ts'
import { serveHousePackets, servePackets } from './packet.routes.ts'
import { openSamplePacket } from './packet.sample.ts'
import { packetStates } from './packet.states.ts'
import { sumPromised } from './packet.ts'

export const packetModule = defineModule({
  seed: openSamplePacket,
  calls({ serve, serveOperator }) {
    servePackets(serve)
    serveHousePackets(serveOperator)
  },
  effects: () => ({ 'packet.publish': applyPublishing, 'packet.end': applyEnding }),
  states: [packetStates],
  sweeps: () => [
    { name: 'end red packets', run: (tx, { now }) => endPackets(tx, now) },
    { name: 'drop red packets nobody accepted', run: (tx, { now }) => dropPackets(tx, now) },
  ],
  promises: sumPromised,
})
