import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type {
  listRenewals as listRenewalsCall,
  renewContract as renewContractCall,
} from '@btbc/contract/renewal.ts'
import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import { buyFund, offerFund } from '#modules/fund/fund.ts'
import { buyLock, endOf, offerLock } from '#modules/lock/lock.ts'
import { ownTransfer } from '#modules/wallet/index.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * The question that a lock or a fund leaves when it has run its whole term: does it go on? Nothing
 * does by itself. A yes is a purchase like any other, of the same amount on the terms of now.
 */

const ASKED_MS = 30 * DAY_MS
const LISTED_MAX = 10

const { USDT } = currencies
type Asking = Response<typeof listRenewalsCall>['list'][number]
type Contract = Pick<Asking, 'kind' | 'id'> & { memberId: number; now: Date }
type Ended = Pick<Asking, 'kind' | 'id' | 'amount' | 'ended_at'> & { type: number; days: number }

export async function listRenewals(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Response<typeof listRenewalsCall>> {
  const since = new Date(now.getTime() - ASKED_MS)
  const { rows } = await sql<Ended>`
    (select 'lock' as kind, id, amount, closed_at as ended_at, 0 as type, days
      from lock_contract where member_id = ${memberId} and asks_renewal and closed_at > ${since}
      order by closed_at desc limit ${LISTED_MAX})
    union all
    (select 'fund', fund_contract.id, amount, closed_at, type, days
      from fund_contract join fund_product on fund_product.id = product_id
      where member_id = ${memberId} and asks_renewal and closed_at > ${since}
      order by closed_at desc limit ${LISTED_MAX})
    order by ended_at desc, kind, id desc limit ${LISTED_MAX}`.execute(tx)
  const list: Asking[] = []
  for (const row of rows) {
    const { kind, id, amount, ended_at } = row
    list.push({ kind, id, amount, ended_at, offer: await offerOf(tx, { row, memberId, now }) })
  }
  return { list, earn: await inEarn(tx, memberId) }
}

/** What a purchase would say now; nothing when it would refuse. */
async function offerOf(
  tx: Tx,
  { row, memberId, now }: { row: Ended; memberId: number; now: Date },
): Promise<Asking['offer']> {
  try {
    const { days, income, left } = await priceOf(tx, { ...row, memberId, now })
    if (left.own < income) return null
    return { days, income, ends_at: endOf({ started_at: now }, days) }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function priceOf(tx: Tx, asked: Ended & { memberId: number; now: Date }) {
  const { kind, amount, type, days: day, memberId, now } = asked
  if (kind === 'lock') {
    const { days, plan: income, left } = await offerLock(tx, { memberId, amount, now })
    return { days, income, left }
  }
  const own = { memberId, amount, type, day, now }
  const { product, yielded: income, left } = await offerFund(tx, own)
  return { days: product.day, income, left }
}

async function inEarn(tx: Tx, memberId: number): Promise<bigint> {
  return (await balanceOf(tx, memberAccount(memberId, 'lever', USDT.id))).available
}

/** Buys the same amount once more: from Earn, where it went, and what that lacks from Spot. */
export async function renewContract(
  tx: Tx,
  contract: Contract & { income: bigint; fromEarn: bigint },
): Promise<Response<typeof renewContractCall>> {
  const { kind, id, memberId, income, fromEarn, now } = contract
  const { amount, type, days: day } = await answer(tx, contract)
  const earn = await inEarn(tx, memberId)
  if (fromEarn !== (earn < amount ? earn : amount)) throw new Refusal('terms_changed')
  const transfer = {
    id: `renewal:${kind}:${id}`,
    memberId,
    from: 'lever' as const,
    to: 'change' as const,
    currency: USDT.id,
    amount: fromEarn,
  }
  const bringing = fromEarn === 0n ? [] : [ownTransfer(transfer, now)]
  const order = { memberId, amount, bringing, now }
  if (kind === 'lock') {
    const lock = await buyLock(tx, { ...order, shown: income })
    return { id: lock.id, ends_at: lock.ends_at }
  }
  const terms = { type, day, shown: amount + income, paysLater: false }
  const fund = await buyFund(tx, { ...order, ...terms })
  return { id: fund.id, ends_at: fund.fetch_time }
}

/** It stays in Earn, and nothing is asked any more. */
export async function leaveContract(tx: Tx, contract: Contract): Promise<Record<string, never>> {
  await answer(tx, contract)
  return {}
}

/** The one answer to the question; whoever refuses what follows takes it back. */
async function answer(tx: Tx, { kind, id, memberId, now }: Contract): Promise<Ended> {
  await lockMember(tx, memberId)
  const table = sql.table(`${kind}_contract`)
  const { rows } = await sql<Ended & { asks_renewal: boolean }>`
    select ${kind} as kind, id, amount, days, closed_at as ended_at, asks_renewal,
      ${kind === 'lock' ? sql`0` : sql`(select type from fund_product where id = product_id)`} as type
    from ${table} where id = ${id} and member_id = ${memberId} for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Refusal(`${kind}_not_found`)
  if (!row.asks_renewal || row.ended_at.getTime() + ASKED_MS <= now.getTime()) {
    throw new Refusal('renewal_answered')
  }
  await sql`update ${table} set asks_renewal = false where id = ${id}`.execute(tx)
  return row
}
