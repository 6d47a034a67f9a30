import { deciders, isAllowed, proposalRoles } from '@btbc/contract/operator/rights.ts'
import type { Tx } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { wireUnits } from '@btbc/money/amount.ts'
import { getCurrency } from '@btbc/money/currency.ts'

import { displayName } from '#modules/account/index.ts'
import { reviewStatusOf } from '#modules/identity/identity.ts'
import { readWelcome } from '#modules/mining/index.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { withdrawalsWaitUntil } from '#modules/security/index.ts'
import { listOpenSessions } from '#modules/session/index.ts'
import { limitsOf } from '#modules/withdrawal/index.ts'
import { neighbourhoodOf } from '#network/address.ts'

import { getCaseMember } from './case-member.ts'
import { readFactors } from './member.factors.ts'
import { freezingOf } from './member.freeze.ts'
import { notesOf } from './member.notes.ts'
import { sellingOf } from './member.selling.ts'

/** One member as operators see them: masked, and their money never edited. */

const SESSIONS_SHOWN = 20

export async function readMember(
  tx: Tx,
  request: { id: number; caller: OperatorCaller; now: Date; wallNow: Date },
) {
  const { id, caller, now, wallNow } = request
  const member = await getCaseMember(tx, id)
  const { dayLeft, monthLeft } = await limitsOf(tx, { memberId: id, now })
  return {
    id,
    name: displayName(member),
    account_number: member.account_number,
    country: member.country,
    joined_at: member.joined_at,
    verified_at: member.verified_at,
    welcome: (await readWelcome(tx, id)) ?? null,
    identity: await reviewStatusOf(tx, id),
    identity_at: await acceptedAt(tx, id),
    frozen_at: member.frozen_at,
    frozen_by_house: member.frozen_by_house,
    factors: await readFactors(tx, { id, caller, now }),
    selling: await sellingOf(tx, { member, caller, now }),
    withdrawals_held_until: (await withdrawalsWaitUntil(tx, id, now)) ?? null,
    limits: { day_left: dayLeft, month_left: monthLeft },
    sessions: await sessionsOf(tx, id, wallNow),
    notes: await notesOf(tx, id),
    balances: await balancesOf(tx, id),
    agent: member.agent_id,
    proposal: await freezingOf(tx, { id, caller, now }),
    may_freeze: isAllowed(caller.roles, proposalRoles['member.freeze']),
    may_note: isAllowed(caller.roles, deciders),
  }
}

async function acceptedAt(tx: Tx, memberId: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('identity')
    .select('decided_at')
    .where('member_id', '=', memberId)
    .where('state', '=', 'verified')
    .executeTakeFirst()
  return row?.decided_at ?? null
}

async function sessionsOf(tx: Tx, memberId: number, wallNow: Date) {
  const sessions = await listOpenSessions(tx, { memberId, most: SESSIONS_SHOWN, wallNow })
  return sessions.map(({ id, device, ip, created_at: since, last_seen_at: seenAt }) => ({
    id,
    device,
    neighbourhood: neighbourhoodOf(ip),
    since,
    seen_at: seenAt,
  }))
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
