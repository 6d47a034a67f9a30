import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { HOUR_MS } from '#platform/durations.ts'
import type { Clock } from '#platform/clock.ts'
import type { Chore } from '#platform/jobs.ts'
import { transition } from '#platform/state-machine.ts'

import { scoreOf, SHOWN_FROM } from './score.ts'
import { hasGrown, isProposed, lookAtGrown, setMembers } from './sybil.grown.ts'
import { nextSeeds, readSignals, type Seed, type SeedKind } from './sybil.signals.ts'
import { sybilStates } from './sybil.states.ts'

/** Looks for groups, a few at a time, without an end: what it finds asks people and does nothing. */

/** In one transaction: what others wait for, such as the chain of entries, waits for no long one. */
const SEEDS_AT_ONCE = 5
/** Each second. */
const STEPS = 4
/** After the last one, until it begins anew. */
const REST_MS = HOUR_MS

/** In a lane of its own: no deadline waits for it. */
export function sybilChore(clock: Clock): Chore {
  return {
    name: 'look for groups',
    async run(db, _wallNow, signal) {
      for (let step = 0; step < STEPS && !signal.aborted; step += 1) {
        if (!(await db.transaction().execute((tx) => lookForGroups(tx, clock.now())))) return
      }
    },
  }
}

/** The next few; the ones after them wait for the next round. Answers whether there was a round to go on with. */
export async function lookForGroups(tx: Tx, now: Date): Promise<boolean> {
  const walk = await tx
    .selectFrom('sybil_walk')
    .select(['kind', 'after'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!walk) return false
  const kind = walk.kind as SeedKind
  const { seeds, last } = await nextSeeds(tx, { kind, after: walk.after, most: SEEDS_AT_ONCE })
  for (const seed of seeds) await look(tx, { kind, seed, now })
  const nextAt = last === undefined ? new Date(now.getTime() + REST_MS) : now
  await tx
    .updateTable('sybil_walk')
    .set({ after: last ?? '', next_at: nextAt })
    .where('kind', '=', kind)
    .execute()
  return true
}

async function look(
  tx: Tx,
  { kind, seed, now }: { kind: SeedKind; seed: Seed; now: Date },
): Promise<void> {
  const signals = await readSignals(tx, { ids: seed.ids, now })
  const { score, reasons } = scoreOf(signals)
  const name = `${kind}:${seed.name}`
  const known = await tx
    .selectFrom('sybil_group')
    .selectAll()
    .where('seed', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!known && (score < SHOWN_FROM || (await isKnown(tx, seed.ids)))) return
  // Whoever decided about a group has decided about those who were in it.
  if (known?.state === 'released') return
  if (known?.state === 'held')
    return await lookAtGrown(tx, { held: known, ids: seed.ids, looks: { score, reasons }, now })
  // It stays as it was proposed: who joins it meanwhile saves nobody from being held.
  if (known && (await isProposed(tx, known.id, now))) return
  if (known?.state === 'dismissed') {
    if (!hasGrown(known, signals.size)) return
    await transition(tx, sybilStates, known, 'findAgain', {
      now,
      set: { dismissed_size: null, decided_at: null },
    })
  }
  const found = { score, size: signals.size, reasons: JSON.stringify(reasons), looked_at: now }
  const { id } = await tx
    .insertInto('sybil_group')
    .values({ seed: name, found_at: now, ...found })
    .onConflict((conflict) => conflict.column('seed').doUpdateSet(found))
    .returning('id')
    .executeTakeFirstOrThrow()
  await setMembers(tx, id, seed.ids)
}

/** Somebody looks at all of them already, for something else that they have in common. */
async function isKnown(tx: Tx, memberIds: readonly number[]): Promise<boolean> {
  const { rows } =
    await sql`select from sybil_member where member_id = any (${memberIds}::integer[])
    group by group_id having count(*) = ${memberIds.length} limit 1`.execute(tx)
  return rows.length > 0
}
