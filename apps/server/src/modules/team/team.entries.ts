import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

const { LAUNCH } = currencies
const pool = houseAccount('pool:referral', LAUNCH.id)
const reserve = houseAccount('reserve:referral', LAUNCH.id)

/** One invitee's reward; the inviter is the member it is about. */
export type Referral = { inviteeId: number; inviterId: number; launches: number }

export function rewardPromised(referral: Referral, now: Date): Entry {
  return {
    key: `referral:${referral.inviteeId}:promised`,
    kind: 'referral.promised',
    at: now,
    memberId: referral.inviterId,
    moves: [{ from: pool, to: reserve, amount: BigInt(referral.launches) }],
  }
}

export function rewardPaid(referral: Referral, now: Date): Entry {
  return {
    key: `referral:${referral.inviteeId}:paid`,
    kind: 'referral.paid',
    at: now,
    memberId: referral.inviterId,
    moves: [
      {
        from: reserve,
        to: memberAccount(referral.inviterId, 'launches', LAUNCH.id),
        amount: BigInt(referral.launches),
      },
    ],
  }
}

export function rewardLapsed(referral: Referral, now: Date): Entry {
  return {
    key: `referral:${referral.inviteeId}:lapsed`,
    kind: 'referral.lapsed',
    at: now,
    memberId: referral.inviterId,
    moves: [{ from: reserve, to: pool, amount: BigInt(referral.launches) }],
  }
}
