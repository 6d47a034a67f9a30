/** The door of review: what other rooms use of it. */

export { type Queues, historyOf } from './case.ts'
export {
  findPending,
  findWaitingProposals,
  getProposal,
  listProposals,
  newestProposal,
} from './proposal.ts'
export { defineProposal } from './proposal.kind.ts'
export { claimUndecided, endAcceptance, endProposal, endProposalsOf } from './proposal.ending.ts'
export {
  type CaseDecision,
  type CaseQueue,
  type CasesAsked,
  type CaseState,
  type QueueCase,
  addUp,
  readCases,
} from './queue.ts'
export { refuseLately } from './refused-lately.ts'
