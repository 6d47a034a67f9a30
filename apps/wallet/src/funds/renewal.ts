import type { listRenewals } from '@btbc/contract/renewal.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

/** What has ended and asks whether it goes on: from where its amount would come. */

export type Asking = Answer<typeof listRenewals>['list'][number]

/** From Earn, where it went, and what that lacks from Spot. */
export function sourcesOf(amount: string, earn: string): { earn: bigint; spot: bigint } {
  const [units, there] = [parseAmount(amount) ?? 0n, parseAmount(earn) ?? 0n]
  const fromEarn = there < units ? there : units
  return { earn: fromEarn, spot: units - fromEarn }
}
