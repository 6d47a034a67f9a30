import { defineModule, type House } from '#module.ts'
import { DAY_MS } from '#platform/durations.ts'

import { snapshotChore } from './proof.jobs.ts'
import { serveProof, serveQuestions, serveSnapshots } from './proof.routes.ts'

const TREES_KEPT_MS = 2 * DAY_MS

function partsOf({ db, clock, chain, config, promises }: House) {
  return { db, clock, chain, promises, folder: config.dataDirectory }
}

export const proofModule = defineModule({
  calls({ serve, serveDirect, serveOperator }, house) {
    serveProof(serve)
    serveQuestions(serveDirect, house.chain)
    serveSnapshots(serveOperator, { ...partsOf(house), standsBack: false })
  },
  outside: (house) => [snapshotChore({ ...partsOf(house), standsBack: true })],
  kept: [{ table: 'proof_group', column: 'made_at', keepMs: TREES_KEPT_MS, by: 'wallNow' }],
})
