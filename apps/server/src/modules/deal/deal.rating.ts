import type { readDeal } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { plainWords } from '#platform/plain-words.ts'

import { publishDeal } from './deal.tell.ts'
import { type DealRow, lockDeal, otherOf } from './deal.ts'

/** One thumb of each side of a finished deal for the other, with a line. It is never taken back. */

const LINES_SHOWN = 3

type Ratings = Response<typeof readDeal>['ratings']
type Rating = NonNullable<Ratings['own']>

export async function rateDeal(
  tx: Tx,
  request: {
    memberId: number
    id: number
    isUp: boolean
    text: string | undefined
    now: Date
  },
): Promise<Record<string, never>> {
  const { memberId, id, isUp, now } = request
  const text = plainWords(request.text ?? '')
  const row = await lockDeal(tx, request)
  if (!isRated(row)) throw new Refusal('deal_unfinished')
  const aboutId = otherOf(row, memberId)
  const made = await tx
    .insertInto('deal_rating')
    .values({ deal_id: id, member_id: memberId, about_id: aboutId, is_up: isUp, text, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('deal_id')
    .executeTakeFirst()
  if (!made) throw new Refusal('deal_rated')
  await sql`
    insert into rating_tally (member_id, up, down)
    values (${aboutId}, ${isUp ? 1 : 0}, ${isUp ? 0 : 1})
    on conflict (member_id) do update
    set up = rating_tally.up + excluded.up, down = rating_tally.down + excluded.down`.execute(tx)
  publishDeal(tx, row)
  return {}
}

/** Coins have changed hands: each side has seen how the other does it. */
export function isRated({ state }: DealRow): boolean {
  return state === 'finished' || state === 'split'
}

export async function readRatings(tx: Tx, row: DealRow, memberId: number): Promise<Ratings> {
  if (!isRated(row)) return { own: null, theirs: null }
  const rows = await tx
    .selectFrom('deal_rating')
    .select(['member_id', 'is_up', 'text', 'at'])
    .where('deal_id', '=', row.id)
    .where('member_id', 'in', [row.buyer_id, row.seller_id])
    .execute()
  const of = (id: number) => {
    const found = rows.find(({ member_id: by }) => by === id)
    return found ? asRating(found) : null
  }
  return { own: of(memberId), theirs: of(otherOf(row, memberId)) }
}

/** The newest lines about each of these members. */
export async function readLines(
  tx: Tx,
  aboutIds: readonly number[],
): Promise<(aboutId: number) => Rating[]> {
  const { rows } = await sql<{ about: number; is_up: boolean; text: string; at: Date }>`
    select asked.id as about, line.* from unnest(${aboutIds}::integer[]) asked (id), lateral (
      select is_up, text, at from deal_rating where about_id = asked.id and text <> ''
      order by at desc limit ${LINES_SHOWN}) line`.execute(tx)
  const of = Map.groupBy(rows, ({ about }) => about)
  return (aboutId) => (of.get(aboutId) ?? []).map(asRating)
}

function asRating({ is_up: up, text, at }: { is_up: boolean; text: string; at: Date }): Rating {
  return { up, text, at }
}
