import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { BPS, mulDiv, plainAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { getMember, provedAddresses } from '#modules/account/index.ts'
import type { CallerAddress } from '#network/caller-address.ts'

import { DAY_MS } from '#platform/durations.ts'
import { settingAt, type ValueOf } from '#platform/settings.ts'

import type { RailPayment } from './rail.entries.ts'
import { readOwed } from './rail.owed.ts'
import { railLimits } from './rail.settings.ts'

/**
 * A request for a deposit holds the treasury's money before anybody has paid anything. So only who
 * proved an address may ask, and there is an end to what a member, a neighbourhood and all of them hold.
 */

const { USDT } = currencies
const OPEN_MAX = 5

export async function refuseUnproved(tx: Tx, memberId: number): Promise<void> {
  const member = await getMember(tx, memberId)
  if (provedAddresses(member).length === 0) throw new Refusal('not_verified')
}

/** Operators look at each: only so many of a member at a time. */
export async function refuseTooMany(
  tx: Tx,
  requests: 'bank_deposit' | 'gateway_order',
  memberId: number,
): Promise<void> {
  const { open } = await tx
    .selectFrom(requests)
    .select((row) => row.fn.countAll<bigint>().as('open'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (open >= BigInt(OPEN_MAX)) throw new Refusal('too_many_deposits', { limit: OPEN_MAX })
}

/** Whom a request counts for; nobody is counted by an address at this machine. */
export type Asker = { memberId: number; from: CallerAddress; now: Date }

/**
 * One request after the other, so that many at once see each other. Refused with the bank units that
 * there is still room for.
 */
export async function refuseBeyond(
  tx: Tx,
  { memberId, from, now }: Asker,
  { worth, rate }: { worth: bigint; rate: bigint },
): Promise<void> {
  await tx.selectFrom('rail_limit').select('is_only').forUpdate().executeTakeFirstOrThrow()
  const limits = await settingAt(tx, railLimits, now)
  const since = new Date(now.getTime() - DAY_MS)
  const memberLeft = limits.member - (await usedBy(tx, sql`member_id = ${memberId}`, since))
  if (worth > memberLeft) throw new Refusal('rail_day_limit', { left: inUnits(memberLeft, rate) })
  if (!from.local) {
    const used = await usedBy(tx, sql`neighbourhood = ${from.neighbourhood}`, since)
    const left = limits.network - used
    if (worth > left) throw new Refusal('rail_network_limit', { left: inUnits(left, rate) })
  }
  const left = await coverable(tx, limits)
  if (worth > left) throw new Refusal('rail_short', { left: inUnits(left, rate) })
}

async function usedBy(tx: Tx, who: ReturnType<typeof sql>, since: Date): Promise<bigint> {
  const { used } = await tx
    .selectFrom('rail_use')
    .select((row) => row.fn.sum<bigint | null>('worth').as('used'))
    .where(sql<boolean>`${who}`)
    .where((row) => row.or([row('is_open', '=', true), row('at', '>', since)]))
    .executeTakeFirstOrThrow()
  return used ?? 0n
}

/**
 * USDT that requests may still reserve just now: their share of the treasury, less what they have. What
 * the treasury owes is not for them: who has paid is first.
 */
async function coverable(
  tx: Tx | Db,
  { treasury: share }: Pick<ValueOf<typeof railLimits.fields>, 'treasury'>,
): Promise<bigint> {
  const { available } = await balanceOf(tx, houseAccount('pool:treasury', USDT.id))
  const { owed } = await readOwed(tx)
  const free = available > owed ? available - owed : 0n
  const { available: reserved } = await balanceOf(tx, houseAccount('reserve:rail', USDT.id))
  const left = mulDiv(free + reserved, BigInt(share), BPS, 'down') - reserved
  return left > 0n ? left : 0n
}

/** The bank units that the treasury could cover just now. */
export async function coverableUnits(tx: Tx | Db, rate: bigint, now: Date): Promise<bigint> {
  const limits = await settingAt(tx, railLimits, now)
  return mulDiv(await coverable(tx, limits), UNIT, rate, 'down')
}

export async function noteReserved(
  tx: Tx,
  { rail, id, memberId }: RailPayment,
  { from, worth, now }: Asker & { worth: bigint },
): Promise<void> {
  await tx
    .insertInto('rail_use')
    .values({
      rail,
      request_id: id,
      member_id: memberId,
      neighbourhood: from.local ? null : from.neighbourhood,
      worth,
      is_open: true,
      at: now,
    })
    .execute()
}

/** Paid: it counts for a day from now, with all of it. Returned: with nothing. */
export async function noteEnded(
  tx: Tx,
  { rail, id, memberId }: RailPayment,
  { worth, now }: { worth: bigint; now: Date },
): Promise<void> {
  const ended = { worth, is_open: false, at: now }
  await tx
    .insertInto('rail_use')
    .values({ rail, request_id: id, member_id: memberId, ...ended })
    .onConflict((conflict) => conflict.columns(['rail', 'request_id']).doUpdateSet(ended))
    .execute()
}

function inUnits(worth: bigint, rate: bigint): string {
  return plainAmount(worth > 0n ? mulDiv(worth, UNIT, rate, 'down') : 0n)
}
