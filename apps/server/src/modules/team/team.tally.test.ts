import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startRun } from '#modules/mining/mining.starts.ts'
import { makeMember } from '#testing/members.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

import { addInviter } from './invites.ts'
import { auditTeams } from './team.audit.ts'
import { addUpTeams, countTeam, lookAgain } from './team.members.ts'

/** Teams that only ever change, against teams that are counted by walking through them. */

type Step =
  | { do: 'join'; who: number; alone: boolean }
  | { do: 'start'; who: number }
  | { do: 'invite'; who: number; by: number }
  | { do: 'hold or release'; who: number }
  | { do: 'add up' }
  | { do: 'look again' }

const who = fc.nat({ max: 1000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('join'), who, alone: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('start'), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('invite'), who, by: who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold or release'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add up') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look again') }) },
) as fc.Arbitrary<Step>
/** What is done at one moment, and how many hours pass after it. */
const moment = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  hours: fc.constantFrom(0, 0, 1, 24, 24 * 6, 24 * 29, 24 * 30),
})

const TEST_MS_MAX = 240_000

test(
  'teams are as large as who walks through them counts, whoever joins, starts, rests or is invited late',
  async () => {
    const server = await startTestServer()
    await server.app.jobs.stop()
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 8, maxLength: 14 }), async (moments) => {
        const ids: number[] = [await attempt(server, (tx) => makeMember(tx, server, null))].map(
          Number,
        )
        for (const { steps, hours } of moments) {
          const known = [...ids]
          await Promise.all(
            steps.map(async (each) => {
              const joined = await attempt(server, (tx) => act(server, tx, known, each))
              if (joined !== undefined) ids.push(joined)
            }),
          )
          await compare(server, ids)
          server.clock.pass({ hours })
          await compare(server, ids)
        }
      }),
      { numRuns: 6 },
    )
    while ((await within(server, (tx) => lookAgain(tx, server.clock.now()))) > 0);
    while ((await within(server, addUpTeams)) > 0);
    const left = await server.db.selectFrom('team_tally_change').select('id').execute()
    expect(left).toEqual([])
    expect(await auditTeams(server.db)).toEqual([])
  },
  TEST_MS_MAX,
)

test('a member whose first draw of a number is taken counts once above', async () => {
  const server = await startTestServer()
  const ivy = await server.join('ivy@example.test')
  /** A number and a code are drawn with three calls. */
  const joinWith = async (...draws: number[]) => {
    const left = draws.flatMap((drawn) => [drawn, drawn, drawn])
    const random = (count: number) => Buffer.alloc(count, left.shift())
    await within(server, (tx) => makeMember(tx, server, ivy.id, random))
  }
  await joinWith(1)
  await joinWith(1, 2)
  const { total, direct } = await countTeam(server.db, {
    memberId: ivy.id,
    now: server.clock.now(),
  })
  expect({ total, direct }).toEqual({ total: 2, direct: 2 })
  expect(await auditTeams(server.db)).toEqual([])
})

async function act(
  server: TestServer,
  tx: Tx,
  ids: readonly number[],
  each: Step,
): Promise<number | undefined> {
  const now = server.clock.now()
  const pick = (n: number) => ids[n % ids.length] ?? 0
  switch (each.do) {
    case 'join':
      return await makeMember(tx, server, each.alone ? null : pick(each.who))
    case 'start':
      await startRun(tx, { memberId: pick(each.who), now, wallNow: now })
      return undefined
    case 'invite': {
      const inviter = await tx
        .selectFrom('member')
        .select('extension_code')
        .where('id', '=', pick(each.by))
        .executeTakeFirstOrThrow()
      const extensionCode = inviter.extension_code
      await addInviter(tx, { memberId: pick(each.who), extensionCode, now, wallNow: now })
      return undefined
    }
    case 'hold or release':
      await sql`update member set rewards_held_at = case when rewards_held_at is null then ${now}::timestamptz end
        where id = ${pick(each.who)}`.execute(tx)
      return undefined
    case 'add up':
      await addUpTeams(tx)
      return undefined
    case 'look again':
      await lookAgain(tx, now)
      return undefined
  }
}

/** Every team, tallied and counted. */
async function compare(server: TestServer, ids: readonly number[]): Promise<void> {
  const now = server.clock.now()
  await within(server, async (tx) => {
    for (const id of ids)
      expect(await countTeam(tx, { memberId: id, now })).toEqual(await walk(tx, id, now))
  })
}

async function walk(tx: Tx, memberId: number, now: Date) {
  const since = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000)
  const { rows } = await sql`
    with recursive team as (
      select id, 1 as level, verified_at, last_run_at, rewards_held_at from member where inviter_id = ${memberId}
      union all
      select m.id, t.level + 1, m.verified_at, m.last_run_at, m.rewards_held_at
      from team t join member m on m.inviter_id = t.id
      where t.level < 10
    ), counted as (
      select level, verified_at is not null and rewards_held_at is null and last_run_at > ${since} as active
      from team
    )
    select count(*)::int as total, (count(*) filter (where level = 1))::int as direct,
      (count(*) filter (where active and level = 1))::int as "activeDirect",
      (count(*) filter (where active and level > 1))::int as "activeOther"
    from counted`.execute(tx)
  return rows[0]
}

async function within<T>(server: TestServer, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await server.db.transaction().execute(work)
}

/** Expected noes change nothing. */
async function attempt<T>(
  server: TestServer,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await within(server, work)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
