import {
  decideCase as decideCaseCall,
  listCases as listCasesCall,
  readCase as readCaseCall,
  readCasePicture,
} from '@btbc/contract/operator/case.ts'
import {
  decideProposal as decideProposalCall,
  listProposals as listProposalsCall,
  withdrawProposal as withdrawProposalCall,
} from '@btbc/contract/operator/proposal.ts'

import type { House } from '#module.ts'
import { type ServeOperator, writeLook } from '#modules/operator/index.ts'

import { decideCase, listCases, readCase, readPicture } from './case.ts'
import { withdrawProposal } from './proposal.ending.ts'
import { decideProposal, listProposals } from './proposal.ts'

const PER_PAGE = 50

type ReviewParts = Pick<House, 'queues' | 'effects'>

export function serveReview(serve: ServeOperator, parts: ReviewParts): void {
  serveCases(serve, parts)
  serveProposals(serve, parts)
}

function serveCases(serve: ServeOperator, { queues, effects }: ReviewParts): void {
  serve(listCasesCall, ({ tx, request, caller, now }) => {
    const { queue, show = 'waiting', page = 1, limit = PER_PAGE } = request
    return listCases(tx, { queues, queue, show, page, limit, caller, now })
  })
  serve(readCaseCall, async ({ tx, request: { queue, id, before }, caller, now, wallNow }) => {
    const found = await readCase(tx, { queues, queue, id, before, caller, now })
    const { operatorId } = caller
    const opened = `${queue} ${id}`
    await writeLook(tx, { operatorId, members: [found.member_id], opened, wallNow })
    return found
  })
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

function serveProposals(serve: ServeOperator, { effects }: ReviewParts): void {
  serve(listProposalsCall, ({ tx, request, caller, now }) => {
    const { state, page = 1, limit = PER_PAGE } = request
    const kinds = request.kinds?.split(',')
    return listProposals(tx, { state, kinds, caller, page, limit, now })
  })
  serve(decideProposalCall, async ({ request, note, ...context }) => {
    const { proposal, people } = await decideProposal(context.tx, {
      ...context,
      ...request,
      effects,
    })
    const { decision } = request
    note(proposal.subject, { ...factsOf(proposal), decision, ...notNamed(proposal, people) })
    return proposal
  })
  serve(withdrawProposalCall, async ({ tx, request: { id }, caller, now, note }) => {
    const { proposal, people } = await withdrawProposal(tx, { id, caller, now })
    note(proposal.subject, { ...factsOf(proposal), ...notNamed(proposal, people) })
    return proposal
  })
}

type Named = Awaited<ReturnType<typeof withdrawProposal>>

function factsOf({ id, kind }: Named['proposal']) {
  return { proposal: String(id), kind }
}

/** A subject that names its member says so once. */
function notNamed({ subject }: Named['proposal'], people: Named['people']): Named['people'] {
  const { member, ...sides } = people
  return subject === `member ${member}` ? sides : people
}
