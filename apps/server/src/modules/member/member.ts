import { isAllowed, proposalRoles } from '@btbc/contract/operator/rights.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import * as z from 'zod/mini'

import { type Member, displayName } from '#modules/account/index.ts'
import { reviewStatusOf } from '#modules/identity/identity.ts'
import { withdrawalsHeldUntil } from '#modules/security/index.ts'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { type Effect, findPending, getProposal, proposeOnce } from '#modules/review/index.ts'

/** One member as operators see them: masked, and their money never edited. */

/** The house's own are nobody's case. */
export async function getCaseMember(tx: Tx, id: number): Promise<Member> {
  const member = await tx
    .selectFrom('member')
    .selectAll()
    .where('id', '=', id)
    .where('is_house', '=', false)
    .executeTakeFirst()
  if (!member) throw new Refusal('member_not_found')
  return member
}

export async function readMember(
  tx: Tx,
  request: { id: number; caller: OperatorCaller; now: Date; wallNow: Date },
) {
  const { id, caller, now, wallNow } = request
  const member = await getCaseMember(tx, id)
  const { count } = await tx
    .selectFrom('session')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('member_id', '=', id)
    .where('expires_at', '>', wallNow)
    .executeTakeFirstOrThrow()
  const pending = await findPending(tx, { kind: 'member.unfreeze', subject: subjectOf(id), now })
  return {
    id,
    name: displayName(member),
    account_number: member.account_number,
    country: member.country,
    joined_at: member.joined_at,
    verified_at: member.verified_at,
    identity: await reviewStatusOf(tx, id),
    frozen_at: member.frozen_at,
    withdrawals_held_until: (await withdrawalsHeldUntil(tx, id, now)) ?? null,
    sessions: Number(count),
    balances: await balancesOf(tx, id),
    proposal: pending ? await getProposal(tx, { id: pending.id, caller, now }) : null,
    may_unfreeze: isAllowed(caller.roles, proposalRoles['member.unfreeze']),
  }
}

async function balancesOf(tx: Tx, memberId: number) {
  const balances = await balancesOfMember(tx, memberId)
  return balances
    .filter(({ available, held }) => available > 0n || held > 0n)
    .map(({ purpose, currency, available, held }) => {
      const shown = (units: bigint) => wireUnits(units, getCurrency(currency))
      return { wallet: purpose, currency, available: shown(available), held: shown(held) }
    })
}

export async function proposeUnfreezing(
  tx: Tx,
  request: { id: number; reason: string; caller: OperatorCaller; now: Date },
) {
  const { id, reason, caller, now } = request
  const member = await getCaseMember(tx, id)
  if (member.frozen_at === null) throw new Refusal('member_not_frozen')
  return await proposeOnce(tx, {
    kind: 'member.unfreeze',
    subject: subjectOf(id),
    payload: { member_id: id },
    summary: `Unfreeze ${displayName(member)}, member ${id}, frozen by its owner`,
    reason,
    caller,
    now,
  })
}

const Payload = z.object({ member_id: z.int() })

/** What the acceptance does: withdrawals, keys and logins from elsewhere work again. */
export const applyUnfreeze: Effect = async (tx, { payload }) => {
  const { member_id: id } = Payload.parse(payload)
  const thawed = await tx
    .updateTable('member')
    .set({ frozen_at: null, frozen_network: null })
    .where('id', '=', id)
    .where('frozen_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!thawed) throw new Refusal('member_not_frozen')
}

function subjectOf(id: number): string {
  return `member ${id}`
}
