import {
  listOperatorSessions as listOperatorSessionsCall,
  logInOperator,
  logOutOperator,
  readOperator,
  revokeOperatorSession,
} from '@btbc/contract/operator/access.ts'
import {
  decideCase as decideCaseCall,
  listCases as listCasesCall,
  readCase as readCaseCall,
  readCasePicture,
} from '@btbc/contract/operator/case.ts'
import {
  listPools as listPoolsCall,
  proposeFunding as proposeFundingCall,
} from '@btbc/contract/operator/pool.ts'
import {
  decideProposal as decideProposalCall,
  listProposals as listProposalsCall,
} from '@btbc/contract/operator/proposal.ts'

import {
  type ServeOperator,
  endOperatorSession,
  listOperatorSessions,
  operatorLogin,
  prepareOperatorLogin,
} from '#modules/operator/index.ts'
import type { Passwords } from '#platform/passwords.ts'

import {
  type Effects,
  type Queues,
  decideCase,
  decideProposal,
  listCases,
  listProposals,
  readCase,
  readPicture,
} from '#modules/review/index.ts'
import { serveAudit } from './audit.routes.ts'
import { listPools, proposeFunding } from './pool.ts'

const PAGE_ROWS = 50

export type OperatorParts = {
  passwords: Passwords
  queues: Queues
  effects: Effects
  /** Where files are written before they are sent. */
  folder: string
}

export function serveOperator(serve: ServeOperator, parts: OperatorParts): void {
  serveAccess(serve, parts.passwords)
  serveCases(serve, parts)
  serveProposals(serve, parts)
  serveAudit(serve, parts.folder)
}

function serveAccess(serve: ServeOperator, passwords: Passwords): void {
  serve(
    logInOperator,
    ({ db, request, from, isLocal, wallNow }) =>
      prepareOperatorLogin(db, {
        request,
        origin: from,
        isLocal,
        passwords,
        wallNow,
      }),
    ({ prepared, from, ...context }) =>
      operatorLogin(context.tx, { ...context, attempt: prepared, origin: from }),
  )
  serve(logOutOperator, async ({ tx, caller, note }) => {
    await endOperatorSession(tx, { caller, id: caller.sessionId })
    note(`session ${caller.sessionId}`)
    return {}
  })
  serve(readOperator, async ({ caller }) => ({
    id: caller.operatorId,
    name: caller.name,
    mail: caller.mail,
    roles: [...caller.roles],
    session_ends_at: caller.sessionEndsAt,
    idle_ends_at: caller.idleEndsAt,
  }))
  serve(listOperatorSessionsCall, ({ tx, caller, request, wallNow }) => {
    const { page = 1, limit = PAGE_ROWS } = request
    return listOperatorSessions(tx, { caller, page, limit, wallNow })
  })
  serve(revokeOperatorSession, async ({ tx, caller, request: { id }, note }) => {
    const operatorId = await endOperatorSession(tx, { caller, id })
    note(`operator ${operatorId}`, { session: String(id) })
    return {}
  })
}

function serveCases(serve: ServeOperator, { queues, effects }: OperatorParts): void {
  serve(listCasesCall, ({ tx, request, caller, now }) => {
    const { queue, show = 'waiting', page = 1, limit = PAGE_ROWS } = request
    return listCases(tx, { queues, queue, show, page, limit, caller, now })
  })
  serve(readCaseCall, ({ tx, request: { queue, id, before }, caller, now }) =>
    readCase(tx, { queues, queue, id, before, caller, now }),
  )
  serve(decideCaseCall, async ({ request, note, ...context }) => {
    const decided = await decideCase(context.tx, { ...context, ...request, queues, effects })
    const { outcome, memberId } = decided
    const member = String(memberId)
    note(`${request.queue} ${request.id}`, { decision: request.decision, outcome, member })
    return { outcome }
  })
  serve(readCasePicture, async ({ tx, request, caller, note }) => {
    const { queue, id, picture } = request
    const { memberId, ...shown } = await readPicture(tx, { queues, queue, id, picture, caller })
    note(`${queue} ${id}`, { picture, member: String(memberId) })
    return shown
  })
}

function serveProposals(serve: ServeOperator, { effects }: OperatorParts): void {
  serve(listPoolsCall, ({ tx }) => listPools(tx))
  serve(proposeFundingCall, async ({ tx, request, caller, now, note }) => {
    const proposal = await proposeFunding(tx, { ...request, caller, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
  serve(listProposalsCall, ({ tx, request, caller, now }) => {
    const { state, page = 1, limit = PAGE_ROWS } = request
    const kinds = request.kinds?.split(',')
    return listProposals(tx, { state, kinds, caller, page, limit, now })
  })
  serve(decideProposalCall, async ({ request, note, ...context }) => {
    const { proposal, people } = await decideProposal(context.tx, {
      ...context,
      ...request,
      effects,
    })
    const { member, ...sides } = people
    // A subject that names its member says so once.
    const about = proposal.subject === `member ${member}` ? sides : people
    note(proposal.subject, {
      proposal: String(proposal.id),
      kind: proposal.kind,
      decision: request.decision,
      ...about,
    })
    return proposal
  })
}
