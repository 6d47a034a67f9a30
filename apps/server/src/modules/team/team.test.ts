import {
  buyMachine,
  readTeam,
  startMachine,
  startRun as startRunCall,
} from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { startRun } from '#modules/mining/mining.starts.ts'
import { drain, give, inHouse } from '#testing/funds.ts'
import { makeMember } from '#testing/members.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'
import { settle } from '#testing/settings.ts'

import { countTeam } from './team.members.ts'
import { promiseReferral } from './team.ts'

const { LAUNCH, USDT } = currencies

test('an invited member past a first run brings 7 launches and 10 % from the next run on', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test', {
    extensionCode: await codeOf(server, alice.id),
  })
  ok(await server.call(startRunCall, {}, { as: alice }))
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(7n)
  expect(await teamOf(server, alice)).toMatchObject({
    total: 1,
    active_direct: 0,
    one: [{ id: bob.id, status: 'inactive' }],
  })
  const reward = async () => (await teamOf(server, alice)).one[0]?.reward
  const promised = { state: 'promised', starts: 7, runs: 1, at: '2026-05-30T12:00:00.000Z' }
  expect(await reward()).toEqual(promised)

  ok(await server.call(startRunCall, {}, { as: bob }))
  // The open run keeps the rate it started with.
  expect(await teamOf(server, alice)).toMatchObject({
    active_direct: 1,
    bonus_percent: 0,
    power_output: '0.02400000',
    one: [{ id: bob.id, status: 'active' }],
  })
  expect(await launchesOf(server, alice.id)).toBe(6n)

  await server.pass({ hours: 24 })
  expect(await launchesOf(server, alice.id)).toBe(13n)
  const paid = { state: 'paid', starts: 7, runs: 0, at: '2026-03-02T12:00:00.000Z' }
  expect(await reward()).toEqual(paid)
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(0n)
  expect(await teamOf(server, alice)).toMatchObject({
    bonus_percent: 10,
    power_output: '0.02640000',
    child_power_rate: '10',
    oth_power_rate: '1',
    bonus_cap_percent: 300,
  })
  expect(ok(await server.call(startRunCall, {}, { as: alice })).run.power_output).toBe('0.02640000')
  await server.pass({ hours: 24 })
  const output = ok(await server.call(readOutput, {}, { as: alice }))
  expect(output.receive_amount).toBe('0.05040000')

  // Paid once, whatever the invitee does later.
  ok(await server.call(startRunCall, {}, { as: bob }))
  await server.pass({ hours: 24 })
  expect(await launchesOf(server, alice.id)).toBe(12n)
})

test('direct members are listed in pages, newest first, and a name gives no address away', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const robert = await server.join('robert.long@example.test', {
    extensionCode: await codeOf(server, alice.id),
  })
  const later = await add(server, alice.id)
  const page = async (n: number) =>
    ok(await server.call(readTeam, { limit: 1, page: n }, { as: alice })).team
  expect(await page(1)).toMatchObject({ direct: 2, total: 2, one: [{ id: later }] })
  const [member] = (await page(2)).one
  expect(member?.id).toBe(robert.id)
  expect(member?.display_name).not.toContain('robert')
  expect(member?.display_name).toContain('***')
  expect(await page(3)).toMatchObject({ direct: 2, one: [] })
})

test('levels 2 to 10 count 1 % each, level 11 nothing, and who rests for 30 days nothing', async () => {
  const server = await startTestServer()
  const ids = await chain(server, 12)
  const top = ids[0] ?? 0
  for (const id of ids) await start(server, id)
  expect(await count(server, top)).toEqual({
    total: 10,
    direct: 1,
    activeDirect: 1,
    activeOther: 9,
  })
  await server.pass({ days: 29 })
  await start(server, ids[5] ?? 0)
  expect(await count(server, top)).toEqual({
    total: 10,
    direct: 1,
    activeDirect: 1,
    activeOther: 9,
  })
  await server.pass({ days: 1 })
  expect(await count(server, top)).toEqual({
    total: 10,
    direct: 1,
    activeDirect: 0,
    activeOther: 1,
  })
})

test('at most 20 rewards a day are paid to one inviter, the rest on the next days', async () => {
  const server = await startTestServer()
  const inviterId = await add(server, null)
  for (let n = 0; n < 45; n += 1) await start(server, await add(server, inviterId))
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(315n)
  const rewards = async () => ((await launchesOf(server, inviterId)) - 7n) / 7n
  await server.pass({ hours: 24 })
  expect(await rewards()).toBe(20n)
  // The test clock starts at noon: ten hours later it is still the same day.
  await server.pass({ hours: 10 })
  expect(await rewards()).toBe(20n)
  await server.pass({ hours: 2 })
  expect(await rewards()).toBe(40n)
  await server.pass({ hours: 24 })
  expect(await rewards()).toBe(45n)
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(0n)
})

