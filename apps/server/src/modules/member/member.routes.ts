import {
  findMembers as findMembersCall,
  inspectMember,
  proposeUnfreezing as proposeUnfreezingCall,
  readTimeline as readTimelineCall,
} from '@btbc/contract/operator/member.ts'

import { masked } from '#modules/account/index.ts'
import type { ServeOperator } from '#modules/operator/index.ts'

import { proposeUnfreezing, readMember } from './member.ts'
import { findMembers } from './member.search.ts'
import { readTimeline } from './member.timeline.ts'

const PER_PAGE = 30

export function serveMembers(serve: ServeOperator): void {
  serve(findMembersCall, async ({ tx, request: { query }, caller, note }) => {
    const found = await findMembers(tx, { query, caller })
    const [only] = found
    // The log is kept for ever: what was typed stands there as masked as an address on a screen.
    note(found.length === 1 && only ? `member ${only.id}` : 'members', {
      asked: masked(query),
      found: found.map(({ id }) => id).join(' '),
    })
    return found
  })
  serve(inspectMember, ({ tx, request: { id }, caller, now, wallNow }) =>
    readMember(tx, { id, caller, now, wallNow }),
  )
  serve(readTimelineCall, ({ tx, request: { id, kind, after, limit = PER_PAGE } }) =>
    readTimeline(tx, { id, kind, after, limit }),
  )
  serve(proposeUnfreezingCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeUnfreezing(tx, { ...request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
