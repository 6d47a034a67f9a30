import { createHash } from 'node:crypto'

import { ENTRANTS_MIN, type PrizeKind } from '@btbc/contract/campaign-rules.ts'

import { drawnBy, numberDrawnBy } from '#platform/committed-seed.ts'

/** Who wins what: it follows from the list, the prizes and the seed, so that anybody can work it out again. */

export type Prize = {
  id: number
  kind: PrizeKind
  low: number
  high: number | null
  most: number
  usdt: bigint
  usdt_most: bigint
  btbc: bigint
}

/** In the order of places, the first one first. */
export type Standing = { memberId: number; ticket: string; invites: number }

export type Won = { prizeId: number; memberId: number; usdt: bigint; btbc: bigint }

/** 0.01 USDT: drawn amounts are whole steps above the lowest. */
const STEP = 1_000_000n

/** Never more than `most` of a prize, so that all of them together are within the budget. */
export function winnersOf(prize: Prize, list: readonly Standing[], seed: Buffer): Won[] {
  const each = ({ memberId }: Standing, count = 1n): Won => ({
    prizeId: prize.id,
    memberId,
    usdt: prize.usdt * count,
    btbc: prize.btbc * count,
  })
  switch (prize.kind) {
    case 'invite':
      return forInvites(prize, list).map(([standing, count]) => each(standing, BigInt(count)))
    case 'tier':
      return list
        .filter(({ invites }) => invites >= prize.low && invites <= (prize.high ?? invites))
        .slice(0, prize.most)
        .map((standing) => each(standing))
    case 'place':
      return list.slice(prize.low - 1, prize.high ?? prize.low).map((standing) => each(standing))
    case 'draw':
      return drawFrom(prize, list, seed).map((standing) => ({
        ...each(standing),
        usdt: drawnAmount(prize, { seed, ticket: standing.ticket }),
      }))
    case 'claim':
      return []
  }
}

/** How many invites of each are paid, by place, until there are no more to give. */
function forInvites({ low, most }: Prize, list: readonly Standing[]): [Standing, number][] {
  let left = most
  const paid: [Standing, number][] = []
  for (const standing of list) {
    if (standing.invites < low || left === 0) continue
    const count = Math.min(standing.invites, left)
    left -= count
    paid.push([standing, count])
  }
  return paid
}

/** The lowest numbers win. With fewer than it asks for, nothing is drawn. */
function drawFrom({ low, high, most }: Prize, list: readonly Standing[], seed: Buffer): Standing[] {
  const entrants = list.filter(({ invites }) => invites >= low)
  if (entrants.length < Math.max(ENTRANTS_MIN, high ?? 0)) return []
  return entrants
    .map((standing) => ({ standing, number: drawnBy(seed, standing.ticket) }))
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    .slice(0, most)
    .map(({ standing }) => standing)
}

function drawnAmount(
  { usdt, usdt_most: most }: Prize,
  { seed, ticket }: { seed: Buffer; ticket: string },
): bigint {
  const number = numberDrawnBy(seed, `${ticket}:amount`)
  return usdt + (number % ((most - usdt) / STEP + 1n)) * STEP
}

/** SHA-256 over the lines of the list: place, ticket and invites, each with a line feed. */
export function hashOfList(list: readonly Standing[]): string {
  const hash = createHash('sha256')
  list.forEach(({ ticket, invites }, index) => hash.update(`${index + 1} ${ticket} ${invites}\n`))
  return hash.digest('hex')
}

/** All that a prize may cost. */
export function costOf({
  most,
  usdt_most: usdt,
  btbc,
}: Pick<Prize, 'most' | 'usdt_most' | 'btbc'>): {
  usdt: bigint
  btbc: bigint
} {
  return { usdt: usdt * BigInt(most), btbc: btbc * BigInt(most) }
}
