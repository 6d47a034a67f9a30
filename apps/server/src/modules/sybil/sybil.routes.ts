import {
  dismissGroup as dismissGroupCall,
  listGroups as listGroupsCall,
  proposeHold as proposeHoldCall,
  proposeRelease as proposeReleaseCall,
  readGroup as readGroupCall,
} from '@btbc/contract/operator/sybil.ts'

import type { ServeOperator } from '#modules/operator/index.ts'

import { dismissGroup, proposeHold, proposeRelease, subjectOf } from './sybil.hold.ts'
import { listGroups, readGroup } from './sybil.read.ts'

const PER_PAGE = 50

export function serveSybil(serve: ServeOperator): void {
  serve(listGroupsCall, ({ tx, request: { show = 'waiting', page = 1, limit = PER_PAGE } }) =>
    listGroups(tx, { show, page, limit }),
  )
  serve(readGroupCall, ({ tx, request: { id }, caller, now }) => readGroup(tx, { id, caller, now }))
  for (const [call, act] of [
    [proposeHoldCall, proposeHold],
    [proposeReleaseCall, proposeRelease],
  ] as const) {
    serve(call, async ({ tx, request, caller, now, note }) => {
      const proposal = await act(tx, { ...request, caller, now })
      note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
      return proposal
    })
  }
  serve(dismissGroupCall, async ({ tx, request: { id }, now, note }) => {
    await dismissGroup(tx, id, now)
    note(subjectOf(id))
    return {}
  })
}
