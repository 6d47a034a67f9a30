import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

const { BTBC, LAUNCH, USDT } = currencies

export function launchesBought(purchase: {
  id: string
  memberId: number
  times: number
  price: bigint
  now: Date
}): Entry {
  const { memberId } = purchase
  const launches = BigInt(purchase.times)
  return {
    key: `launches:${purchase.id}:bought`,
    kind: 'launch.bought',
    at: purchase.now,
    memberId,
    moves: [
      {
        from: memberAccount(memberId, 'change', USDT.id),
        to: houseAccount('fees', USDT.id),
        amount: launches * purchase.price,
      },
      {
        from: houseAccount('issuance', LAUNCH.id),
        to: memberAccount(memberId, 'launches', LAUNCH.id),
        amount: launches,
      },
    ],
  }
}

export function launchUsed(run: { id: number; memberId: number }, now: Date): Entry {
  return {
    key: `run:${run.id}:launch`,
    kind: 'launch.used',
    at: now,
    memberId: run.memberId,
    moves: [
      {
        from: memberAccount(run.memberId, 'launches', LAUNCH.id),
        to: houseAccount('issuance', LAUNCH.id),
        amount: 1n,
      },
    ],
  }
}

/** The machines bring the income that was reserved when they were sold; the pool gives the rest. */
export function runReserved(
  run: { id: number; memberId: number; output: bigint; machinesPerDay: bigint },
  now: Date,
): Entry {
  const to = houseAccount('reserve:run', BTBC.id)
  const moves = [
    { from: houseAccount('pool:mining', BTBC.id), to, amount: run.output - run.machinesPerDay },
    { from: houseAccount('reserve:machine', BTBC.id), to, amount: run.machinesPerDay },
  ]
  return {
    key: `run:${run.id}:reserved`,
    kind: 'run.reserved',
    at: now,
    memberId: run.memberId,
    moves: moves.filter((move) => move.amount > 0n),
  }
}

/** Booked when the end was noticed, which may be later than the end: the books never go back. */
export function runMined(
  run: { id: number; memberId: number; output: bigint; endsAt: Date },
  now: Date,
): Entry {
  return {
    key: `run:${run.id}:mined`,
    kind: 'run.mined',
    at: now,
    memberId: run.memberId,
    note: { ended_at: run.endsAt.toISOString() },
    moves: [
      {
        from: houseAccount('reserve:run', BTBC.id),
        to: memberAccount(run.memberId, 'unclaimed', BTBC.id),
        amount: run.output,
      },
    ],
  }
}

export function poolRefilled(day: string, amount: bigint, now: Date): Entry {
  return {
    key: `emission:${day}`,
    kind: 'pool.funded',
    at: now,
    note: { day },
    moves: [
      {
        from: houseAccount('issuance', BTBC.id),
        to: houseAccount('pool:mining', BTBC.id),
        amount,
      },
    ],
  }
}
