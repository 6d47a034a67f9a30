import {
  buyLaunches,
  buyMachine,
  listModels,
  readLaunches,
  readTeam,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { settingAt } from '#platform/settings.ts'
import { createMember } from '#modules/account/account.ts'
import { emission } from './mining.settings.ts'
import { openSession } from '#modules/session/session.ts'
import { drain, give, inHouse } from '#testing/funds.ts'
import { settle } from '#testing/settings.ts'
import {
  newKey,
  ok,
  refusal,
  startBeside,
  startTestServer,
  type TestServer,
} from '#testing/server.ts'

const { BTBC, USDT } = currencies

test('a new member has 50 BTBC and 7 launches, and mines 24 hours with one of them', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')

  expect(ok(await server.call(readLaunches, {}, { as: alice }))).toEqual({
    free_times: 7,
    award_receives: 0,
    price: '1.00000000',
  })
  expect(await btbcOf(server, alice)).toBe('50.00000000')

  const idle = await teamOf(server, alice)
  expect(idle).toMatchObject({
    base_output: '0.00100000',
    machine_output: '0.00000000',
    bonus_percent: 0,
    power_output: '0.02400000',
    count_down: 0,
    run_output: '0.00000000',
    runs: [],
  })

  const started = ok(await server.call(startRun, {}, { as: alice, method: 'GET' }))
  expect(started.free_times).toBe(6)
  expect(started.run).toMatchObject({ power_output: '0.02400000' })
  expect(Date.parse(started.run.ends_at) - Date.parse(started.run.started_at)).toBe(86_400_000)
  expect(await teamOf(server, alice)).toMatchObject({
    count_down: 86_400,
    run_output: '0.00000000',
  })

  await server.pass({ hours: 12 })
  expect(await teamOf(server, alice)).toMatchObject({
    count_down: 43_200,
    run_output: '0.01200000',
    runs: [{ id: started.run.id, output: '0.01200000', machines: [] }],
  })
  expect(await rewardOf(server, alice)).toMatchObject({ receive_amount: '0.01200000' })

  await server.pass({ hours: 12 })
  expect(await teamOf(server, alice)).toMatchObject({
    count_down: 0,
    run_output: '0.00000000',
    runs: [],
  })
  expect(await rewardOf(server, alice)).toMatchObject({
    receive_amount: '0.02400000',
    can_receive: '0.00000000',
    receive_rate: '0',
    fee: { currency: 3, amount: '0.00000000' },
    next_mint_at: null,
  })
  const unclaimed = await balanceOf(server.db, memberAccount(alice.id, 'unclaimed', BTBC.id))
  expect(unclaimed.available).toBe(2_400_000n)
  expect(await launchesOf(server, alice)).toBe(6)
})

test('the whole output is reserved at the start and leaves the reserve at the end', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const poolBefore = await inHouse(server, 'pool:mining', BTBC.id)
  ok(await server.call(startRun, {}, { as: alice }))
  expect(await inHouse(server, 'reserve:run', BTBC.id)).toBe(2_400_000n)
  expect(poolBefore - (await inHouse(server, 'pool:mining', BTBC.id))).toBe(2_400_000n)
  await server.pass({ hours: 24 })
  expect(await inHouse(server, 'reserve:run', BTBC.id)).toBe(0n)
})

test('a second start is refused and costs nothing', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  const again = await server.call(startRun, {}, { as: alice })
  expect(refusal(again)).toBe('machine_started')
  expect(again.message).toBe('The machine has been started')
  expect(await launchesOf(server, alice)).toBe(6)
})

test('of 32 starts at once exactly one wins', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => server.call(startRun, {}, { as: alice })),
  )
  expect(answers.filter((answer) => answer.type === 'ok')).toHaveLength(1)
  const refusals = answers.flatMap((answer) => (answer.type === 'ok' ? [] : [answer.code]))
  expect(new Set(refusals)).toEqual(new Set(['machine_started']))
  expect(await launchesOf(server, alice)).toBe(6)
  expect(await inHouse(server, 'reserve:run', BTBC.id)).toBe(2_400_000n)
})

test('starting one machine and starting all at once never runs a machine twice', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 100n)
  const model = ok(await server.call(listModels, {}, { as: alice }))[0]?.id ?? 0
  const { id } = ok(await server.call(buyMachine, { id: model }, { as: alice }))
  const answers = await Promise.all([
    server.call(startMachine, { id }, { as: alice }),
    server.call(startRun, {}, { as: alice }),
    server.call(startMachine, { id }, { as: alice }),
    server.call(startRun, {}, { as: alice }),
  ])
  const { runs } = await teamOf(server, alice)
  const won = answers.filter((answer) => answer.type === 'ok').length
  expect(runs).toHaveLength(won)
  expect(runs.flatMap((run) => run.machines)).toEqual([id])
  expect(await launchesOf(server, alice)).toBe(7 - won)
})

