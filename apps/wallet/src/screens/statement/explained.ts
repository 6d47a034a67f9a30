import type { explainBalance } from '@btbc/contract/wallet.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

type Explanation = Answer<typeof explainBalance>

export type ExplainedGroup = {
  kind: string
  info: string
  count: number
  /** What the kind added to available and locked together. */
  total: string
  /** What it moved between available and locked, when that is all it did. */
  locked: string | undefined
}

/** The groups as they are read, and whether they add up: computed here, not believed. */
export function addUp(explanation: Explanation): {
  groups: ExplainedGroup[]
  total: string
  agrees: boolean
} {
  const available = sum(explanation.groups.map((group) => units(group.available)))
  const locked = sum(explanation.groups.map((group) => units(group.locked)))
  return {
    groups: explanation.groups.map((group) => {
      const total = units(group.available) + units(group.locked)
      return {
        kind: group.kind,
        info: group.info,
        count: group.count,
        total: formatAmount(total),
        locked: units(group.locked) === 0n ? undefined : group.locked,
      }
    }),
    total: formatAmount(available + locked),
    agrees: available === units(explanation.available) && locked === units(explanation.locked),
  }
}

function units(amount: string): bigint {
  const size = parseAmount(amount.replace('-', '')) ?? 0n
  return amount.startsWith('-') ? -size : size
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, each) => total + each, 0n)
}
