import { claimCampaignPrize, readCampaign } from '@btbc/contract/campaign.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import { listHouseCampaigns, proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { decideCase, listCases, readCase } from '@btbc/contract/operator/case.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeHold, proposeRelease } from '@btbc/contract/operator/sybil.ts'
import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/durations.ts'
import { callOperator, enter, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { logIn } from '#testing/sessions.ts'
import { countHeldUp, holdOpen } from '#testing/waiting.ts'

import { payAwards } from './campaign.awards.ts'

const reason = 'Not in the group'
const queue = 'campaign_claim'

/** A campaign with one prize that is claimed, and an operator who looks at claims. */
async function openClaims(server: TestServer) {
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance', 'support'])
  const ann = await server.join('ann@btbc.test')
  const daysFrom = (days: number) =>
    new Date(server.clock.now().getTime() + days * DAY_MS).toISOString()
  const terms = {
    title: 'Spring of invites',
    rules: 'Test funds only.',
    starts_at: daysFrom(0),
    ends_at: daysFrom(10),
    prizes: [{ kind: 'claim' as const, low: 1, most: 1, usdt: '1', btbc: '0' }],
    reason,
  }
  const { id } = ok(await callOperator(server, proposeCampaign, terms, { as: olga }))
  const accepted = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, accepted, { as: otto }))
  const look = async () => ok(await server.call(readCampaign, {}, { as: ann }))
  const prize = (await look()).campaign?.prizes[0]?.id ?? 0
  const claim = (as: { token: string }) =>
    server.call(claimCampaignPrize, { prize, note: 'ann in the group' }, { as, key: newKey() })
  const waiting = async () =>
    ok(await callOperator(server, listCases, { queue }, { as: otto })).list
  const judge = async (decision: 'accept' | 'reject') => {
    const [asked] = await waiting()
    const verdict = { queue, id: asked?.id ?? 0, decision, reason } as const
    ok(await callOperator(server, decideCase, verdict, { as: otto }))
  }
  return { ann, olga, otto, prize, look, claim, waiting, judge }
}

test('a prize that was refused three times is not asked for again, and is there for others', async () => {
  const server = await startTestServer()
  const { ann, otto, prize, look, claim, waiting, judge } = await openClaims(server)
  const ben = await server.join('ben@btbc.test')
  const told: string[] = []
  for (const left of [2, 1, 0]) {
    const claimed = ok(await claim(ann))
    expect(claimed).toMatchObject({ asks_left: left, decide_by: '2026-03-03T12:00:00.000Z' })
    expect((await look()).mine.claims).toEqual([claimed])
    const [asked] = await waiting()
    expect(asked?.due_at).toBe(claimed.decide_by)
    const shown = { queue, id: asked?.id ?? 0 } as const
    const found = ok(await callOperator(server, readCase, shown, { as: otto }))
    expect(found.after_accept).toMatch(/ is promised 1 USDT from /)
    told.push(found.after_reject)
    await judge('reject')
    expect((await look()).mine.claims).toEqual([
      { prize, state: 'refused', reason, asks_left: left, decide_by: null },
    ])
  }
  expect(told[1]).toContain('may ask again')
  expect(told[2]).toContain('cannot ask again')
  expect(refusal(await claim(ann))).toBe('campaign_claim_final')
  expect(await waiting()).toEqual([])
  ok(await claim(ben))
})

test('who asked for a prize hears that it was refused and why, and that one is paid', async () => {
  const server = await startTestServer()
  const { ann, claim, judge } = await openClaims(server)
  const heard = async () => ok(await server.call(listOwnNotices, {}, { as: ann })).list[0]
  ok(await claim(ann))
  await judge('reject')
  expect(await heard()).toMatchObject({ kind: 'rewards', link: '/campaign?id=1' })
  expect((await heard())?.text).toContain('was not accepted: Not in the group. Its page says')
  ok(await claim(ann))
  await judge('accept')
  await server.app.jobs.sweep()
  expect(await heard()).toMatchObject({ kind: 'rewards', link: '/campaign?id=1' })
  expect((await heard())?.text).toContain('is paid: 1.00 USDT are in your Rewards wallet')
})

test('who asked for a prize about which nobody decides in time hears so, and it is back in the pool', async () => {
  const server = await startTestServer()
  const { ann, look, claim } = await openClaims(server)
  ok(await claim(ann))
  await server.pass({ days: 10 })
  await server.app.jobs.sweep()
  await server.pass({ days: 7 })
  await server.app.jobs.sweep()
  ann.token = (await logIn(server, ann)).token
  expect((await look()).mine.claims).toMatchObject([{ state: 'lapsed', decide_by: null }])
  const heard = ok(await server.call(listOwnNotices, {}, { as: ann })).list[0]
  expect(heard).toMatchObject({ title: 'A prize was not decided in time', link: '/campaign?id=1' })
})

