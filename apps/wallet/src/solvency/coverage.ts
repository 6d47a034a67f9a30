import type { readSolvency } from '@btbc/contract/solvency.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

type Figures = Answer<typeof readSolvency>['currencies'][number]

export type Coverage = {
  currency: number
  code: string
  owed: string
  promised: string
  /** In suspense: what came in or goes out, and is neither a member's nor the house's at this moment. */
  underWay: string
  /** Pools, fees and dust of the house that nobody was promised. */
  house: string
  backing: string
  source: string
  isIssue: boolean
  /** What stands behind it is at least what is owed, promised and on its way: added up here, in the browser. */
  covered: boolean
  /** The server's own check of its books; null when custody was compared too long ago. */
  agrees: boolean | null
}

export type Standing = 'agrees' | 'agreesNot' | 'agreesUnknown'

export const standingTones = { agrees: 'good', agreesNot: 'bad', agreesUnknown: 'waiting' } as const

/** Of one currency, or of all: the worst that is known of any. */
export function standingOf(...books: readonly Coverage[]): Standing {
  if (books.some(({ covered, agrees }) => !covered || agrees === false)) return 'agreesNot'
  return books.some(({ agrees }) => agrees === null) ? 'agreesUnknown' : 'agrees'
}

/** The open books of one currency, added up from the figures of the server. */
export function coverageOf(figures: Figures): Coverage {
  const { available, held, unclaimed } = figures.owed
  const owed = units(available) + units(held) + units(unclaimed)
  const promised = units(figures.promises)
  const backing = units(figures.custody)
  const { suspense = '0', ...ofHouse } = figures.reserves
  const underWay = units(suspense)
  const setAside = Object.values(ofHouse).reduce((total, each) => total + units(each), 0n)
  return {
    currency: figures.currency,
    code: figures.currency_name,
    owed: formatAmount(owed),
    promised: formatAmount(promised),
    underWay: formatAmount(underWay),
    house: formatAmount(setAside > promised ? setAside - promised : 0n),
    backing: formatAmount(backing),
    source: figures.custody_source,
    isIssue: backing > 0n && units(figures.issued) === backing,
    covered: backing >= owed + promised + underWay,
    agrees: figures.agrees,
  }
}

function units(amount: string): bigint {
  const size = parseAmount(amount.replace('-', '')) ?? 0n
  return amount.startsWith('-') ? -size : size
}
