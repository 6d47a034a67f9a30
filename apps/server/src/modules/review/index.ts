/** The door of review: what other rooms use of it. */

export { type Queues, historyOf } from './case.ts'
export {
  type Effect,
  findPending,
  findWaitingProposals,
  getProposal,
  listProposals,
  newestProposal,
  proposeOnce,
} from './proposal.ts'
export {
  claimUndecided,
  endAcceptance,
  endProposal,
  endProposalsBeyond,
  endProposalsOf,
} from './proposal.ending.ts'
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
