import type { addPayee, Payee, PayWay } from '@btbc/contract/payee.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { describePayee, makeDetails } from './payee.details.ts'

/** The ways of payment a member takes as a seller, and where each would be paid to. */

type OwnPayee = Response<typeof addPayee>

/** In English where nobody reads them. */
export async function listPayees(
  tx: Tx,
  memberId: number,
  language: Language = 'en',
): Promise<OwnPayee[]> {
  return (await listPayeesOf(tx, [memberId], language))(memberId)
}

/** As `listPayees`, of many. */
export async function listPayeesOf(
  tx: Tx,
  memberIds: readonly number[],
  language: Language = 'en',
): Promise<(memberId: number) => OwnPayee[]> {
  const rows = await tx
    .selectFrom('payee')
    .select(['id', 'member_id', 'way', 'account', 'holder'])
    .where('member_id', '=', sql<number>`any (${memberIds}::integer[])`)
    .where('is_taken', '=', true)
    .orderBy('way')
    .execute()
  const of = Map.groupBy(rows, (row) => row.member_id)
  return (memberId) =>
    (of.get(memberId) ?? []).map((row) => ({ id: row.id, ...payeeOf(row, language) }))
}

/** Makes the details of a way the first time; from then on it has those. */
export async function takeWay(
  tx: Tx,
  request: {
    memberId: number
    way: PayWay | undefined
    language?: Language
    random: (bytes: number) => Buffer
    now: Date
  },
): Promise<OwnPayee> {
  const { memberId, way, language = 'en', random, now } = request
  if (way === undefined) throw new Refusal('way_required')
  const row = await tx
    .insertInto('payee')
    .values({ member_id: memberId, way, ...makeDetails(way, random), made_at: now })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'way']).doUpdateSet({ is_taken: true }),
    )
    .returning(['id', 'way', 'account', 'holder'])
    .executeTakeFirstOrThrow()
  return { id: row.id, ...payeeOf(row, language) }
}

/** The details stay: a deal that is open is paid to them. */
export async function leaveWay(
  tx: Tx,
  { memberId, id }: { memberId: number; id: number },
): Promise<void> {
  const left = await tx
    .updateTable('payee')
    .set({ is_taken: false })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('is_taken', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (!left) throw new Refusal('payee_not_found')
}

/** For the two of a deal alone: the details it was opened with, whether or not the way is still taken. */
export async function getPayee(
  tx: Tx,
  { memberId, id, language }: { memberId: number; id: number; language: Language },
): Promise<Payee> {
  const row = await tx
    .selectFrom('payee')
    .select(['way', 'account', 'holder'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return payeeOf(row, language)
}

function payeeOf(
  { way, account, holder }: { way: string; account: string; holder: string },
  language: Language,
): Payee {
  return describePayee({ way: way as PayWay, account, holder }, language)
}
