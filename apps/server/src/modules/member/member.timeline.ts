import type { Response } from '@btbc/contract/endpoint.ts'
import type { readTimeline as readTimelineCall } from '@btbc/contract/operator/member.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import { describeFacts } from './timeline.lines.ts'
import { eventsOf, factsSources, type Kind, type Placed, type Row } from './timeline.sources.ts'
import { type Places, readPlaces, writePlaces } from './timeline.places.ts'
import { getCaseMember } from './case-member.ts'
import { readMoney } from './timeline.money.ts'

/**
 * Everything that happened to a member in one list, newest first. Each source is read from its own
 * place on by its own index, one row more than the page is long, and then they are merged: a page costs
 * the same after ten years as on the first day.
 */

type Timeline = Response<typeof readTimelineCall>

export async function readTimeline(
  tx: Tx,
  request: { id: number; kind: Kind | undefined; after: string | undefined; limit: number },
): Promise<Timeline> {
  const { id, kind, after, limit } = request
  const member = await getCaseMember(tx, id)
  const places = readPlaces(after)
  const asked = { memberId: id, kind, places, most: limit + 1 }
  const rows = await readSources(tx, asked)
  const lists = [
    ...(kind === undefined || kind === 'account' ? [eventsOf(member, places.get('account'))] : []),
    ...listsOf(rows),
  ].map((list) => list.map(describeFacts))
  if (kind === undefined || kind === 'money') lists.push(await readMoney(tx, asked))
  return merge(lists, places, limit)
}

type Asked = { memberId: number; kind: Kind | undefined; places: Places; most: number }

async function readSources(tx: Tx, asked: Asked): Promise<Row[]> {
  const question = askSources(asked)
  return question ? (await question.execute(tx)).rows : []
}

/** One question for all sources of a kind, or of every kind. */
export function askSources({ memberId, kind, places, most }: Asked): RawBuilder<Row> | undefined {
  const sources = factsSources.filter((each) => kind === undefined || each.kind === kind)
  if (sources.length === 0) return undefined
  const parts = sources.map(({ name, kind: about, facts }) => {
    const rest = facts({ memberId, before: places.get(name), most })
    return sql`(select ${sql.lit(name)} as source, ${sql.lit(about)} as kind, id::bigint as id, at,
      facts from (${rest}) as ${sql.ref(name)})`
  })
  return sql<Row>`${sql.join(parts, sql` union all `)}`
}

/** Each source by itself, as it was read: newest first. */
function listsOf(rows: readonly Row[]): Row[][] {
  const lists = new Map<string, Row[]>()
  for (const row of rows) lists.set(row.source, [...(lists.get(row.source) ?? []), row])
  return [...lists.values()].map((list) => list.toSorted((a, b) => (a.id < b.id ? 1 : -1)))
}

/** The newest of the heads, until the page is full; what was taken of each says where the next begins. */
function merge(lists: readonly (readonly Placed[])[], before: Places, limit: number): Timeline {
  const places = new Map(before)
  const heads = lists.map(() => 0)
  const list: Timeline['list'] = []
  while (list.length < limit) {
    const newest = newestOf(lists, heads)
    if (newest === undefined) break
    const taken = lists[newest]?.[heads[newest] ?? 0]
    if (!taken) break
    heads[newest] = (heads[newest] ?? 0) + 1
    places.set(taken.source, taken.place)
    list.push(taken.line)
  }
  const isMore = lists.some((each, at) => each.length > (heads[at] ?? 0))
  return { list, next: isMore ? writePlaces(places) : null }
}

function newestOf(lists: readonly (readonly Placed[])[], heads: readonly number[]) {
  let newest: { at: number; time: number } | undefined
  for (const [at, list] of lists.entries()) {
    const time = list[heads[at] ?? 0]?.line.at.getTime()
    if (time !== undefined && time > (newest?.time ?? -Infinity)) newest = { at, time }
  }
  return newest?.at
}
