import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry, Move } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/** A payment through a rail, as the books see it: `id` is its number on that rail. */
export type RailPayment = {
  rail: 'bank' | 'gateway'
  id: number
  memberId: number
  orderNo: string
}

const { USDT, BANK } = currencies

/** The whole worth is set aside before anything is promised (house rule 2). */
export function railReserved(deposit: RailPayment, amount: bigint, now: Date): Entry {
  return {
    key: `rail:${deposit.rail}:${deposit.id}:reserved`,
    kind: 'rail.reserved',
    at: now,
    memberId: deposit.memberId,
    moves: [
      {
        from: houseAccount('pool:treasury', USDT.id),
        to: houseAccount('reserve:rail', USDT.id),
        amount,
      },
    ],
  }
}

/**
 * A payment arrived. `received` is noted once, whatever the treasury can pay; what the member gets
 * comes from the reserve first, then from the treasury; what the reserve has too much goes back.
 */
export function railCredited(
  deposit: RailPayment,
  paid: {
    received: bigint
    fromReserve: bigint
    fromTreasury: bigint
    backToTreasury: bigint
    /** What was credited before this: names the event. */
    before: bigint
  },
  now: Date,
): Entry {
  const reserve = houseAccount('reserve:rail', USDT.id)
  const treasury = houseAccount('pool:treasury', USDT.id)
  const member = memberAccount(deposit.memberId, 'legal', USDT.id)
  const moves: Move[] = [
    {
      from: houseAccount(`rail:${deposit.rail}`, BANK.id),
      to: houseAccount('rail:position', BANK.id),
      amount: paid.received,
    },
    { from: reserve, to: member, amount: paid.fromReserve },
    { from: treasury, to: member, amount: paid.fromTreasury },
    { from: reserve, to: treasury, amount: paid.backToTreasury },
  ]
  const isFirst = paid.received > 0n
  return {
    key: `rail:${deposit.rail}:${deposit.id}:credited:${isFirst ? 'received' : paid.before}`,
    kind: 'rail.credited',
    at: now,
    memberId: deposit.memberId,
    moves: moves.filter(({ amount }) => amount > 0n),
    note: { order_no: deposit.orderNo },
  }
}

/** Nothing will come: the reserve goes back to where it was taken from. */
export function railReturned(deposit: RailPayment, amount: bigint, now: Date): Entry {
  return {
    key: `rail:${deposit.rail}:${deposit.id}:returned`,
    kind: 'rail.returned',
    at: now,
    memberId: deposit.memberId,
    moves: [
      {
        from: houseAccount('reserve:rail', USDT.id),
        to: houseAccount('pool:treasury', USDT.id),
        amount,
      },
    ],
  }
}

/** Bank units left through the rail, for coins that the treasury has taken. */
export function railPaidOut(withdrawal: RailPayment, units: bigint, now: Date): Entry {
  return {
    key: `rail:${withdrawal.rail}:${withdrawal.id}:paid_out`,
    kind: 'rail.paid_out',
    at: now,
    memberId: withdrawal.memberId,
    moves: [
      {
        from: houseAccount('rail:position', BANK.id),
        to: houseAccount(`rail:${withdrawal.rail}`, BANK.id),
        amount: units,
      },
    ],
    note: { order_no: withdrawal.orderNo },
  }
}
