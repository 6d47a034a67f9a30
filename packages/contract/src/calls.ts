import { accountCalls } from '#account.ts'
import { apiKeyCalls } from '#api-key.ts'
import { bankDepositCalls } from '#bank-deposit.ts'
import { calendarCalls } from '#calendar.ts'
import { contactCalls } from '#contact.ts'
import { dealCalls } from '#deal.ts'
import { dealMessageCalls } from '#deal-messages.ts'
import { dealStandingCalls } from '#deal-standing.ts'
import { depositCalls } from '#deposit.ts'
import { exchangeCalls } from '#exchange.ts'
import { feedbackCalls } from '#feedback.ts'
import { firstPageCalls } from '#first-page.ts'
import { freezeCalls } from '#freeze.ts'
import { fundCalls } from '#fund.ts'
import { identityCalls } from '#identity.ts'
import { homeCalls } from '#home.ts'
import { gatewayCalls } from '#gateway.ts'
import { lockCalls } from '#lock.ts'
import { marketDataCalls } from '#market-data.ts'
import { miningCalls } from '#mining.ts'
import { newsCalls } from '#news.ts'
import { noticeCalls } from '#notice.ts'
import { ownPasskeyCalls } from '#own-passkeys.ts'
import { payeeCalls } from '#payee.ts'
import { campaignCalls } from '#campaign.ts'
import { packetCalls } from '#packet.ts'
import { pointsCalls } from '#points.ts'
import { offerCalls } from '#offer.ts'
import { proofCalls } from '#proof.ts'
import { renewalCalls } from '#renewal.ts'
import { rewardsCalls } from '#rewards.ts'
import { securityCalls } from '#security.ts'
import { sessionCalls } from '#session.ts'
import { solvencyCalls } from '#solvency.ts'
import { termsCalls } from '#terms.ts'
import { walletCalls } from '#wallet.ts'
import { withdrawalCalls } from '#withdrawal.ts'
import { bankWithdrawalCalls } from '#bank-withdrawal.ts'
import { savedAddressCalls } from '#saved-address.ts'

/** Every call of the product by its name. */
export const calls = {
  ...sessionCalls,
  ...accountCalls,
  ...identityCalls,
  ...homeCalls,
  ...miningCalls,
  ...rewardsCalls,
  ...lockCalls,
  ...fundCalls,
  ...calendarCalls,
  ...renewalCalls,
  ...pointsCalls,
  ...packetCalls,
  ...campaignCalls,
  ...termsCalls,
  ...walletCalls,
  ...depositCalls,
  ...withdrawalCalls,
  ...savedAddressCalls,
  ...bankWithdrawalCalls,
  ...exchangeCalls,
  ...apiKeyCalls,
  ...securityCalls,
  ...ownPasskeyCalls,
  ...freezeCalls,
  ...contactCalls,
  ...gatewayCalls,
  ...bankDepositCalls,
  ...payeeCalls,
  ...offerCalls,
  ...dealCalls,
  ...dealMessageCalls,
  ...dealStandingCalls,
  ...marketDataCalls,
  ...newsCalls,
  ...noticeCalls,
  ...feedbackCalls,
  ...solvencyCalls,
  ...proofCalls,
  ...firstPageCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
