import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/** A lock in the books: its income is set aside, its amount held, and both end in the Earn wallet. */

const { USDT } = currencies
const pool = houseAccount('pool:lock', USDT.id)
const reserve = houseAccount('reserve:lock', USDT.id)
const spotOf = (memberId: number) => memberAccount(memberId, 'change', USDT.id)
const earnOf = (memberId: number) => memberAccount(memberId, 'lever', USDT.id)

export type Lock = { id: number; memberId: number; amount: bigint; dayIncome: bigint }

export function lockReserved(lock: Lock, days: number, now: Date): Entry {
  return {
    key: `lock:${lock.id}:reserved`,
    kind: 'lock.reserved',
    at: now,
    memberId: lock.memberId,
    note: { lock: lock.id },
    moves: [{ from: pool, to: reserve, amount: lock.dayIncome * BigInt(days) }],
  }
}

export function lockOpened({ id, memberId, amount }: Lock, now: Date): Entry {
  const spot = spotOf(memberId)
  return {
    key: `lock:${id}:opened`,
    kind: 'lock.opened',
    at: now,
    memberId,
    note: { lock: id },
    moves: [{ from: spot, to: spot, toPart: 'held', amount }],
  }
}

/** Booked when it was noticed that the day has passed: the books never go back. */
export function lockPaid({ id, memberId, dayIncome }: Lock, day: number, now: Date): Entry {
  return {
    key: `lock:${id}:day:${day}`,
    kind: 'lock.paid',
    at: now,
    memberId,
    note: { lock: id, day },
    moves: [{ from: reserve, to: earnOf(memberId), amount: dayIncome }],
  }
}

export function lockClosed(lock: Lock, now: Date): Entry {
  return {
    key: `lock:${lock.id}:closed`,
    kind: 'lock.closed',
    at: now,
    memberId: lock.memberId,
    note: { lock: lock.id },
    moves: [principalBack(lock)],
  }
}

export function lockExited(lock: Lock, forfeited: bigint, now: Date): Entry {
  return {
    key: `lock:${lock.id}:exited`,
    kind: 'lock.exited',
    at: now,
    memberId: lock.memberId,
    note: { lock: lock.id },
    moves: [principalBack(lock), { from: reserve, to: pool, amount: forfeited }],
  }
}

function principalBack({ memberId, amount }: Lock) {
  return { from: spotOf(memberId), fromPart: 'held' as const, to: earnOf(memberId), amount }
}
