import { addFeedback } from '@btbc/contract/feedback.ts'
import { buyLaunches } from '@btbc/contract/mining.ts'
import { readCase } from '@btbc/contract/operator/case.ts'
import { findMembers, readTimeline } from '@btbc/contract/operator/member.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { submitIdentity } from '#testing/identity.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { out, start } from '#testing/withdrawals.ts'

import { askSources } from './member.timeline.ts'

test('all that happened to a member is one list, newest first, and pages show each line once', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const read = async (request: { kind?: 'money' | 'decision'; after?: string; limit?: number }) =>
    ok(await callOperator(server, readTimeline, { id: ada.id, ...request }, { as: sue }))
  await server.pass({ minutes: 1 })
  await give(server, ada.id, currencies.USDT.id, 25n)
  for (let n = 0; n < 4; n += 1) {
    await server.pass({ minutes: 1 })
    ok(await server.call(buyLaunches, { times: 1 }, { as: ada }))
  }
  await server.pass({ minutes: 1 })
  await submitIdentity(server, ada)
  await server.pass({ minutes: 1 })
  ok(await server.call(addFeedback, { content: 'Where is my start?' }, { as: ada }))
  await server.pass({ minutes: 1 })
  ok(await callOperator(server, findMembers, { query: String(ada.id) }, { as: sue }))

  const whole = await read({ limit: 50 })
  expect(whole.next).toBeNull()
  expect(whole.list.map(({ at }) => at)).toEqual(
    whole.list.map(({ at }) => at).toSorted((a, b) => Date.parse(b) - Date.parse(a)),
  )
  expect(whole.list.slice(0, 3)).toMatchObject([
    { kind: 'decision', title: 'Sue looked the member up', detail: '' },
    { kind: 'feedback', desk: 'feedback', case_id: expect.any(Number), detail: 'waiting' },
    { kind: 'identity', desk: 'identity', detail: 'pending' },
  ])
  expect(whole.list[3]).toMatchObject({ kind: 'money', title: 'Starts bought', amount: /^1\./ })
  expect(whole.list).toContainEqual(expect.objectContaining({ title: 'Opened the account' }))
  expect(whole.list).toContainEqual(expect.objectContaining({ kind: 'session', detail: 'Node' }))

  const walked: typeof whole.list = []
  let after: string | undefined
  do {
    const page = await read({ limit: 2, ...(after === undefined ? {} : { after }) })
    walked.push(...page.list)
    after = page.next ?? undefined
    // What happens meanwhile stands above, and moves nothing below.
    if (walked.length === 6) await give(server, ada.id, currencies.BTBC.id, 3n)
  } while (after !== undefined)
  expect(walked.map(({ key }) => key)).toEqual(whole.list.map(({ key }) => key))

  const money = await read({ kind: 'money', limit: 50 })
  expect(new Set(money.list.map(({ kind }) => kind))).toEqual(new Set(['money']))
  expect(money.list).toHaveLength(12)
  const most = '9'.repeat(18)
  const far = ['session', 'decided', 'traded', 'money'].map((source) => `${source}.${most}`)
  // Only what happened to the money has places of two numbers.
  const twofold = ['notice', 'account', 'traded', 'decided'].map((source) => `${source}.1-2`)
  const made = ['~~x.y~notice.1;drop~money.1-2', `money.${most}9-1`, ...twofold, far.join('~')]
  for (const odd of made) {
    expect((await read({ after: odd, limit: 50 })).list.length).toBeGreaterThan(0)
  }
  const unknown = await callOperator(server, readTimeline, { id: 5 }, { as: sue })
  expect(refusal(unknown)).toBe('member_not_found')
})

test('a withdrawal leads to its case where it is one', async () => {
  const { server, ada } = await start(5000n)
  const sue = await hire(server, 'Sue', ['support'])
  const small = ok(await out(server, ada, { number: '10' }))
  const large = ok(await out(server, ada, { number: '2000' }))
  const asked = { id: ada.id, kind: 'withdrawal' as const }
  const { list } = ok(await callOperator(server, readTimeline, asked, { as: sue }))
  expect(list.map(({ desk, case_id: id }) => [desk, id])).toEqual([
    ['coin', large.id],
    [null, null],
  ])
  const found = { queue: 'coin_withdrawal' as const, id: large.id }
  expect(ok(await callOperator(server, readCase, found, { as: sue })).id).toBe(large.id)
  const nobodys = { ...found, id: small.id }
  expect(refusal(await callOperator(server, readCase, nobodys, { as: sue }))).toBe('case_not_found')
})

test('a page of a long history reads as many blocks as one of a short one', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const bob = await server.join('bob@example.test')
  const at = server.clock.now()
  await sql`insert into notice (member_id, message, facts, told_at, house_at)
    select ${ada.id}, 'password_changed', '{}', ${at}, ${at} from generate_series(1, 20000)`.execute(
    server.db,
  )
  await sql`insert into session (member_id, token_hash, remember, device, ip, created_at, last_seen_at, expires_at)
    select ${ada.id}, sha256(n::text::bytea), true, 'x', '203.0.113.9', ${at}, ${at}, ${at}
    from generate_series(1, 5000) n`.execute(server.db)
  await sql`analyze`.execute(server.db)
  const few = await blocksOf(server, bob.id, new Map())
  const first = await blocksOf(server, ada.id, new Map())
  const deep = await blocksOf(server, ada.id, new Map([['notice', '9000']]))
  expect(Math.max(first, deep) - few).toBeLessThan(100)
})

async function blocksOf(
  { db }: TestServer,
  memberId: number,
  places: ReadonlyMap<string, string>,
): Promise<number> {
  const asked = askSources({ memberId, kind: undefined, places, most: 31 })
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }]
  }>`explain (analyze, buffers, format json) ${asked}`.execute(db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN)
}