test('rewards that become due in parts of one day share the 20 of that day', async () => {
  const server = await startTestServer()
  const inviterId = await add(server, null)
  for (let n = 0; n < 15; n += 1) await start(server, await add(server, inviterId))
  await server.pass({ hours: 2 })
  for (let n = 0; n < 15; n += 1) await start(server, await add(server, inviterId))
  await server.pass({ hours: 22 })
  expect(await launchesOf(server, inviterId)).toBe(7n + 15n * 7n)
  await server.pass({ hours: 2 })
  expect(await launchesOf(server, inviterId)).toBe(7n + 20n * 7n)
  await server.pass({ hours: 10 })
  expect(await launchesOf(server, inviterId)).toBe(7n + 30n * 7n)
})

test('a reward that nobody earned goes back to the pool after 90 days', async () => {
  const server = await startTestServer()
  const pool = await inHouse(server, 'pool:referral', LAUNCH.id)
  const alice = await server.join('alice@example.test')
  const inviterId = alice.id
  // Business alone: a session would be too old.
  const pass = async (time: Parameters<TestServer['pass']>[0]) => {
    server.clock.passBusiness(time)
    await server.app.jobs.sweep()
  }
  const gone = await add(server, inviterId)
  const late = await add(server, inviterId)
  await pass({ days: 89, hours: 12 })
  await start(server, late)
  await pass({ hours: 12 })
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(7n)
  // Who returns after that brings nothing any more; who was mining at that moment does.
  await start(server, gone)
  await pass({ days: 2 })
  expect(await launchesOf(server, inviterId)).toBe(14n)
  expect(await inHouse(server, 'pool:referral', LAUNCH.id)).toBe(pool - 7n)
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(0n)
  // The inviter reads what became of each.
  expect((await teamOf(server, alice)).one).toMatchObject([
    { id: late, reward: { state: 'paid', starts: 7, at: '2026-06-01T12:00:00.000Z' } },
    { id: gone, reward: { state: 'lapsed', runs: 1, at: '2026-05-30T12:00:00.000Z' } },
  ])
})

test('a reward lapses as much later as the house stood still since it was promised, and no other one does', async () => {
  const server = await startTestServer()
  const inviterId = await add(server, null)
  const stand = async (days: number) => {
    server.clock.pass({ days })
    await server.app.jobs.sweep()
  }
  const reserved = () => inHouse(server, 'reserve:referral', LAUNCH.id)
  await stand(10)
  await add(server, inviterId)
  await server.pass({ days: 50 })
  await stand(3)
  await add(server, inviterId)
  await stand(2)
  // What stood before it was promised moves nothing: 90 days at work, and 5 and 2 that were none.
  await server.pass({ days: 39, hours: 23 })
  expect(await reserved()).toBe(14n)
  await server.pass({ hours: 1 })
  expect(await reserved()).toBe(7n)
  await server.pass({ days: 49, hours: 23 })
  expect(await reserved()).toBe(7n)
  await server.pass({ hours: 1 })
  expect(await reserved()).toBe(0n)
})

test('registration goes on when a pool is short, to its last unit, and both are told there is no reward', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await drain(server, 'pool:referral', LAUNCH.id, 6n)
  const bob = await server.join('bob@example.test', {
    extensionCode: await codeOf(server, alice.id),
  })
  expect(await launchesOf(server, bob.id)).toBe(7n)
  expect(await inHouse(server, 'pool:referral', LAUNCH.id)).toBe(6n)
  const referral = await server.db.selectFrom('referral').selectAll().executeTakeFirstOrThrow()
  expect(referral).toMatchObject({ invitee_id: bob.id, inviter_id: alice.id, state: 'unfunded' })
  expect((await teamOf(server, alice)).one).toMatchObject([
    { id: bob.id, reward: { state: 'unfunded', at: null } },
  ])
  ok(await server.call(startRunCall, {}, { as: bob }))
  await server.pass({ hours: 24 })
  expect(await launchesOf(server, alice.id)).toBe(7n)
  // Power is not a promise: the member counts all the same.
  expect(await teamOf(server, alice)).toMatchObject({ bonus_percent: 10 })

  await drain(server, 'pool:welcome', LAUNCH.id, 5n * 7n)
  const six = await Promise.all(
    Array.from({ length: 6 }, (_, n) => server.join(`at-once-${n}@example.test`)),
  )
  const given = await Promise.all(six.map(({ id }) => launchesOf(server, id)))
  expect(given.filter((launches) => launches === 7n)).toHaveLength(5)
  expect(await inHouse(server, 'pool:welcome', LAUNCH.id)).toBe(0n)
})

