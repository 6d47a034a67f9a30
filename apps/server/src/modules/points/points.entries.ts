import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/** Points in the books: given with their worth set aside, exchanged for what was. */

const { BTBC, POINT } = currencies
const reserve = houseAccount('reserve:points', BTBC.id)
const pointsOf = (memberId: number) => memberAccount(memberId, 'points', POINT.id)

type Points = {
  memberId: number
  points: bigint
  /** What they are worth. */
  btbc: bigint
}

export function checkInGiven(given: Points & { date: string }, now: Date): Entry {
  const { memberId, points, btbc, date } = given
  return {
    key: `check_in:${memberId}:${date}`,
    kind: 'check_in.given',
    at: now,
    memberId,
    moves: [
      { from: houseAccount('pool:points', BTBC.id), to: reserve, amount: btbc },
      { from: houseAccount('pool:points', POINT.id), to: pointsOf(memberId), amount: points },
    ],
  }
}

/** `exchanged` is how many the member has exchanged with these: no two exchanges end at the same. */
export function pointsExchanged(deal: Points & { exchanged: bigint }, now: Date): Entry {
  const { memberId, points, btbc, exchanged } = deal
  return {
    key: `points:${memberId}:${exchanged}`,
    kind: 'points.exchanged',
    at: now,
    memberId,
    note: { points: Number(points) },
    moves: [
      { from: reserve, to: memberAccount(memberId, 'micro', BTBC.id), amount: btbc },
      { from: pointsOf(memberId), to: houseAccount('issuance', POINT.id), amount: points },
    ],
  }
}
