import { readProfile } from '@btbc/contract/account.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import { readLaunches, readTeam, startRun } from '@btbc/contract/mining.ts'
import {
  dismissGroup,
  listGroups,
  proposeHold,
  proposeRelease,
  readGroup,
} from '@btbc/contract/operator/sybil.ts'
import { listAirdrops, proposeAirdrop } from '@btbc/contract/operator/airdrop.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { receivePacket } from '@btbc/contract/packet.ts'
import { checkIn } from '@btbc/contract/points.ts'
import { logIn } from '@btbc/contract/session.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { inTx } from '#testing/kills.ts'
import { callOperator, enter, hire, type TestOperator } from '#testing/operators.ts'
import { openDesk, publish } from '#testing/packets.ts'
import { ok, refusal, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'

import { scoreOf } from './score.ts'
import { lookForGroups } from './sybil.jobs.ts'

const reason = 'the same person, by all signs'
const PLANTED = 30
const WALKS = 3
const AIRDROPPED = 5

test('each sign gives its share of its weight, and a family never comes to anything', () => {
  const all = (size: number) => ({
    size,
    payee: size,
    network: size,
    device: size,
    joined: size,
    started: size,
    invited: size,
  })
  expect(scoreOf(all(30)).score).toBe(100)
  expect(scoreOf(all(9)).score).toBe(60)
  expect(scoreOf(all(4)).score).toBe(0)
  expect(scoreOf({ ...all(30), payee: 2, network: 15, joined: 10 })).toEqual({
    score: 46,
    reasons: [
      { sign: 'network', count: 15, points: 10 },
      { sign: 'device', count: 30, points: 10 },
      { sign: 'started', count: 30, points: 10 },
      { sign: 'invited', count: 30, points: 10 },
      { sign: 'joined', count: 10, points: 6 },
    ],
  })
})

test('a planted group is found, a family and a university are not, and two hold and release its rewards', async () => {
  const server = await startTestServer({ rateLimits: false, trustProxy: ['loopback'] })
  const leader = await server.join('leader@example.test')
  const planted = [leader, ...(await plant(server, leader, PLANTED, 'planted'))]
  const arrive = async (member: TestMember) => {
    await comeFrom(server, member, '203.0.113.7')
    ok(await server.call(startRun, {}, { as: member }))
  }
  await Promise.all(planted.map(arrive))
  const counted = async () => ok(await server.call(readTeam, {}, { as: leader })).team.active_direct
  expect(await counted()).toBe(PLANTED)
  const mum = await server.join('mum@example.test')
  for (const member of [mum, ...(await plant(server, mum, 3, 'child'))]) {
    await comeFrom(server, member, '198.51.100.4')
  }
  await openUniversity(server)
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  await walk(server)

  const { list } = ok(await callOperator(server, listGroups, {}, { as: sue }))
  expect(list).toMatchObject([{ by: 'inviter', state: 'found', size: PLANTED + 1, high: true }])
  const id = list[0]?.id ?? 0
  const group = ok(await callOperator(server, readGroup, { id }, { as: sue }))
  expect(new Set(group.members.map((member) => member.id))).toEqual(
    new Set(planted.map((member) => member.id)),
  )
  expect(group.reasons.map(({ sign, points }) => [sign, points])).toEqual([
    ['network', 20],
    ['joined', 20],
    ['device', 10],
    ['started', 10],
    ['invited', 9],
  ])
  expect(JSON.stringify(group)).not.toContain('203.0.113')

  // A group alone holds nothing, and one operator does not either.
  const hold = (as: TestOperator) => callOperator(server, proposeHold, { id, reason }, { as })
  const proposal = ok(await hold(sue))
  expect(refusal(await hold(rita))).toBe('proposal_pending')
  const decide = (proposed: number, as: TestOperator) =>
    callOperator(server, decideProposal, { id: proposed, decision: 'accept', reason }, { as })
  expect(refusal(await decide(proposal.id, sue))).toBe('proposal_own')
  // Somebody has come for somebody else: who was meant is not who would be held.
  const { db } = server
  const swap = (from: number, to: number) =>
    db.updateTable('sybil_member').set({ member_id: to }).where('member_id', '=', from).execute()
  await swap(leader.id, mum.id)
  expect(refusal(await decide(proposal.id, rita))).toBe('group_changed')
  await swap(mum.id, leader.id)
  // Somebody joins while it is thought about, and saves nobody by that.
  await insertMembers(server, { from: 300, to: 300, days: 0, ip: '203.0.113.9', device: 'new' })
  await sql`update member set inviter_id = ${leader.id} where mail like 'student300@%'`.execute(db)
  await sql`update sybil_walk set next_at = '-infinity'`.execute(db)
  await walk(server)
  ok(await decide(proposal.id, rita))
  const late = await callOperator(server, dismissGroup, { id, reason }, { as: sue })
  expect(refusal(late)).toBe('group_changed')
  expect(refusal(await callOperator(server, readGroup, { id: 999 }, { as: sue }))).toBe(
    'group_not_found',
  )
  const { list: told } = ok(await server.call(listOwnNotices, {}, { as: leader }))
  expect(told[0]).toMatchObject({ title: 'Your rewards are held', link: '/feedback' })

  const desk = await openDesk(server)
  await publish(server, desk, { code: 'SPRING26' })
  const taken = await server.call(receivePacket, { code: 'SPRING26' }, { as: leader })
  expect(refusal(taken)).toBe('rewards_held')
  expect(refusal(await server.call(checkIn, {}, { as: leader }))).toBe('rewards_held')

  // Who is held adds to nobody's power meanwhile.
  expect(await counted()).toBe(0)
  // What is earned meanwhile stays in reserve; what was owned before stays as it is.
  const before = await launchesOf(server, leader)
  const children = await launchesOf(server, mum)
  const airdropped = await airdropTo(server, desk, [leader, mum])
  expect(airdropped).toMatchObject([{ state: 'ended', given: 1, left_out: 0, held: 1 }])
  expect(await launchesOf(server, leader)).toBe(before)
  expect(await launchesOf(server, mum)).toBe(children + AIRDROPPED)
  await server.pass({ hours: 24, minutes: 1 })
  expect(await statesOf(server)).toEqual({ held: PLANTED, promised: 3 })
  expect(await launchesOf(server, leader)).toBe(before)

  const as = { sue: await again(server, sue), rita: await again(server, rita) }
  const release = ok(await callOperator(server, proposeRelease, { id, reason }, { as: as.sue }))
  expect(release.summary).toContain('in full')
  ok(await decide(release.id, as.rita))
  await server.app.jobs.sweep()
  expect(await counted()).toBe(PLANTED)
  // Twenty a day, as for everybody.
  expect(await statesOf(server)).toEqual({ paid: 20, due: 10, promised: 3 })
  await server.pass({ days: 1 })
  expect(await statesOf(server)).toEqual({ paid: PLANTED, promised: 3 })
  expect(await launchesOf(server, leader)).toBe(before + PLANTED * 7 + AIRDROPPED)
  await walk(server)
  const decided = await callOperator(
    server,
    listGroups,
    { show: 'decided' },
    { as: await again(server, sue) },
  )
  expect(ok(decided).list).toMatchObject([{ id, state: 'released' }])
})

test('a group that was dismissed asks again when it has grown by half', async () => {
  const server = await startTestServer({ rateLimits: false })
  const { db } = server
  const sue = await hire(server, 'Sue', ['support'])
  const show = async () => ok(await callOperator(server, listGroups, {}, { as: sue })).list
  const grow = async (from: number, to: number) => {
    await insertMembers(server, { from, to, days: 0, ip: '203.0.113.8', device: 'one' })
    await sql`insert into saved_address (member_id, address, name, added_at, usable_at)
      select id, '0x52908400098527886E0F7030069857D2E4169EE7', 'x', joined_at, joined_at from member
      where mail like 'student%' on conflict do nothing`.execute(db)
    await sql`update sybil_walk set next_at = '-infinity'`.execute(db)
    await walk(server)
  }
  await grow(1, 10)
  const [found] = await show()
  expect(found).toMatchObject({ by: 'network', size: 10, score: 80 })
  const id = found?.id ?? 0
  // Nobody is asked to hold them any more, and so they are looked at again.
  const { id: hold } = ok(await callOperator(server, proposeHold, { id, reason }, { as: sue }))
  ok(await callOperator(server, dismissGroup, { id, reason }, { as: sue }))
  const accepted = { id: hold, decision: 'accept', reason } as const
  const rita = await hire(server, 'Rita', ['risk'])
  expect(refusal(await callOperator(server, decideProposal, accepted, { as: rita }))).toBe(
    'proposal_decided',
  )
  await grow(11, 14)
  expect(await show()).toEqual([])
  await grow(15, 15)
  expect(await show()).toMatchObject([{ id, size: 15 }])
})

test('whoever joins a group on hold is asked about anew, and is held or let go apart from it', async () => {
  const server = await startTestServer({ rateLimits: false })
  const { db } = server
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const show = async () => ok(await callOperator(server, listGroups, {}, { as: sue })).list
  const grow = async (from: number, to: number) => {
    await insertMembers(server, { from, to, days: 0, ip: '203.0.113.8', device: 'one' })
    await sql`update sybil_walk set next_at = '-infinity'`.execute(db)
    await walk(server)
  }
  const decide = async (call: typeof proposeHold, id: number) => {
    const proposal = ok(await callOperator(server, call, { id, reason }, { as: sue }))
    const accepted = { id: proposal.id, decision: 'accept', reason } as const
    ok(await callOperator(server, decideProposal, accepted, { as: rita }))
  }
  const held = async () => {
    const rows = await db
      .selectFrom('member')
      .select('mail')
      .where('rewards_held_at', 'is not', null)
      .orderBy('id')
      .execute()
    return rows.map(({ mail }) => Number(/\d+/.exec(mail ?? '')?.[0]))
  }
  const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

  await grow(1, 10)
  const first = (await show())[0]?.id ?? 0
  await decide(proposeHold, first)
  await walk(server)
  expect(await show()).toEqual([])

  await grow(11, 12)
  const [grown] = await show()
  expect(grown).toMatchObject({ state: 'found', grown_of: first, size: 2, counted: 12, score: 50 })
  const second = grown?.id ?? 0
  const { members } = ok(await callOperator(server, readGroup, { id: second }, { as: sue }))
  expect(members.map(({ id }) => id)).toHaveLength(2)
  // Who comes before anybody has looked is one more of them.
  await grow(13, 13)
  expect(await show()).toMatchObject([{ id: second, size: 3, counted: 13 }])
  expect(await held()).toEqual(upTo(10))
  await decide(proposeHold, second)
  expect(await held()).toEqual(upTo(13))

  await grow(14, 17)
  const third = (await show())[0]?.id ?? 0
  expect(await show()).toMatchObject([{ grown_of: first, size: 4 }])
  ok(await callOperator(server, dismissGroup, { id: third, reason }, { as: sue }))
  await grow(18, 18)
  expect(await show()).toEqual([])
  await grow(19, 19)
  expect(await show()).toMatchObject([{ grown_of: first, size: 2 }])

  await decide(proposeRelease, first)
  expect(await held()).toEqual([11, 12, 13])
})

/** Proposed by one, accepted by another, and given; answers how it is listed. */
async function airdropTo(
  server: TestServer,
  { olga, otto }: Awaited<ReturnType<typeof openDesk>>,
  members: readonly TestMember[],
) {
  const rows = await server.db
    .selectFrom('member')
    .select('account_number')
    .where(
      'id',
      'in',
      members.map(({ id }) => id),
    )
    .execute()
  const numbers = rows.map((row) => row.account_number)
  const terms = { pool: 'welcome', currency: 1001, amount: String(AIRDROPPED), reason } as const
  const request = { ...terms, title: 'Five', group: { numbers }, members: members.length }
  const { id } = ok(await callOperator(server, proposeAirdrop, request, { as: olga }))
  ok(await callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as: otto }))
  await server.app.jobs.sweep()
  return ok(await callOperator(server, listAirdrops, {}, { as: olga })).list
}

