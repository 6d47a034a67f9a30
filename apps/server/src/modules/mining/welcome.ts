import type { Tx } from '@btbc/database/database.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { currencies } from '@btbc/money/currency.ts'

import { type Grant, promiseReferral } from '#modules/team/index.ts'
import { settingAt } from '#platform/settings.ts'

import { type Welcome, welcomeGrant } from './welcome.settings.ts'

/**
 * The welcome grant: once for a member, as it was when their account was opened, and written down with
 * the member.
 */

const { BTBC, LAUNCH } = currencies

type Joiner = { id: number; joined_at: Date; verified_at: Date | null }

/** What is to be granted now, to who joined then. */
export async function welcomeOf(
  tx: Tx,
  { member, now }: { member: Pick<Joiner, 'id' | 'joined_at'>; now: Date },
): Promise<Grant> {
  return welcomed(member.id, await settingAt(tx, welcomeGrant, member.joined_at), now)
}

export function welcomed(memberId: number, { btbc, launches }: Welcome, now: Date): Grant {
  return {
    entry: {
      key: `welcome:${memberId}`,
      kind: 'join.welcomed',
      at: now,
      memberId,
      moves: [
        {
          from: houseAccount('pool:welcome', BTBC.id),
          to: memberAccount(memberId, 'change', BTBC.id),
          amount: btbc,
        },
        {
          from: houseAccount('pool:welcome', LAUNCH.id),
          to: memberAccount(memberId, 'launches', LAUNCH.id),
          amount: BigInt(launches),
        },
      ],
    },
    row: {
      name: 'welcome_granted',
      text: `insert into welcome_grant (member_id, btbc, launches, granted_at)
        values ($1::integer, $2::bigint, $3::integer, $4::timestamptz)`,
      values: [memberId, btbc, launches, now],
    },
  }
}

/**
 * Pays the grant of a member who opens an account now, brought by nobody. A pool that is short is no
 * reason to turn a member away: the answer is then false and nothing was paid.
 */
export async function grantWelcome(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<boolean> {
  const grant = await welcomeOf(tx, { member: { id: memberId, joined_at: now }, now })
  const joining = { inviterId: null, inviteeId: memberId, grant, now }
  return (await promiseReferral(tx, joining)).granted
}

/** What a member was granted, and when; undefined when nothing was. */
export async function readWelcome(
  tx: Tx,
  memberId: number,
): Promise<(Welcome & { at: Date }) | undefined> {
  return await tx
    .selectFrom('welcome_grant')
    .select(['btbc', 'launches', 'granted_at as at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** The same, or what a member will be granted who has proved neither mail nor phone yet. */
export async function readWelcomeDue(tx: Tx, member: Joiner): Promise<Welcome | undefined> {
  if (member.verified_at !== null) return await readWelcome(tx, member.id)
  return await settingAt(tx, welcomeGrant, member.joined_at)
}