test('other rules hold for who joins from then on: what was promised is paid as it was, and a run keeps its bonus', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await settle(server, 'team.reward', { day: '2' })
  const invited = [await add(server, alice.id), await add(server, alice.id)]
  invited.push(await add(server, alice.id))
  await server.pass({ seconds: 1 })
  await settle(server, 'team.reward', { launches: '3', day: '1', lapse: '30' })
  invited.push(await add(server, alice.id))
  // Nobody hears of this one again.
  await add(server, alice.id)
  for (const id of invited) await start(server, id)
  ok(await server.call(startRunCall, {}, { as: alice }))
  await settle(server, 'team.bonus', { direct: '5', other: '0', cap: '12' })
  expect(await teamOf(server, alice)).toMatchObject({
    bonus_percent: 40,
    next_output: '0.02688000',
    child_power_rate: '5',
    oth_power_rate: '0',
    bonus_cap_percent: 12,
    invite_launches: 3,
    invites_paid_a_day: 1,
    invite_lapse_days: 30,
  })
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(27n)
  await server.pass({ hours: 24 })
  const idle = { bonus_percent: 12, power_output: '0.02688000', next_output: '0.02688000' }
  expect(await teamOf(server, alice)).toMatchObject(idle)
  expect(await launchesOf(server, alice.id)).toBe(6n + 14n)
  const due = { state: 'due', runs: 0, at: '2026-03-03T00:00:00.000Z' }
  expect((await teamOf(server, alice)).one.slice(0, 3)).toMatchObject([
    { reward: { state: 'promised', starts: 3, at: '2026-03-31T12:00:01.000Z' } },
    { reward: { ...due, starts: 3 } },
    { reward: { ...due, starts: 7 } },
  ])
  // As many a day as was promised with any of what is due.
  await server.pass({ hours: 12 })
  expect(await launchesOf(server, alice.id)).toBe(20n + 7n + 3n)
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(3n)
  await server.pass({ days: 29 })
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(0n)
})

test('an invite takes as many runs as were told when the friend joined, and those of a machine count', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const extensionCode = await codeOf(server, alice.id)
  const bob = await server.join('bob@example.test', { extensionCode })
  await server.pass({ seconds: 1 })
  await settle(server, 'team.runs', { runs: '3' })
  const cem = await server.join('cem@example.test', { extensionCode })
  expect(await teamOf(server, alice)).toMatchObject({ invite_runs: 3 })
  await server.pass({ seconds: 1 })
  await settle(server, 'team.runs', { runs: '1' })

  for (const { id } of [bob, cem]) await start(server, id)
  await server.pass({ hours: 24 })
  expect(await launchesOf(server, alice.id)).toBe(7n + 7n)
  // Two of one sweep are two.
  await give(server, cem.id, USDT.id, 20n)
  await start(server, cem.id)
  const { id } = ok(await server.call(buyMachine, { id: 1 }, { as: cem }))
  ok(await server.call(startMachine, { id }, { as: cem }))
  expect(await launchesOf(server, alice.id)).toBe(14n)
  await server.pass({ hours: 24 })
  expect(await launchesOf(server, alice.id)).toBe(14n + 7n)
})

test('a promise that is made twice is one promise', async () => {
  const server = await startTestServer()
  const inviterId = await add(server, null)
  const inviteeId = await add(server, inviterId)
  const again = await server.db
    .transaction()
    .execute((tx) => promiseReferral(tx, { inviterId, inviteeId, now: server.clock.now() }))
  expect(again).toEqual({ promised: true, granted: false })
  expect(await inHouse(server, 'reserve:referral', LAUNCH.id)).toBe(7n)
})

test('invitees whose runs end at one moment are paid for once each, also when inviters start meanwhile', async () => {
  const server = await startTestServer()
  const inviters = [await add(server, null), await add(server, null)]
  for (const inviterId of inviters) {
    for (let n = 0; n < 5; n += 1) await start(server, await add(server, inviterId))
  }
  await server.app.jobs.stop()
  server.clock.pass({ hours: 24 })
  await Promise.all([
    server.app.jobs.sweep(),
    server.app.jobs.sweep(),
    ...inviters.map((id) => start(server, id)),
  ])
  await server.app.jobs.sweep()
  for (const id of inviters) expect(await launchesOf(server, id)).toBe(41n)
})

async function teamOf(server: TestServer, as: { token: string }) {
  return ok(await server.call(readTeam, {}, { as })).team
}

async function codeOf(server: TestServer, memberId: number): Promise<string> {
  const member = await server.db
    .selectFrom('member')
    .select('extension_code')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return member.extension_code
}

async function launchesOf(server: TestServer, memberId: number): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(memberId, 'launches', LAUNCH.id))).available
}

async function count(server: TestServer, memberId: number) {
  return await server.db
    .transaction()
    .execute((tx) => countTeam(tx, { memberId, now: server.clock.now() }))
}

async function start(server: TestServer, memberId: number): Promise<void> {
  await server.db
    .transaction()
    .execute((tx) =>
      startRun(tx, { memberId, now: server.clock.now(), wallNow: server.clock.wallNow() }),
    )
}

async function add(server: TestServer, inviterId: number | null): Promise<number> {
  const now = server.clock.now()
  return await server.db.transaction().execute(async (tx) => {
    const id = await makeMember(tx, server, inviterId)
    if (inviterId !== null) await promiseReferral(tx, { inviterId, inviteeId: id, now })
    return id
  })
}

/** Members of whom each invited the next. */
async function chain(server: TestServer, length: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < length; n += 1) ids.push(await add(server, ids.at(-1) ?? null))
  return ids
}
