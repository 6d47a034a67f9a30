import { plainAmount } from '@btbc/money/amount.ts'

import type { Prize } from './prizes.ts'

/** A prize as it stands in the proposal: for what, what it is worth, and how often it is given. */

export function sayPrize(prize: Omit<Prize, 'id'>): string {
  const often = prize.most === 1 ? 'once' : `${prize.most} times`
  return `for ${sayWhatFor(prize)}: ${sayWorth(prize)}, ${often} at the most`
}

function sayWhatFor({ kind, low, high }: Omit<Prize, 'id'>): string {
  switch (kind) {
    case 'place':
      return high === null || high === low ? `place ${low}` : `places ${low} to ${high}`
    case 'tier':
      if (high === null) return `${sayInvites(low)} or more`
      return high === low ? sayInvites(low) : `${low} to ${high} invites`
    case 'invite':
      return `each invite of who has ${low} or more`
    case 'draw':
      return `a draw, where ${high} or more have ${sayInvites(low)} or more`
    case 'claim':
      return 'a claim'
  }
}

function sayInvites(count: number): string {
  return count === 1 ? '1 invite' : `${count} invites`
}

/** Such as `5 USDT and 3 BTBC`: nothing of what it has none of. */
export function sayWorth({
  usdt,
  usdt_most: most,
  btbc,
}: Pick<Prize, 'usdt' | 'usdt_most' | 'btbc'>): string {
  const drawn = most > usdt ? ` to ${plainAmount(most)}` : ''
  return [
    ...(most > 0n ? [`${plainAmount(usdt)}${drawn} USDT`] : []),
    ...(btbc > 0n ? [`${plainAmount(btbc)} BTBC`] : []),
  ].join(' and ')
}
