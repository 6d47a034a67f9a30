import { operatorCalls, type OperatorCallName } from '@btbc/contract/operator/calls.ts'
import type { QueueName, Role } from '@btbc/contract/operator/rights.ts'

import { listed } from './listed.ts'

/**
 * Which operator may call what. Whoever sees members may make every call that changes nothing; all else
 * stands here, written by hand, and nobody may make a change that does not.
 */

/** `anyone` has no session yet; the others name every role that may. */
type OperatorRow = 'anyone' | readonly Role[]

const ALL: OperatorRow = ['support', 'content', 'finance', 'risk', 'admin', 'auditor']
/** Whoever writes texts has no business with members and their money. */
const READERS: OperatorRow = ['support', 'finance', 'risk', 'admin', 'auditor']
/** An auditor reads and decides nothing. */
const DECIDERS: OperatorRow = ['support', 'finance', 'risk', 'admin']

const rows = listed<OperatorCallName, OperatorRow>(operatorCalls, [
  ['anyone', 'logInOperator readInvitation acceptInvitation beginPasskeyEntry enterByPasskey'],
  [ALL, 'logOutOperator readOperator revokeOperatorSession'],
  // Of one's own passkeys alone.
  [ALL, 'listOperatorPasskeys askOperatorPasskey beginOperatorPasskey addOperatorPasskey'],
  [ALL, 'renameOperatorPasskey removeOperatorPasskey'],
  [ALL, 'listHouseArticles readHouseArticle listArticleVersions previewArticle listPictures'],
  [ALL, 'listContacts'],
  // Reads that are written down in the audit log.
  [READERS, 'readCasePicture findMembers exportDay exportMemberBalances exportAuditLog'],
  [['support', 'risk', 'admin', 'auditor'], 'readDisputePicture'],
  [DECIDERS, 'decideCase writeNote withdrawNote reconcileNow'],
  // Each kind by its own roles; those who write texts decide about contacts. What is one's own is taken back.
  [['support', 'content', 'finance', 'risk', 'admin'], 'decideProposal withdrawProposal'],
  [['support', 'risk', 'admin'], 'endMemberSessions changeCountry changeAgent dismissGroup'],
  [['support', 'risk', 'admin'], 'proposeFreezing proposeUnfreezing proposeHold proposeRelease'],
  [['support', 'risk', 'admin'], 'proposeFactorRemoval proposeSellerEnd'],
  [['support', 'risk', 'admin'], 'proposeDealDecision'],
  [['finance', 'admin'], 'proposeFunding proposeLockTerms proposeFundTerms proposeSetting'],
  [
    ['finance', 'admin'],
    'withdrawSetting proposeMachine proposePacket proposeEndingPacket proposeCampaign',
  ],
  [['finance', 'admin'], 'proposeAirdrop'],
  [['finance', 'risk', 'admin'], 'takeSnapshotNow proposeReplacingNonce'],
  [['finance', 'risk', 'admin'], 'proposeResumingWithdrawals proposeResumingDeposits'],
  [['risk', 'admin'], 'proposeOperator proposeRoles proposeClosing'],
  [
    ['content', 'admin'],
    'addArticle saveArticleDraft discardArticleDraft arrangeArticle addPicture',
  ],
  [['content', 'admin'], 'publishArticle redraftVersion withdrawVersion showArticle'],
  [['support', 'content', 'admin'], 'proposeContact proposeContactGone'],
])

export function operatorRow(name: OperatorCallName): OperatorRow {
  return rows[name] ?? (operatorCalls[name].changes ? [] : READERS)
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