test('while the house stands still no campaign ends, and nothing that was asked for lapses or is late', async () => {
  const server = await startTestServer()
  const { ann, otto, look, claim, waiting, judge } = await openClaims(server)
  const ben = await server.join('ben@btbc.test')
  const comeBack = async () => {
    otto.token = await enter(server, otto)
    for (const member of [ann, ben]) member.token = (await logIn(server, member)).token
  }
  const stand = async (days: number) => {
    server.clock.pass({ days })
    await server.app.jobs.sweep()
    await comeBack()
  }
  await server.pass({ days: 8 })
  await stand(5)
  expect((await look()).campaign).toMatchObject({
    phase: 'running',
    ends_at: '2026-03-16T12:00:00.000Z',
  })
  await server.pass({ days: 1, hours: 23 })
  await comeBack()
  ok(await claim(ann))
  expect((await waiting())[0]?.due_at).toBe('2026-03-18T11:00:00.000Z')
  await stand(20)
  expect((await waiting())[0]?.due_at).toBe('2026-04-07T11:00:00.000Z')
  expect((await look()).mine.claims[0]?.decide_by).toBe('2026-04-07T11:00:00.000Z')
  await server.pass({ hours: 1 })
  expect(refusal(await claim(ben))).toBe('campaign_not_running')
  // A week of the operators' is left after the end, however long nobody could decide.
  await server.pass({ days: 6 })
  await stand(9)
  await server.pass({ hours: 23 })
  await comeBack()
  await judge('accept')
  await server.app.jobs.sweep()
  expect((await look()).mine.awards).toMatchObject([{ amount: '1.00000000', paid: true }])
})

test('a campaign that stood still ends before the next one begins, and a start that was said stays', async () => {
  const server = await startTestServer()
  const { olga, otto } = await openClaims(server)
  const at = (day: number) => new Date(server.clock.now().getTime() + day * DAY_MS).toISOString()
  const terms = {
    title: 'The next one',
    rules: 'Test funds only.',
    starts_at: at(12),
    ends_at: at(20),
    vests_at: at(21),
    prizes: [{ kind: 'tier' as const, low: 1, most: 1, usdt: '1', btbc: '0' }],
    reason,
  }
  const { id } = ok(await callOperator(server, proposeCampaign, terms, { as: olga }))
  ok(await callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as: otto }))
  const dates = async () => {
    const { list } = ok(await callOperator(server, listHouseCampaigns, {}, { as: olga }))
    return list.map((each) => [each.starts_at, each.ends_at, each.vests_at])
  }
  const [next, first] = await dates()
  await server.app.jobs.sweep()
  server.clock.pass({ days: 9 })
  await server.app.jobs.sweep()
  olga.token = await enter(server, olga)
  expect(await dates()).toEqual([next, [first?.[0], next?.[0], null]])
  // Four days of the standstill are of the next one: it ends so much later, and pays at its end.
  await server.pass({ days: 2 })
  server.clock.pass({ days: 5 })
  await server.app.jobs.sweep()
  olga.token = await enter(server, olga)
  const end = '2026-03-25T12:00:00.000Z'
  expect((await dates())[0]).toEqual([next?.[0], end, end])
})

test('a prize whose day comes while its hold is undone is paid', async () => {
  const server = await startTestServer()
  const { ann, otto, look, claim, judge } = await openClaims(server)
  ok(await claim(ann))
  await judge('accept')
  const rita = await hire(server, 'Rita', ['risk'])
  const id = await writeGroup(server, ann.id)
  const decide = (proposed: { id: number }) => {
    const accepted = { id: proposed.id, decision: 'accept', reason } as const
    return callOperator(server, decideProposal, accepted, { as: rita })
  }
  ok(await decide(ok(await callOperator(server, proposeHold, { id, reason }, { as: otto }))))
  const release = ok(await callOperator(server, proposeRelease, { id, reason }, { as: otto }))

  // That the prize is held is not committed yet when the hold is undone.
  const letGo = await holdOpen(server, (tx) =>
    payAwards(tx, { now: server.clock.now(), wallNow: server.clock.wallNow() }),
  )
  let isDecided = false
  const deciding = decide(release).finally(() => {
    isDecided = true
  })
  await expect.poll(async () => isDecided || (await countHeldUp(server)) > 0).toBe(true)
  await letGo()
  ok(await deciding)
  await server.app.jobs.sweep()
  expect((await look()).mine.awards).toMatchObject([{ amount: '1.00000000', paid: true }])
})

/** A group of one, as if it had been found. */
async function writeGroup({ db, clock }: TestServer, memberId: number): Promise<number> {
  const at = clock.now()
  const found = { seed: 'network:one', score: 80, size: 1, reasons: '[]' }
  const { id } = await db
    .insertInto('sybil_group')
    .values({ ...found, found_at: at, looked_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('sybil_member').values({ group_id: id, member_id: memberId }).execute()
  return id
}
