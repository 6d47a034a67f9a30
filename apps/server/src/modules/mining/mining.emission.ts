import type { Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf, spendableOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { settingAt } from '#platform/settings.ts'

import { poolRefilled } from './mining.entries.ts'
import { emission } from './mining.settings.ts'

/** The published schedule: what the base gives, and how the pool is filled from the issuance. */

export type Emission = { basePerHour: bigint; poolTarget: bigint; dailyCap: bigint }

export async function emissionAt(tx: Tx, now: Date): Promise<Emission> {
  const { base, target, day } = await settingAt(tx, emission, now)
  return { basePerHour: base, poolTarget: target, dailyCap: day }
}

/**
 * Fills the pool once a day (UTC), by the daily cap at the most. Days on which nothing ran are not
 * made up for: the cap is what may be issued in a day, and an idle day needed nothing. Of the maximum
 * supply the last refill is what is left, and the ones after it are nothing.
 */
export async function refillPool(tx: Tx, now: Date): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql`
    select where not exists (select from emission_refill where day = ${day})`.execute(tx)
  if (rows.length === 0) return 0
  const { poolTarget, dailyCap } = await emissionAt(tx, now)
  const { available } = await balanceOf(tx, houseAccount('pool:mining', currencies.BTBC.id))
  const missing = poolTarget > available ? poolTarget - available : 0n
  const room = await spendableOf(tx, houseAccount('issuance', currencies.BTBC.id))
  const amount = [missing, dailyCap, room].reduce((least, each) => (each < least ? each : least))
  const claimed = await tx
    .insertInto('emission_refill')
    .values({ day, amount, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (claimed && amount > 0n) await post(tx, poolRefilled(day, amount, now))
  return 1
}
