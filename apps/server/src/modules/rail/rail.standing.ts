import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Gateway } from '#payment-provider/gateway.ts'

import type { RailName } from './rail.ts'

/** What the books say came in through a rail, less what went out, beside what the outside says. */
export type RailStanding = {
  rail: RailName
  ledger: bigint
  outside: bigint
  /** Paid outside, and its news is still on the way to us. */
  underWay: bigint
  agrees: boolean
}

/** Our mirror of the provider beside the provider's own books. Throws when it does not answer. */
export async function gatewayStanding(db: Db, gateway: Gateway): Promise<RailStanding> {
  // A payment may be booked between the two looks, so what is compared are bounds: all that we
  // acknowledged must be in the books, and nothing the provider never received.
  const before = await mirrorOf(db, 'gateway')
  const { received, acknowledged } = await gateway.totals()
  const ledger = await mirrorOf(db, 'gateway')
  return {
    rail: 'gateway',
    ledger,
    outside: received,
    underWay: received - acknowledged,
    agrees: acknowledged <= ledger && before <= received,
  }
}

/**
 * Our mirror of the bank beside what operators have accepted and paid: the bank of this world has no
 * books of its own, their signatures on each transfer are its statement.
 */
export async function bankStanding(db: Db): Promise<RailStanding> {
  return await atOneMoment(db, async (tx) => {
    const { accepted } = await tx
      .selectFrom('bank_deposit')
      .select((row) => row.fn.sum<bigint | null>('amount').as('accepted'))
      .where('state', '=', 'done')
      .executeTakeFirstOrThrow()
    const { paid } = await tx
      .selectFrom('bank_withdrawal')
      .select((row) => row.fn.sum<bigint | null>('units').as('paid'))
      .where('state', '=', 'done')
      .executeTakeFirstOrThrow()
    const ledger = await mirrorOf(tx, 'bank')
    const outside = (accepted ?? 0n) - (paid ?? 0n)
    return { rail: 'bank', ledger, outside, underWay: 0n, agrees: ledger === outside }
  })
}

async function mirrorOf(db: Db | Tx, rail: RailName): Promise<bigint> {
  const { available } = await balanceOf(db, houseAccount(`rail:${rail}`, currencies.BANK.id))
  return -available
}
