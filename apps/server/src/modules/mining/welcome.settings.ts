import type { Tx } from '@btbc/database/database.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { lockSetting } from '#modules/setting/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { refuseShort } from '#platform/pools.ts'
import { amountField, countField, defineSetting } from '#platform/settings.ts'

/** What operators may change about the welcome grant, how far, and when its pool is too short for it. */

const { BTBC, LAUNCH } = currencies
const USUAL_DAYS = 7
const WEEKS_COUNTED = 13

export type Welcome = { btbc: bigint; launches: number }

const NAME = 'join.welcome'

export const welcomeGrant = defineSetting({
  name: NAME,
  title: 'Welcome grant',
  keeps:
    'Who has opened an account gets what was granted then, also when mail or phone is proved later; what was granted stays as it is.',
  fields: {
    btbc: amountField({ label: 'Amount', unit: 'BTBC', least: '1', most: '200', stepPercent: 50 }),
    launches: countField({ label: 'Starts', least: '1', most: '20' }),
  },
  /** More than before is granted only when the pool has it for who was told of theirs, and for a usual week. */
  async refuseUnfunded(tx, { value, before, now }) {
    const open = await readNeeds(tx, now)
    const needs = [
      { currency: BTBC.id, from: before.btbc, to: value.btbc, open: open.btbc },
      {
        currency: LAUNCH.id,
        from: BigInt(before.launches),
        to: BigInt(value.launches),
        open: open.launches,
      },
    ]
    for (const { currency, from, to, open: promised } of needs) {
      if (to <= from) continue
      await refuseShort(tx, { from: 'pool:welcome', currency, needed: promised + open.usual * to })
    }
  },
})

type Needs = Record<'btbc' | 'launches' | 'usual' | 'most_btbc' | 'most_launches', bigint>

/**
 * What the pool has to keep when something else is taken from it: for who was told of theirs, and for a usual
 * week of the most that two have agreed on. Until its end nobody raises the grant who would not see what was
 * taken.
 */
export async function keptForWelcomes(
  tx: Tx,
  { currency, now }: { currency: CurrencyId; now: Date },
): Promise<bigint> {
  await lockSetting(tx, NAME)
  const { usual, most, ...told } = await readNeeds(tx, now)
  if (currency === LAUNCH.id) return told.launches + usual * most.launches
  return told.btbc + usual * most.btbc
}

/**
 * What those will get who have not proved an address yet, how many were granted theirs in the last days, or one,
 * and the most that is granted from now on. Anybody can open accounts and prove none: of them as many count as
 * come in a usual quarter, the newest.
 */
async function readNeeds(tx: Tx, now: Date) {
  const { rows } = await sql<Needs>`
    with granted as (
      select greatest(count(*), 1) as usual from welcome_grant
      where granted_at > ${new Date(now.getTime() - USUAL_DAYS * DAY_MS)}
    ), told as materialized (
      select joined_at from member where verified_at is null and not is_house
      order by joined_at desc limit (select usual * ${WEEKS_COUNTED}::integer from granted)
    ), held as (
      select value, effective_from as begins,
        lead(effective_from, 1, 'infinity') over (order by effective_from) as ends
      from setting where name = ${NAME} and withdrawn_by is null
    )
    select coalesce(sum((value ->> 'btbc')::numeric * 1e8 * members), 0)::bigint as btbc,
      coalesce(sum((value ->> 'launches')::bigint * members), 0)::bigint as launches,
      (select usual from granted) as usual,
      (select max((value ->> 'btbc')::numeric * 1e8) from held where ends > ${now})::bigint as most_btbc,
      (select max((value ->> 'launches')::bigint) from held where ends > ${now}) as most_launches
    from held cross join lateral (
      select count(*) as members from told where joined_at >= begins and joined_at < ends
    ) counted`.execute(tx)
  const [needs] = rows
  if (!needs) throw new Error('Nothing was counted')
  const { most_btbc: btbc, most_launches: launches, ...rest } = needs
  return { ...rest, most: { btbc, launches } }
}
