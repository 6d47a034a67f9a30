import { type AirdropPool, airdropPools } from '@btbc/contract/airdrop-rules.ts'
import { type Account, houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry, Move } from '@btbc/ledger/post.ts'
import { type CurrencyId, currencies, findCurrency } from '@btbc/money/currency.ts'

/**
 * An airdrop in the books: its budget is set aside, each member is given theirs from it, the rest goes
 * back. Points take along what they are worth, as points of a check-in do (I14).
 */

const { BTBC, LAUNCH, POINT } = currencies

export type Budget = {
  id: number
  pool: AirdropPool
  currency: CurrencyId
  /** For one member; `worth` is the BTBC of points, and 0 otherwise. */
  amount: bigint
  worth: bigint
}

/** What this pool can give, or undefined. */
export function currencyFrom(pool: AirdropPool, id: number): CurrencyId | undefined {
  const known: readonly number[] = airdropPools[pool]
  return known.includes(id) ? findCurrency(id)?.id : undefined
}

export function airdropReserved(budget: Budget, members: bigint, now: Date): Entry {
  const { id, pool } = budget
  const moves = movesOf(budget, members, (currency) => ({
    from: houseAccount(`pool:${pool}`, currency),
    to: reserveOf(currency),
  }))
  return { key: `airdrop:${id}:reserved`, kind: 'airdrop.reserved', at: now, moves }
}

export function airdropPaid(budget: Budget, memberId: number, now: Date): Entry {
  const { id, currency } = budget
  const moves = movesOf(budget, 1n, (each) => ({
    from: reserveOf(each),
    to: each === currency ? walletOf(memberId, each) : houseAccount('reserve:points', each),
  }))
  const key = `airdrop:${id}:member:${memberId}`
  return { key, kind: 'airdrop.paid', at: now, memberId, note: { airdrop: id }, moves }
}

export function airdropReturned(budget: Budget, members: bigint, now: Date): Entry {
  const { id, pool } = budget
  const moves = movesOf(budget, members, (currency) => ({
    from: reserveOf(currency),
    to: houseAccount(`pool:${pool}`, currency),
  }))
  return { key: `airdrop:${id}:returned`, kind: 'airdrop.returned', at: now, moves }
}

function movesOf(
  { currency, amount, worth }: Budget,
  members: bigint,
  way: (currency: CurrencyId) => { from: Account; to: Account },
): Move[] {
  const given = { ...way(currency), amount: amount * members }
  return worth === 0n ? [given] : [given, { ...way(BTBC.id), amount: worth * members }]
}

function reserveOf(currency: CurrencyId): Account {
  return houseAccount('reserve:airdrop', currency)
}

function walletOf(memberId: number, currency: CurrencyId): Account {
  if (currency === LAUNCH.id) return memberAccount(memberId, 'launches', currency)
  if (currency === POINT.id) return memberAccount(memberId, 'points', currency)
  return memberAccount(memberId, 'micro', currency)
}
