import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/** A fund in the books: its yield is set aside, its amount held, and both end in the Earn wallet. */

const { USDT } = currencies
const pool = houseAccount('pool:fund', USDT.id)
const reserve = houseAccount('reserve:fund', USDT.id)
const spotOf = (memberId: number) => memberAccount(memberId, 'change', USDT.id)
const earnOf = (memberId: number) => memberAccount(memberId, 'lever', USDT.id)

export type Fund = { id: number; memberId: number; amount: bigint; yield: bigint }

export function fundReserved(fund: Fund, now: Date): Entry {
  const moves = [{ from: pool, to: reserve, amount: fund.yield }]
  return { ...about(fund, now), key: `fund:${fund.id}:reserved`, kind: 'fund.reserved', moves }
}

export function fundOpened(fund: Fund, now: Date): Entry {
  const spot = spotOf(fund.memberId)
  const moves = [{ from: spot, to: spot, toPart: 'held' as const, amount: fund.amount }]
  return { ...about(fund, now), key: `fund:${fund.id}:opened`, kind: 'fund.opened', moves }
}

/** What was set aside and not paid goes back. */
export function fundReleased(fund: Fund, now: Date): Entry {
  const moves = [{ from: reserve, to: pool, amount: fund.yield }]
  return { ...about(fund, now), key: `fund:${fund.id}:released`, kind: 'fund.released', moves }
}

/** Booked when it was noticed that the term is over: the books never go back. */
export function fundClosed(fund: Fund, now: Date): Entry {
  const to = earnOf(fund.memberId)
  const moves = [
    { from: spotOf(fund.memberId), fromPart: 'held' as const, to, amount: fund.amount },
    { from: reserve, to, amount: fund.yield },
  ]
  return { ...about(fund, now), key: `fund:${fund.id}:closed`, kind: 'fund.closed', moves }
}

function about({ id, memberId }: Fund, now: Date) {
  return { at: now, memberId, note: { fund: id } }
}
