import { defineModule, type House } from '#module.ts'
import { DAY_MS } from '#platform/durations.ts'

import { proofPurpose, proofWritingWork } from './log.ts'
import { snapshotChore } from './proof.jobs.ts'
import { serveProof, serveQuestions, serveSnapshots } from './proof.routes.ts'
import { proofWriteStates } from './write.states.ts'

const TREES_KEPT_MS = 2 * DAY_MS

function partsOf({ db, clock, chain, reconciler, config, promises }: House) {
  return { db, clock, chain, reconciler, promises, folder: config.dataDirectory }
}

export const proofModule = defineModule({
  calls({ serve, serveDirect, serveOperator }, house) {
    serveProof(serve)
    serveQuestions(serveDirect, house)
    serveSnapshots(serveOperator, { ...partsOf(house), standsBack: undefined })
  },
  states: [proofWriteStates],
  purposes: (chain) => ({ proof_log: proofPurpose(chain), proof: proofPurpose(chain) }),
  beforeSigning: (house) => [proofWritingWork(house)],
  outside: (house) => [snapshotChore(partsOf(house))],
  kept: [{ table: 'proof_group', column: 'made_at', keepMs: TREES_KEPT_MS, by: 'wallNow' }],
})
