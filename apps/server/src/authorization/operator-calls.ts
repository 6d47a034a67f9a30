import type { OperatorCallName } from '@btbc/contract/operator/calls.ts'
import type { QueueName, Role } from '@btbc/contract/operator/rights.ts'

/** Which operator may call what, written by hand. A call of the console without a row does not compile. */

/** `anyone` has no session yet; the others name every role that may. */
type OperatorRow = 'anyone' | readonly Role[]

const ALL: OperatorRow = ['support', 'content', 'finance', 'risk', 'admin', 'auditor']
/** Whoever writes texts has no business with members and their money. */
const READERS: OperatorRow = ['support', 'finance', 'risk', 'admin', 'auditor']
/** An auditor reads and decides nothing. */
const DECIDERS: OperatorRow = ['support', 'finance', 'risk', 'admin']
const WRITERS: OperatorRow = ['content', 'admin']

export const operatorRows: Readonly<Record<OperatorCallName, OperatorRow>> = {
  logInOperator: 'anyone',
  logOutOperator: ALL,
  readOperator: ALL,
  listOperatorSessions: READERS,
  revokeOperatorSession: ALL,
  listQueues: READERS,
  listCases: READERS,
  readCase: READERS,
  decideCase: DECIDERS,
  readCasePicture: READERS,
  listProposals: READERS,
  /** Each kind by its own roles; those who write texts decide about contacts. */
  decideProposal: ['support', 'content', 'finance', 'risk', 'admin'],
  findMembers: READERS,
  inspectMember: READERS,
  readTimeline: READERS,
  writeNote: DECIDERS,
  withdrawNote: DECIDERS,
  endMemberSessions: ['support', 'risk', 'admin'],
  changeCountry: ['support', 'risk', 'admin'],
  proposeFreezing: ['support', 'risk', 'admin'],
  listGroups: READERS,
  readGroup: READERS,
  proposeHold: ['support', 'risk', 'admin'],
  proposeRelease: ['support', 'risk', 'admin'],
  dismissGroup: ['support', 'risk', 'admin'],
  proposeUnfreezing: ['support', 'risk', 'admin'],
  listPools: READERS,
  proposeFunding: ['finance', 'admin'],
  listEarnTerms: READERS,
  proposeLockTerms: ['finance', 'admin'],
  proposeFundTerms: ['finance', 'admin'],
  listSettings: READERS,
  listSettingHistory: READERS,
  proposeSetting: ['finance', 'admin'],
  withdrawSetting: ['finance', 'admin'],
  listHousePackets: READERS,
  proposePacket: ['finance', 'admin'],
  proposeEndingPacket: ['finance', 'admin'],
  listHouseCampaigns: READERS,
  proposeCampaign: ['finance', 'admin'],
  countAirdrop: READERS,
  listAirdrops: READERS,
  listLeftOut: READERS,
  proposeAirdrop: ['finance', 'admin'],
  readOverview: READERS,
  reconcileNow: DECIDERS,
  proposeResumingWithdrawals: ['finance', 'risk', 'admin'],
  proposeResumingDeposits: ['finance', 'risk', 'admin'],
  listStuckNonces: READERS,
  proposeReplacingNonce: ['finance', 'risk', 'admin'],
  listDisputes: READERS,
  readDispute: READERS,
  readDisputePicture: ['support', 'risk', 'admin', 'auditor'],
  proposeDealDecision: ['support', 'risk', 'admin'],
  takeSnapshotNow: ['finance', 'risk', 'admin'],
  listOperators: READERS,
  proposeOperator: ['risk', 'admin'],
  proposeRoles: ['risk', 'admin'],
  proposeClosing: ['risk', 'admin'],
  readInvitation: 'anyone',
  acceptInvitation: 'anyone',
  listHouseArticles: ALL,
  readHouseArticle: ALL,
  listArticleVersions: ALL,
  previewArticle: ALL,
  addArticle: WRITERS,
  saveArticleDraft: WRITERS,
  discardArticleDraft: WRITERS,
  arrangeArticle: WRITERS,
  publishArticle: WRITERS,
  redraftVersion: WRITERS,
  withdrawVersion: WRITERS,
  showArticle: WRITERS,
  listPictures: ALL,
  addPicture: WRITERS,
  listContacts: ALL,
  proposeContact: ['support', 'content', 'admin'],
  proposeContactGone: ['support', 'content', 'admin'],
  changeAgent: ['support', 'risk', 'admin'],
  readDayReport: READERS,
  exportDay: READERS,
  exportMemberBalances: READERS,
  readAuditLog: READERS,
  verifyAuditLog: READERS,
}

/** Who decides the cases of which queue, and so who sees their pictures besides the auditor. */
export const queueRows: Readonly<Record<QueueName, readonly Role[]>> = {
  identity: ['support', 'risk', 'admin'],
  bank_deposit: ['finance'],
  bank_withdrawal: ['finance'],
  coin_withdrawal: ['finance', 'risk'],
  seller: ['support', 'risk', 'admin'],
  feedback: ['support', 'admin'],
  campaign_claim: ['support', 'risk', 'admin'],
}