test('many members start at once and all of them win', async () => {
  const server = await startTestServer()
  const members = await Promise.all(
    Array.from({ length: 12 }, (_, n) => server.join(`member${n}@example.test`)),
  )
  const answers = await Promise.all(
    members.map((member) => server.call(startRun, {}, { as: member })),
  )
  for (const answer of answers) ok(answer)
  await server.pass({ hours: 24 })
  const again = await Promise.all(
    members.map((member) => server.call(startRun, {}, { as: member })),
  )
  for (const answer of again) ok(answer)
})

test('a start with an Idempotency-Key that is sent again answers the same run', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const key = newKey()
  const first = ok(await server.call(startRun, {}, { as: alice, key }))
  const second = ok(await server.call(startRun, {}, { as: alice, key }))
  expect(second).toEqual(first)
})

test('without launches a start is refused; bought ones cost 1 USDT each', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  expect(refusal(await server.call(buyLaunches, { times: 3 }, { as: alice }))).toBe(
    'insufficient_balance',
  )
  for (let day = 0; day < 7; day += 1) {
    ok(await server.call(startRun, {}, { as: alice }))
    await server.pass({ hours: 24 })
  }
  expect(refusal(await server.call(startRun, {}, { as: alice }))).toBe('no_launches')

  await give(server, alice.id, USDT.id, 5n)
  expect(ok(await server.call(buyLaunches, { times: 3 }, { as: alice }))).toEqual({
    free_times: 3,
  })
  const usdt = await balanceOf(server.db, memberAccount(alice.id, 'change', USDT.id))
  expect(usdt.available).toBe(200_000_000n)
  expect(await inHouse(server, 'fees', USDT.id)).toBe(300_000_000n)
  ok(await server.call(startRun, {}, { as: alice }))
  expect(await launchesOf(server, alice)).toBe(2)
  expect((await rewardOf(server, alice)).receive_amount).toBe('0.16800000')
})

test('buying no launches, half a launch or too many is refused', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  for (const times of [0, -1, 1.5, 1000]) {
    expect(refusal(await server.call(buyLaunches, { times }, { as: alice }))).toBe(
      'invalid_request',
    )
  }
})

test('a pool that is short refuses the start and keeps the launch; the next day it is refilled', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await server.pass({ seconds: 1 })
  await drain(server, 'pool:mining', BTBC.id, 2_399_999n)
  expect(refusal(await server.call(startRun, {}, { as: alice }))).toBe('pool_refilling')
  expect(await launchesOf(server, alice)).toBe(7)
  expect(await teamOf(server, alice)).toMatchObject({ runs: [] })
  await server.pass({ days: 1 })
  ok(await server.call(startRun, {}, { as: alice }))
})

test('the pool is refilled once a day, by the daily cap at the most, and idle days are not made up for', async () => {
  const server = await startTestServer()
  await server.pass({ seconds: 1 })
  const unit = 100_000_000n
  await drain(server, 'pool:mining', BTBC.id, 750_000n * unit)
  await server.pass({ hours: 1 })
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(750_000n * unit)
  await server.pass({ days: 1 })
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(850_000n * unit)
  await server.pass({ hours: 1 })
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(850_000n * unit)
  await server.pass({ days: 9 })
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(950_000n * unit)
  await server.pass({ days: 1 })
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(1_000_000n * unit)
  await server.pass({ days: 1 })
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(1_000_000n * unit)
})

test('launches and the base have another price and rate from a moment on; what was started or shown keeps its own', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 100n)
  ok(await server.call(startRun, {}, { as: alice }))
  const before = await teamOf(server, alice)
  await settle(server, 'mining.launch', { price: '0.5' })
  await settle(server, 'mining.emission', { base: '0.0005' })
  expect(ok(await server.call(readLaunches, {}, { as: alice })).price).toBe('0.50000000')
  const buy = async (price?: string) =>
    await server.call(buyLaunches, { times: 3, ...(price && { price }) }, { as: alice })
  expect(refusal(await buy('1'))).toBe('terms_changed')
  ok(await buy('0.5'))
  const { available } = await balanceOf(server.db, memberAccount(alice.id, 'change', USDT.id))
  expect(available).toBe(9_850_000_000n)
  expect((await teamOf(server, alice)).runs).toEqual(before.runs)
  const bob = await server.join('bob@example.test')
  expect((await teamOf(server, bob)).base_output).toBe('0.00050000')
})

test('the base gave twice as much before 12 July 2025', async () => {
  const server = await startTestServer()
  const baseAt = async (at: string) => (await settingAt(server.db, emission, new Date(at))).base
  expect(await baseAt('2025-07-11T23:59:59Z')).toBe(200_000n)
  expect(await baseAt('2025-07-12T00:00:00Z')).toBe(100_000n)
})

