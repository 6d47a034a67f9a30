import { accessCalls } from '#operator/access.ts'
import { articleOperatorCalls } from '#operator/article.ts'
import { auditCalls } from '#operator/audit.ts'
import { caseCalls } from '#operator/case.ts'
import { disputeCalls } from '#operator/dispute.ts'
import { earnCalls } from '#operator/earn.ts'
import { hiringCalls } from '#operator/hiring.ts'
import { machineOperatorCalls } from '#operator/machine.ts'
import { memberActCalls } from '#operator/member-acts.ts'
import { memberCalls } from '#operator/member.ts'
import { memberOrderCalls } from '#operator/member-orders.ts'
import { nonceCalls } from '#operator/nonce.ts'
import { airdropCalls } from '#operator/airdrop.ts'
import { campaignOperatorCalls } from '#operator/campaign.ts'
import { packetOperatorCalls } from '#operator/packet.ts'
import { operatorPasskeyCalls } from '#operator/passkey.ts'
import { pictureCalls } from '#operator/picture.ts'
import { poolCalls } from '#operator/pool.ts'
import { proofOperatorCalls } from '#operator/proof.ts'
import { reportCalls } from '#operator/report.ts'
import { proposalCalls } from '#operator/proposal.ts'
import { supportCalls } from '#operator/support.ts'
import { sybilCalls } from '#operator/sybil.ts'
import { reconciliationCalls } from '#operator/reconciliation.ts'
import { settingCalls } from '#operator/setting.ts'

/** Every call of the console by its name. The members' app cannot import it. */
export const operatorCalls = {
  ...accessCalls,
  ...operatorPasskeyCalls,
  ...caseCalls,
  ...proposalCalls,
  ...memberCalls,
  ...memberActCalls,
  ...memberOrderCalls,
  ...sybilCalls,
  ...poolCalls,
  ...earnCalls,
  ...settingCalls,
  ...machineOperatorCalls,
  ...packetOperatorCalls,
  ...campaignOperatorCalls,
  ...airdropCalls,
  ...reconciliationCalls,
  ...nonceCalls,
  ...disputeCalls,
  ...proofOperatorCalls,
  ...hiringCalls,
  ...articleOperatorCalls,
  ...pictureCalls,
  ...supportCalls,
  ...auditCalls,
  ...reportCalls,
}

export type OperatorCallName = keyof typeof operatorCalls
