import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

const { BTBC, USDT } = currencies

/** What was issued in the books alone is on the chain now. It stays issued: the maximum counts both. */
export function mintSettled(batch: { id: bigint; amount: bigint }, now: Date): Entry {
  return {
    key: `mint:${batch.id}`,
    kind: 'mint.settled',
    at: now,
    moves: [
      {
        from: houseAccount('chain', BTBC.id),
        to: houseAccount('minted', BTBC.id),
        amount: batch.amount,
      },
    ],
  }
}

/** What mints once gave back to the issuance counts as issued again; `before` names the event. */
export function mintCarried(
  { amount, before }: { amount: bigint; before: bigint },
  now: Date,
): Entry {
  return {
    key: `mint:carried:${before}`,
    kind: 'mint.carried',
    at: now,
    moves: [
      { from: houseAccount('issuance', BTBC.id), to: houseAccount('minted', BTBC.id), amount },
    ],
  }
}

export type Claim = {
  id: bigint
  memberId: number
  amount: bigint
  fee: bigint
  feeIn: typeof USDT.id | typeof BTBC.id
}

/** The claim and its fee in one entry: there is never one without the other. */
export function rewardClaimed(claim: Claim, now: Date): Entry {
  const { memberId, amount, fee, feeIn } = claim
  const unclaimed = memberAccount(memberId, 'unclaimed', BTBC.id)
  const isFromClaim = feeIn === BTBC.id
  const moves = [
    {
      from: unclaimed,
      to: memberAccount(memberId, 'change', BTBC.id),
      amount: isFromClaim ? amount - fee : amount,
    },
    {
      from: isFromClaim ? unclaimed : memberAccount(memberId, 'change', USDT.id),
      to: houseAccount('fees', feeIn),
      amount: fee,
    },
  ]
  return {
    key: `claim:${claim.id}`,
    kind: 'reward.claimed',
    at: now,
    memberId,
    moves: moves.filter((move) => move.amount > 0n),
  }
}