async function plant(server: TestServer, inviter: TestMember, count: number, name: string) {
  const { extension_code: extensionCode } = ok(await server.call(readProfile, {}, { as: inviter }))
  const mails = Array.from({ length: count }, (_, n) => `${name}${n}@example.test`)
  return await Promise.all(mails.map((mail) => server.join(mail, { extensionCode })))
}

async function comeFrom(server: TestServer, member: TestMember, ip: string): Promise<void> {
  const { mail: user_string, password } = member
  ok(await server.call(logIn, { user_string, password }, { headers: { 'x-forwarded-for': ip } }))
}

/** Two hundred who have the network in common, and a few of them an inviter. */
async function openUniversity(server: TestServer): Promise<void> {
  await insertMembers(server, { from: 1, to: 200, days: 60, ip: '192.0.2.9', device: undefined })
  await sql`update member set inviter_id = (select min(id) from member where mail like 'student%')
    where mail ~ '^student([2-9]|1[0-3])@'`.execute(server.db)
}

type Inserted = { from: number; to: number; days: number; ip: string; device: string | undefined }

async function insertMembers(server: TestServer, parts: Inserted): Promise<void> {
  const { from, to, days, ip, device } = parts
  const now = server.clock.now()
  await sql`with joined as (
      insert into member (account_number, extension_code, mail, country, password_hash, joined_at)
      select (900000000 + n)::text, 'UNIV' || lpad(n::text, 4, '0'), 'student' || n || '@example.test', 'PT', 'x',
        ${now}::timestamptz - make_interval(hours => n * ${days} * 24 / 200)
      from generate_series(${from}::integer, ${to}::integer) n returning id
    ) insert into session (member_id, token_hash, remember, device, ip, created_at, last_seen_at, expires_at)
    select id, sha256(id::text::bytea), true, coalesce(${device ?? null}, 'device ' || id % 5), ${ip}, ${now}, ${now},
      ${now}::timestamptz + interval '10 days' from joined`.execute(server.db)
}

/** One round for each thing that accounts may have in common. */
async function walk(server: TestServer): Promise<void> {
  const step = (tx: Tx) => lookForGroups(tx, server.clock.now())
  for (let n = 0; n < WALKS; n += 1) await inTx(server, step)
}

async function again(server: TestServer, operator: TestOperator): Promise<TestOperator> {
  return { ...operator, token: await enter(server, operator) }
}

async function launchesOf(server: TestServer, as: TestMember): Promise<number> {
  return ok(await server.call(readLaunches, {}, { as })).free_times
}

async function statesOf(server: TestServer): Promise<Record<string, number>> {
  const rows = await server.db
    .selectFrom('referral')
    .select((row) => ['state', row.fn.countAll<bigint>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}
