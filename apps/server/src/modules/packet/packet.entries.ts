import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { type CurrencyId, currencies } from '@btbc/money/currency.ts'

/** A red packet in the books: its budget is set aside, shares are paid from it, the rest goes back. */

type Sum = { id: number; currency: CurrencyId; amount: bigint }

/** What packets can be made of. */
export function packetCurrency(id: number): CurrencyId | undefined {
  return [currencies.USDT.id, currencies.BTBC.id].find((each) => each === id)
}

export function packetReserved({ id, currency, amount }: Sum, now: Date): Entry {
  const from = houseAccount('pool:red_packet', currency)
  const moves = [{ from, to: houseAccount('reserve:red_packet', currency), amount }]
  return { key: `packet:${id}:reserved`, kind: 'packet.reserved', at: now, moves }
}

export function packetPaid(share: Sum & { memberId: number }, now: Date): Entry {
  const { id, currency, amount, memberId } = share
  const from = houseAccount('reserve:red_packet', currency)
  return {
    key: `packet:${id}:member:${memberId}`,
    kind: 'packet.paid',
    at: now,
    memberId,
    note: { packet: id },
    moves: [{ from, to: memberAccount(memberId, 'micro', currency), amount }],
  }
}

export function packetReturned({ id, currency, amount }: Sum, now: Date): Entry {
  const from = houseAccount('reserve:red_packet', currency)
  const moves = [{ from, to: houseAccount('pool:red_packet', currency), amount }]
  return { key: `packet:${id}:returned`, kind: 'packet.returned', at: now, moves }
}
