/** The door of review: what other rooms use of it. */

export { type Queues, decideCase, historyOf, listCases, readCase, readPicture } from './case.ts'
export {
  type Effect,
  type Effects,
  decideProposal,
  findPending,
  findWaitingProposals,
  getProposal,
  listProposals,
  newestProposal,
  proposeOnce,
} from './proposal.ts'
export {
  claimUndecided,
  decideLater,
  endAcceptance,
  endProposal,
  endProposalsBeyond,
  endProposalsOf,
  expireProposals,
} from './proposal.ending.ts'
export { proposalStates } from './proposal.states.ts'
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
