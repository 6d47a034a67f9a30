import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { isCountry, tellMember } from '#modules/account/index.ts'
import { tellOfChange } from '#modules/security/index.ts'
import { endSessions } from '#modules/session/index.ts'

import { getCaseMember } from './case-member.ts'

/** What one operator may do about a member alone, with a reason. The member is told of each. */

/** Ends one session, or all of them; answers how many. */
export async function endMemberSessions(
  tx: Tx,
  { id, session, wallNow }: { id: number; session: number | undefined; wallNow: Date },
): Promise<number> {
  const member = await getCaseMember(tx, id)
  const only = session === undefined ? {} : { only: session }
  const ended = await endSessions(tx, { memberId: id, ...only, wallNow })
  if (ended.length === 0) throw new Refusal('session_not_found')
  const device = [...new Set(ended)].slice(0, 5).join(', ')
  const facts = { account: member.account_number, device }
  await tellMember(tx, member, { kind: 'session_ended', facts, wallNow })
  return ended.length
}

/** Members choose their country once; after that only this changes it. */
export async function changeCountry(
  tx: Tx,
  { id, country: typed, wallNow }: { id: number; country: string; wallNow: Date },
): Promise<{ before: string; country: string }> {
  const { country: before } = await getCaseMember(tx, id)
  const country = typed.toUpperCase()
  if (!isCountry(country) || country === before) {
    throw new Refusal('invalid_request', { field: 'country' })
  }
  await tx.updateTable('member').set({ country }).where('id', '=', id).execute()
  await tellOfChange(tx, { memberId: id, change: 'country', wallNow })
  return { before, country }
}