test('a member who has proved neither mail nor phone cannot start', async () => {
  const server = await startTestServer()
  const { clock } = server
  const token = await server.db.transaction().execute(async (tx) => {
    const { id } = await createMember(tx, {
      mail: 'nobody@example.test',
      mailProved: false,
      mobile: null,
      mobileProved: false,
      country: 'CN',
      passwordHash: '-',
      inviterId: null,
      language: 'en',
      agreed: true,
      termsVersion: 1,
      now: clock.now(),
      random: (bytes) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))),
    })
    return await openSession(tx, {
      memberId: id,
      remember: true,
      device: 'test',
      ip: '127.0.0.1',
      random: (bytes) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))),
      wallNow: clock.wallNow(),
    })
  })
  expect(refusal(await server.call(startRun, {}, { as: { token } }))).toBe('not_verified')
})

test('a run that ends while the server is down is paid in full when it is up again', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.app.http.close()
  await server.app.jobs.stop()
  server.clock.pass({ days: 3 })

  const app = await startBeside(server)
  await app.jobs.sweep()
  const unclaimed = await balanceOf(server.db, memberAccount(alice.id, 'unclaimed', BTBC.id))
  expect(unclaimed.available).toBe(2_400_000n)
  const run = await server.db.selectFrom('run').selectAll().executeTakeFirstOrThrow()
  expect(run.state).toBe('closed')
  expect(run.closed_at).toEqual(server.clock.now())
})

test('the first read after the end closes the run when no sweep did', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.app.jobs.stop()
  server.clock.pass({ hours: 24 })
  expect(await teamOf(server, alice)).toMatchObject({ count_down: 0, runs: [] })
  const unclaimed = await balanceOf(server.db, memberAccount(alice.id, 'unclaimed', BTBC.id))
  expect(unclaimed.available).toBe(2_400_000n)
  ok(await server.call(startRun, {}, { as: alice }))
})

test('a start after the end needs no read or sweep before it', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.app.jobs.stop()
  server.clock.pass({ hours: 25 })
  ok(await server.call(startRun, {}, { as: alice }))
  expect(await rewardOf(server, alice)).toMatchObject({ receive_amount: '0.02400000' })
  expect(await teamOf(server, alice)).toMatchObject({ count_down: 86_400 })
})

test('a clock that is set back takes nothing away and gives nothing twice', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  await server.pass({ hours: 12 })
  server.clock.moveWall(-6 * 60 * 60 * 1000)
  expect(await teamOf(server, alice)).toMatchObject({
    run_output: '0.01200000',
    count_down: 43_200,
  })
  expect(refusal(await server.call(startRun, {}, { as: alice }))).toBe('machine_started')
  await server.pass({ hours: 18 })
  expect(await rewardOf(server, alice)).toMatchObject({ receive_amount: '0.02400000' })
})

test('overlapping runs add up, and the countdown is that of the last one', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 100n)
  ok(await server.call(startRun, {}, { as: alice }))
  await server.pass({ hours: 6 })
  const model = ok(await server.call(listModels, {}, { as: alice }))[0]?.id ?? 0
  const { id } = ok(await server.call(buyMachine, { id: model }, { as: alice }))
  ok(await server.call(startMachine, { id }, { as: alice, method: 'GET' }))
  await server.pass({ hours: 6 })
  expect(await teamOf(server, alice)).toMatchObject({
    base_output: '0.00100000',
    machine_output: '0.02083333',
    power_output: '0.52400000',
    next_output: '0.52400000',
    count_down: 64_800,
    // half of 0.024 and a quarter of 0.5
    run_output: '0.13700000',
  })
  await server.pass({ hours: 12 })
  expect(await teamOf(server, alice)).toMatchObject({
    power_output: '0.50000000',
    next_output: '0.50000000',
    count_down: 21_600,
    run_output: '0.37500000',
    runs: [{ machines: [id] }],
  })
  expect(await rewardOf(server, alice)).toMatchObject({ receive_amount: '0.39900000' })
  await server.pass({ hours: 6 })
  expect(await rewardOf(server, alice)).toMatchObject({ receive_amount: '0.52400000' })
})

type As = { id: number; token: string }

async function teamOf(server: TestServer, as: As) {
  return ok(await server.call(readTeam, {}, { as })).team
}

async function rewardOf(server: TestServer, as: As) {
  return ok(await server.call(readOutput, {}, { as }))
}

async function launchesOf(server: TestServer, as: As): Promise<number> {
  return ok(await server.call(readLaunches, {}, { as })).free_times
}

async function btbcOf(server: TestServer, as: As): Promise<string | undefined> {
  const wallets = ok(await server.call(listWallets, {}, { as }))
  return wallets.change_wallet.balance.find((row) => row.currency === BTBC.id)?.change_balance
}
