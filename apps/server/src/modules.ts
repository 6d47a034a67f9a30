import { accountModule } from '#modules/account/account.module.ts'
import { sessionModule } from '#modules/session/session.module.ts'
import { securityModule } from '#modules/security/security.module.ts'
import { recoveryModule } from '#modules/recovery/recovery.module.ts'
import { apiKeyModule } from '#modules/api-key/api-key.module.ts'
import { uploadModule } from '#modules/upload/upload.module.ts'
import { newsModule } from '#modules/news/news.module.ts'
import { supportModule } from '#modules/support/support.module.ts'
import { feedbackModule } from '#modules/feedback/feedback.module.ts'
import { noticeModule } from '#modules/notice/notice.module.ts'
import { joiningModule } from '#modules/joining/joining.module.ts'
import { withdrawalModule } from '#modules/withdrawal/withdrawal.module.ts'
import { miningModule } from '#modules/mining/mining.module.ts'
import { teamModule } from '#modules/team/team.module.ts'
import { identityModule } from '#modules/identity/identity.module.ts'
import { settingModule } from '#modules/setting/setting.module.ts'
import { termsModule } from '#modules/terms/terms.module.ts'
import { operatorModule } from '#modules/operator/operator.module.ts'
import { machineModule } from '#modules/machine/machine.module.ts'
import { lockModule } from '#modules/lock/lock.module.ts'
import { fundModule } from '#modules/fund/fund.module.ts'
import { calendarModule } from '#modules/calendar/calendar.module.ts'
import { renewalModule } from '#modules/renewal/renewal.module.ts'
import { pointsModule } from '#modules/points/points.module.ts'
import { airdropModule } from '#modules/airdrop/airdrop.module.ts'
import { campaignModule } from '#modules/campaign/campaign.module.ts'
import { packetModule } from '#modules/packet/packet.module.ts'
import { productModule } from '#modules/product/product.module.ts'
import { rewardsModule } from '#modules/rewards/rewards.module.ts'
import { recordsModule } from '#modules/records/records.module.ts'
import { walletModule } from '#modules/wallet/wallet.module.ts'
import { exchangeModule } from '#modules/exchange/exchange.module.ts'
import { marketDataModule } from '#modules/market-data/market-data.module.ts'
import { houseLiquidityModule } from '#modules/house-liquidity/house-liquidity.module.ts'
import { railModule } from '#modules/rail/rail.module.ts'
import { gatewayModule } from '#modules/gateway/gateway.module.ts'
import { bankDepositModule } from '#modules/bank-deposit/bank-deposit.module.ts'
import { payeeModule } from '#modules/payee/payee.module.ts'
import { offerModule } from '#modules/offer/offer.module.ts'
import { dealModule } from '#modules/deal/deal.module.ts'
import { depositModule } from '#modules/deposit/deposit.module.ts'
import { nonceModule } from '#modules/nonce/nonce.module.ts'
import { reconciliationModule } from '#modules/reconciliation/reconciliation.module.ts'
import { proofModule } from '#modules/proof/proof.module.ts'
import { reportModule } from '#modules/report/report.module.ts'
import { solvencyModule } from '#modules/solvency/solvency.module.ts'
import { firstPageModule } from '#modules/first-page/first-page.module.ts'
import { genesisModule } from '#modules/genesis/genesis.module.ts'
import { profileModule } from '#modules/profile/profile.module.ts'
import { sybilModule } from '#modules/sybil/sybil.module.ts'
import { memberModule } from '#modules/member/member.module.ts'
import { hiringModule } from '#modules/hiring/hiring.module.ts'
import { homeModule } from '#modules/home/home.module.ts'
import { botApiModule } from '#modules/bot-api/bot-api.module.ts'
import { reviewModule } from '#modules/review/review.module.ts'
import { poolModule } from '#modules/pool/pool.module.ts'

import type { Module } from './module.ts'

/**
 * The table of contents of the server. What time does is done in this order: withdrawals come before
 * runs, and runs end before those who invited are paid.
 */
export const modules: readonly Module[] = [
  accountModule,
  sessionModule,
  securityModule,
  recoveryModule,
  apiKeyModule,
  uploadModule,
  newsModule,
  supportModule,
  noticeModule,
  feedbackModule,
  genesisModule,
  joiningModule,
  withdrawalModule,
  miningModule,
  teamModule,
  identityModule,
  operatorModule,
  settingModule,
  termsModule,
  machineModule,
  lockModule,
  fundModule,
  productModule,
  calendarModule,
  renewalModule,
  pointsModule,
  packetModule,
  campaignModule,
  airdropModule,
  rewardsModule,
  recordsModule,
  walletModule,
  exchangeModule,
  marketDataModule,
  houseLiquidityModule,
  railModule,
  gatewayModule,
  bankDepositModule,
  payeeModule,
  offerModule,
  dealModule,
  depositModule,
  nonceModule,
  reconciliationModule,
  solvencyModule,
  proofModule,
  reportModule,
  firstPageModule,
  profileModule,
  homeModule,
  botApiModule,
  reviewModule,
  poolModule,
  memberModule,
  sybilModule,
  hiringModule,
]
