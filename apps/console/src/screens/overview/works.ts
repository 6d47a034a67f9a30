import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Work } from '@btbc/contract/operator/rights.ts'

/** What operators have to do, by its name. */
export const workNames: Readonly<Record<Work, string>> = {
  identity: say('shell.identity'),
  bank_deposit: say('overview.bankDeposits'),
  bank_withdrawal: say('overview.bankWithdrawals'),
  coin_withdrawal: say('overview.coinWithdrawals'),
  seller: say('shell.sellers'),
  feedback: say('shell.feedback'),
  campaign_claim: say('shell.claims'),
  dispute: say('shell.disputes'),
  proposal: say('overview.proposalsName'),
}
