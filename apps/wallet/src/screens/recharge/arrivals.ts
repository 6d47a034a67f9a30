import { listDeposits } from '@btbc/contract/deposit.ts'
import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { useState } from 'react'

import { useCall } from '#api/query.ts'

const SHOWN = 20
/** The server says when there is more to see; this is for what was not heard. */
const EVERY_MS = 20_000

type Arrivals = { onTheWay: readonly PaymentJson[]; arrived: readonly PaymentJson[] }

/** What is on its way, and what arrived since one looks. */
export function useArrivals(): Arrivals {
  const { data } = useCall(
    listDeposits,
    { status: -1, limit: SHOWN },
    { refetchInterval: EVERY_MS },
  )
  const [before, setBefore] = useState<ReadonlySet<number>>()
  if (data && !before) setBefore(new Set(doneOf(data.list).map(({ id }) => id)))
  return sinceThen(data?.list ?? [], before)
}

/** Told apart by what had arrived before: the clocks of phone and server need not agree. */
export function sinceThen(
  deposits: readonly PaymentJson[],
  before: ReadonlySet<number> | undefined,
): Arrivals {
  return {
    onTheWay: deposits.filter(({ state }) => state === 'pending' || state === 'processing'),
    arrived: before ? doneOf(deposits).filter(({ id }) => !before.has(id)) : [],
  }
}

function doneOf(deposits: readonly PaymentJson[]): readonly PaymentJson[] {
  return deposits.filter(({ state }) => state === 'done')
}
