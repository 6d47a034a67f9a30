import { readProfile } from '@btbc/contract/account.ts'
import { readHome } from '@btbc/contract/home.ts'
import { readTeam, startRun } from '@btbc/contract/mining.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/durations.ts'
import { addMembers, postAll } from '#testing/earning.ts'
import { inHouse } from '#testing/funds.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { advance } from '#testing/time-machine.ts'

import { startRuns } from './mining.starts.ts'
import { welcomed } from './welcome.ts'

const { BTBC, LAUNCH } = currencies
const WELCOME = { btbc: 50n * UNIT, launches: 7 }
const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const RUNS = isCampaign ? 100_000 : 100
const STARTED_AT_ONCE = 1000
const JUMP_S = (400 * DAY_MS) / 1000
/** Of a machine that may be busy with other things. */
const ANSWER_MS_MAX = 5000

test(
  'when time jumps 400 days, all runs that ended are paid, nobody counts any more, and no member waits for it',
  async () => {
    const server = await startTestServer({ rateLimits: false, timeMachine: true }, { goesOn: true })
    const leader = await server.join('leader@example.test')
    const others = [await server.join('home@example.test'), await server.join('start@example.test')]
    const below = await addMembers(server, { count: RUNS, inviterId: leader.id })
    await startAll(server, below)
    for (const as of others) ok(await server.call(startRun, {}, { as }))
    const { total, active_direct } = ok(await server.call(readTeam, {}, { as: leader })).team
    expect({ total, active_direct }).toEqual({ total: RUNS, active_direct: RUNS })

    const jumpedAt = performance.now()
    const slowest: Slowest = new Map()
    const jumped = new AbortController()
    const jump = jumpOn(server, slowest).finally(() => jumped.abort())
    await Promise.all([leader, ...others].map((as) => askOn(server, as, slowest, jumped.signal)))
    await jump
    const ended = performance.now() - jumpedAt

    // Whoever asked has started once more; all others have not.
    expect(await countOpen(server)).toBe(3)
    expect(await inHouse(server, 'reserve:run', BTBC.id)).toBe(await sumOpen(server))
    const after = ok(await server.call(readTeam, {}, { as: leader })).team
    expect(after).toMatchObject({ total: RUNS, active_direct: 0 })
    if (!isCampaign) return
    const answers = [...slowest].map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ')
    process.stdout.write(`${RUNS} runs: ${Math.round(ended)} ms; slowest meanwhile: ${answers}\n`)
    expect(Math.max(...slowest.values())).toBeLessThan(ANSWER_MS_MAX)
  },
  isCampaign ? 1_200_000 : 120_000,
)

/** As a member starts, but in batches; the pools are filled for as many. */
async function startAll(server: TestServer, members: readonly number[]): Promise<void> {
  const now = server.clock.now()
  const count = BigInt(members.length)
  const granted = [
    { currency: BTBC.id, amount: WELCOME.btbc * count },
    { currency: LAUNCH.id, amount: BigInt(WELCOME.launches) * count },
  ]
  const moves = granted.map(({ currency, amount }) => ({
    from: houseAccount('issuance', currency),
    to: houseAccount('pool:welcome', currency),
    amount,
  }))
  await server.db
    .transaction()
    .execute((tx) => post(tx, { key: 'welcome of many', kind: 'pool.funded', at: now, moves }))
  await postAll(
    server,
    members.map((memberId) => welcomed(memberId, WELCOME, now).entry),
  )
  await sql`insert into welcome_grant (member_id, btbc, launches, granted_at)
    select id, ${WELCOME.btbc}, ${WELCOME.launches}, ${now} from unnest(${members}::integer[]) id`.execute(
    server.db,
  )
  for (let at = 0; at < members.length; at += STARTED_AT_ONCE) {
    const starts = members
      .slice(at, at + STARTED_AT_ONCE)
      .map((memberId) => ({ memberId, now, wallNow: now }))
    await server.db.transaction().execute((tx) => startRuns(tx, starts, { waits: true }))
  }
}

/** By the time machine, which answers in between. */
async function jumpOn(server: TestServer, slowest: Slowest): Promise<void> {
  let left = await timed(slowest, 'clock', () => advance(server.url, JUMP_S))
  while (left.length > 0) left = await timed(slowest, 'clock', () => advance(server.url, 0))
  expect(await countOpen(server, server.clock.now())).toBe(0)
}

type Slowest = Map<string, number>

async function timed<T>(slowest: Slowest, name: string, ask: () => Promise<T>): Promise<T> {
  const askedAt = performance.now()
  const answer = await ask()
  slowest.set(name, Math.max(slowest.get(name) ?? 0, performance.now() - askedAt))
  return answer
}

/** Asks on and on; a start is refused once there is one. */
async function askOn(
  server: TestServer,
  as: TestMember,
  slowest: Slowest,
  ended: AbortSignal,
): Promise<void> {
  let isLast = false
  while (!isLast) {
    // Once more when time has jumped for certain.
    isLast = ended.aborted
    await timed(slowest, 'Home', async () => ok(await server.call(readHome, {}, { as })))
    await timed(slowest, 'info', async () => ok(await server.call(readProfile, {}, { as })))
    await timed(slowest, 'start', async () => {
      const answer = await server.call(startRun, {}, { as })
      if (answer.type !== 'ok') expect(answer.code).toBe('machine_started')
    })
  }
}

/** Of all that are open, or of those that should not be by now. */
async function countOpen({ db }: TestServer, endedBy?: Date): Promise<number> {
  const open = db.selectFrom('run').where('state', '=', 'open')
  const due = endedBy ? open.where('ends_at', '<=', endedBy) : open
  const { count } = await due
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function sumOpen({ db }: TestServer): Promise<bigint> {
  const open = db.selectFrom('run').where('state', '=', 'open')
  return (await open.select('output').execute()).reduce((sum, { output }) => sum + output, 0n)
}
