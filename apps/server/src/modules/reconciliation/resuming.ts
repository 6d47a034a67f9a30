import { isAllowed, proposalRoles } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { currencyCode, getCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal, findPending, getProposal } from '#modules/review/index.ts'
import {
  findCurrencyStop,
  findMemberStop,
  liftCurrencyStop,
  liftMemberStop,
} from '#modules/stop/stop.ts'

import { grouped } from '#chain/figures.ts'

/** A stop is lifted, and with it the difference accepted, by two. */

const MEMBERS_SHOWN_MAX = 20

export async function listStops(tx: Tx, { caller, now }: { caller: OperatorCaller; now: Date }) {
  const stops = await tx
    .selectFrom('withdrawal_stop')
    .select(['currency', 'reason', 'at', 'matching'])
    .orderBy('currency')
    .execute()
  const described = []
  const proposalOf = async (subject: string) => {
    const pending = await findPending(tx, { kind: withdrawalResume.kind, subject, now })
    return pending ? await getProposal(tx, { id: pending.id, caller, now }) : null
  }
  for (const { currency, ...stop } of stops) {
    const proposal = await proposalOf(subjectOf(currency))
    described.push({ ...stop, currency, member_id: null, proposal })
  }
  const members = await tx
    .selectFrom('member_stop')
    .selectAll()
    .select(sql<bigint>`count(*) over ()`.as('stopped'))
    .orderBy('member_id')
    .limit(MEMBERS_SHOWN_MAX)
    .execute()
  for (const { member_id, reason, at } of members) {
    const proposal = await proposalOf(subjectOfMember(member_id))
    described.push({ currency: null, member_id, matching: true, reason, at, proposal })
  }
  return {
    stops: described,
    more_members: Number(members[0]?.stopped ?? 0n) - members.length,
    may_propose: isAllowed(caller.roles, proposalRoles[withdrawalResume.kind]),
  }
}

type Asked = { reason: string; caller: OperatorCaller; now: Date }

/** Of a currency or of a member, and not of both. */
export async function proposeResuming(
  tx: Tx,
  {
    currency,
    member_id: memberId,
    ...asked
  }: Asked & { currency?: number | undefined; member_id?: number | undefined },
) {
  if (currency !== undefined && memberId === undefined) {
    return await proposeLiftingCurrencyStop(tx, currency, asked)
  }
  if (memberId !== undefined && currency === undefined) {
    return await proposeLiftingMemberStop(tx, memberId, asked)
  }
  throw new Refusal('invalid_request', { field: 'currency' })
}

async function proposeLiftingMemberStop(tx: Tx, memberId: number, asked: Asked) {
  const stop = await findMemberStop(tx, memberId)
  if (!stop) throw new Refusal('withdrawals_not_stopped')
  return await withdrawalResume.propose(tx, {
    subject: subjectOfMember(memberId),
    payload: { member_id: memberId, stopped_at: stop.at.toISOString() },
    summary: `Let withdrawals and trading of member ${memberId} go again`,
    ...asked,
  })
}

async function proposeLiftingCurrencyStop(
  tx: Tx,
  currency: number,
  { reason, caller, now }: Asked,
) {
  await refuseWhileHalted(tx)
  const stop = await findCurrencyStop(tx, currency)
  if (!stop) throw new Refusal('withdrawals_not_stopped')
  const rows = await tx
    .selectFrom('reconciliation')
    .select(['source', 'books', 'outside', 'agrees'])
    .where('currency', '=', currency)
    .execute()
  const open = rows
    .filter(({ agrees }) => !agrees)
    .map(({ source, books, outside }) => ({ source, difference: outside - books }))
  const explained = open
    .map(
      ({ source, difference }) => `${grouped(difference)} ${currencyCode(currency)} at ${source}`,
    )
    .join(', ')
  const held = stop.matching ? 'withdrawals and trading' : 'withdrawals'
  return await withdrawalResume.propose(tx, {
    subject: subjectOf(currency),
    payload: {
      currency,
      stopped_at: stop.at.toISOString(),
      ...Object.fromEntries(open.map(({ source, difference }) => [source, String(difference)])),
    },
    summary: `Let ${held} of ${currencyCode(currency)} go again${explained === '' ? '' : `, accepting as explained: ${explained}`}`,
    reason,
    caller,
    now,
  })
}

const OfMember = z.object({ member_id: z.int(), stopped_at: z.iso.datetime() })

const OfCurrency = z.object({
  currency: z.int(),
  stopped_at: z.iso.datetime(),
  chain: z.optional(z.string()),
  'rail:bank': z.optional(z.string()),
  'rail:gateway': z.optional(z.string()),
})

/** A difference that is another one by then stops withdrawals again. */
export const withdrawalResume = defineProposal({
  kind: 'withdrawals.resume',
  payload: z.union([OfMember, OfCurrency]),
  async apply(tx, { payload }) {
    if ('member_id' in payload) {
      const { member_id: memberId, stopped_at: at } = payload
      await liftMemberStop(tx, { memberId, stoppedAt: new Date(at) })
      return
    }
    const { currency: id, stopped_at: stoppedAt, ...explained } = payload
    await refuseWhileHalted(tx)
    const currency = getCurrency(id)
    for (const [source, difference] of Object.entries(explained)) {
      if (difference === undefined) continue
      await tx
        .updateTable('reconciliation')
        .set({
          explained: BigInt(difference),
          agrees: sql<boolean>`outside - books = ${BigInt(difference)}`,
        })
        .where('source', '=', source)
        .where('currency', '=', currency.id)
        .execute()
    }
    await liftCurrencyStop(tx, { currency: currency.id, stoppedAt: new Date(stoppedAt) })
  },
})

/** Nothing is compared meanwhile, so nobody can say that the books are right. */
async function refuseWhileHalted(tx: Tx): Promise<void> {
  const halted = await tx
    .selectFrom('deposit_watch')
    .select('id')
    .where('halted_at', 'is not', null)
    .executeTakeFirst()
  if (halted) throw new Refusal('deposits_halted')
}

function subjectOf(currency: number): string {
  return `withdrawals ${currencyCode(currency)}`
}

function subjectOfMember(memberId: number): string {
  return `withdrawals of member ${memberId}`
}
