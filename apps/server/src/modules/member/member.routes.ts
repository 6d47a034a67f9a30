import {
  changeCountry as changeCountryCall,
  endMemberSessions as endMemberSessionsCall,
  proposeFactorRemoval as proposeFactorRemovalCall,
  proposeFreezing as proposeFreezingCall,
  proposeSellerEnd as proposeSellerEndCall,
  proposeUnfreezing as proposeUnfreezingCall,
  withdrawNote as withdrawNoteCall,
  writeNote as writeNoteCall,
} from '@btbc/contract/operator/member-acts.ts'
import { listMemberOrders as listMemberOrdersCall } from '@btbc/contract/operator/member-orders.ts'
import {
  findMembers as findMembersCall,
  inspectMember,
  readTimeline as readTimelineCall,
} from '@btbc/contract/operator/member.ts'

import { masked } from '#modules/account/index.ts'
import { type ServeOperator, writeLook } from '#modules/operator/index.ts'

import { changeCountry, endMemberSessions } from './member.acts.ts'
import { proposeFactorRemoval } from './member.factors.ts'
import { proposeFreezing, proposeUnfreezing } from './member.freeze.ts'
import { withdrawNote, writeNote } from './member.notes.ts'
import { listMemberOrders } from './member.orders.ts'
import { proposeSellerEnd } from './member.selling.ts'
import { readMember } from './member.ts'
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
  serveLooks(serve)
  serveActs(serve)
}

/** What is known of one member. Whoever reads it is written down. */
function serveLooks(serve: ServeOperator): void {
  serve(inspectMember, async ({ tx, request: { id }, caller, now, wallNow }) => {
    const member = await readMember(tx, { id, caller, now, wallNow })
    const { operatorId } = caller
    await writeLook(tx, { operatorId, members: [id], opened: 'the member', wallNow })
    return member
  })
  serve(readTimelineCall, async ({ tx, request, caller: { operatorId }, wallNow }) => {
    const { id, kind, after, limit = PER_PAGE } = request
    const timeline = await readTimeline(tx, { id, kind, after, limit })
    await writeLook(tx, { operatorId, members: [id], opened: 'the timeline', wallNow })
    return timeline
  })
  serve(listMemberOrdersCall, async ({ tx, request, caller: { operatorId }, wallNow }) => {
    const orders = await listMemberOrders(tx, request)
    await writeLook(tx, { operatorId, members: [request.id], opened: 'orders', wallNow })
    return orders
  })
}

function serveActs(serve: ServeOperator): void {
  serve(writeNoteCall, async ({ tx, request, caller, now, note }) => {
    const written = await writeNote(tx, { ...request, caller, now })
    note(`member ${request.id}`, { [request.kind]: String(written) })
    return { note: written }
  })
  serve(withdrawNoteCall, async ({ tx, request, caller, now, note }) => {
    const memberId = await withdrawNote(tx, { ...request, caller, now })
    note(`member ${memberId}`, { note: String(request.note) })
    return {}
  })
  serve(endMemberSessionsCall, async ({ tx, request: { id, session }, wallNow, note }) => {
    const ended = await endMemberSessions(tx, { id, session, wallNow })
    note(`member ${id}`, { sessions: session === undefined ? 'all' : String(session) })
    return { ended }
  })
  serve(changeCountryCall, async ({ tx, request: { id, country: typed }, wallNow, note }) => {
    const { before, country } = await changeCountry(tx, { id, country: typed, wallNow })
    note(`member ${id}`, { before, country })
    return { country }
  })
  for (const [call, act] of [
    [proposeFreezingCall, proposeFreezing],
    [proposeUnfreezingCall, proposeUnfreezing],
    [proposeFactorRemovalCall, proposeFactorRemoval],
    [proposeSellerEndCall, proposeSellerEnd],
  ] as const) {
    serve(call, async ({ tx, request, caller, now, note }) => {
      const proposal = await act(tx, { ...request, caller, now })
      note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
      return proposal
    })
  }
}
