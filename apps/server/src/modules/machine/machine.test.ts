import {
  buyMachine,
  listMachines,
  listModels,
  readTeam,
  startMachine,
  startRun,
} from '@btbc/contract/mining.ts'
import { proposeMachine } from '@btbc/contract/operator/machine.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { listSettings, proposeSetting } from '@btbc/contract/operator/setting.ts'
import { openBreaker } from '@btbc/database/broken-connections.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'

import { drain, give, inHouse } from '#testing/funds.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { settle } from '#testing/settings.ts'

const { BTBC, USDT } = currencies

test('the shop shows price, income, cycle, limit and stock of each machine', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const shop = ok(await server.call(listModels, {}, { as: alice }))
  expect(
    shop.map(({ name, price, currency, income, days, category, buy_times, stock }) => ({
      name,
      price,
      currency,
      income,
      days,
      category,
      buy_times,
      stock,
    })),
  ).toEqual([
    {
      name: 'S-1',
      price: '20.00000000',
      currency: 3,
      income: '0.50000000',
      days: 60,
      category: 0,
      buy_times: 5,
      stock: 10_000,
    },
    {
      name: 'S-2',
      price: '100.00000000',
      currency: 3,
      income: '2.80000000',
      days: 60,
      category: 0,
      buy_times: 5,
      stock: 10_000,
    },
    {
      name: 'S-3',
      price: '500.00000000',
      currency: 3,
      income: '15.00000000',
      days: 90,
      category: 0,
      buy_times: 2,
      stock: 10_000,
    },
    {
      name: 'C-1',
      price: '50.00000000',
      currency: 28,
      income: '1.20000000',
      days: 60,
      category: 1,
      buy_times: 3,
      stock: 10_000,
    },
  ])
  expect(shop[0]).toMatchObject({ rate: '0.02083333', bought: 0, img: '/media/machine-s1.svg' })
})

test('a sale takes the price and sets the income of the whole cycle aside', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 25n)
  const { id } = ok(
    await server.call(buyMachine, { id: await modelOf(server, 'S-1') }, { as: alice }),
  )

  expect(await spotOf(server, alice.id, USDT.id)).toBe(5n * UNIT)
  expect(await inHouse(server, 'fees', USDT.id)).toBe(20n * UNIT)
  expect(await inHouse(server, 'reserve:machine', BTBC.id)).toBe(30n * UNIT)
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(999_970n * UNIT)
  expect(ok(await server.call(listMachines, { statu: -1 }, { as: alice }))).toEqual([
    {
      id,
      machine_id: await modelOf(server, 'S-1'),
      name: 'S-1',
      price: '20.00000000',
      income: '0.50000000',
      rate: '0.02083333',
      days: 60,
      runs_done: 0,
      category: 0,
      status: 0,
      img: '/media/machine-s1.svg',
      create_time: server.clock.now().toISOString(),
    },
  ])
  expect(ok(await server.call(listModels, {}, { as: alice }))[0]).toMatchObject({
    bought: 1,
    stock: 9999,
  })
})

test('C-1 is bought in BTBC', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(buyMachine, { id: await modelOf(server, 'C-1') }, { as: alice }))
  expect(await spotOf(server, alice.id, BTBC.id)).toBe(0n)
  expect(await inHouse(server, 'fees', BTBC.id)).toBe(50n * UNIT)
})

test('a sale is refused without money, for an unknown machine, over the limit', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const big = await modelOf(server, 'S-3')
  const poor = await server.call(buyMachine, { id: big }, { as: alice })
  expect(refusal(poor)).toBe('insufficient_balance')
  expect(refusal(await server.call(buyMachine, { id: 99 }, { as: alice }))).toBe(
    'machine_not_found',
  )
  await give(server, alice.id, USDT.id, 2000n)
  // Both are sold, and the connection is lost before anybody hears of it: without a key nobody asks for
  // another one, and under a key the answer is found.
  const breaker = openBreaker()
  onTestFinished(() => breaker.stop())
  const loseNext = () => breaker.arm({ statement: Number.MAX_SAFE_INTEGER, when: 'unheard' })
  loseNext()
  const lost = await server.call(buyMachine, { id: big }, { as: alice })
  expect([refusal(lost), await soldOf(server, big)]).toEqual(['unavailable', 1])
  loseNext()
  ok(await server.call(buyMachine, { id: big }, { as: alice, key: newKey() }))
  const third = await server.call(buyMachine, { id: big }, { as: alice })
  expect(third).toMatchObject({ code: 'machine_limit', details: { limit: 2 } })
  expect(await spotOf(server, alice.id, USDT.id)).toBe(1000n * UNIT)
  expect(await soldOf(server, big)).toBe(2)
})

test('a pool that cannot promise the whole income refuses the sale and takes nothing', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 20n)
  await server.pass({ seconds: 1 })
  await drain(server, 'pool:mining', BTBC.id, 30n * UNIT - 1n)
  const id = await modelOf(server, 'S-1')
  expect(refusal(await server.call(buyMachine, { id }, { as: alice }))).toBe('pool_refilling')
  expect(await spotOf(server, alice.id, USDT.id)).toBe(20n * UNIT)
  expect(await soldOf(server, id)).toBe(0)
})

test('the last machines go to as many who can pay, however many ask at once and again under their key', async () => {
  const server = await startTestServer()
  const members = await Promise.all(
    Array.from({ length: 8 }, (_, n) => server.join(`member${n}@example.test`)),
  )
  // The first two stand in the way of nobody.
  for (const member of members.slice(2)) await give(server, member.id, USDT.id, 100n)
  const id = await modelOf(server, 'S-1')
  await settle(server, 'machine.s-1', { stock: '3' })
  const asked = members.map((as) => ({ as, key: newKey() }))
  const answers = await Promise.all(
    [...asked, ...asked].map((each) => server.call(buyMachine, { id }, each)),
  )
  const sold = answers.flatMap((answer) => (answer.type === 'ok' ? [answer.message.id] : []))
  expect([sold.length, new Set(sold).size]).toEqual([6, 3])
  const refusals = new Set(answers.flatMap((answer) => (answer.type === 'ok' ? [] : [answer.code])))
  refusals.delete('insufficient_balance')
  expect([...refusals]).toEqual(['out_of_stock'])
  expect(await soldOf(server, id)).toBe(3)
  expect(await inHouse(server, 'fees', USDT.id)).toBe(60n * UNIT)
})

test('one member who buys 32 times at once stays within the limit', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 1000n)
  const id = await modelOf(server, 'S-1')
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => server.call(buyMachine, { id }, { as: alice })),
  )
  expect(answers.filter((answer) => answer.type === 'ok')).toHaveLength(5)
  expect(await spotOf(server, alice.id, USDT.id)).toBe(900n * UNIT)
})

test('a machine runs, rests, and is finished for good when its days are used up', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 20n)
  const model = await modelOf(server, 'S-1')
  await settle(server, 'machine.s-1', { days: '2' })
  const { id } = ok(await server.call(buyMachine, { id: model }, { as: alice }))
  expect(await inHouse(server, 'reserve:machine', BTBC.id)).toBe(1n * UNIT)

  const first = ok(await server.call(startMachine, { id }, { as: alice }))
  expect(first).toMatchObject({ free_times: 6, run: { power_output: '0.50000000' } })
  expect(await machinesOf(server, alice, { statu: 1 })).toMatchObject([
    { id, status: 1, runs_done: 0, ends_at: first.run.ends_at },
  ])
  expect(refusal(await server.call(startMachine, { id }, { as: alice }))).toBe('machine_started')

  await server.pass({ hours: 24 })
  expect(await machinesOf(server, alice, { status: 0 })).toMatchObject([
    { id, status: 0, runs_done: 1 },
  ])
  ok(await server.call(startRun, {}, { as: alice }))
  await server.pass({ hours: 24 })
  expect(await machinesOf(server, alice, { status: 2 })).toMatchObject([
    { id, status: 2, runs_done: 2 },
  ])
  expect(await machinesOf(server, alice, { status: 0 })).toEqual([])
  expect(refusal(await server.call(startMachine, { id }, { as: alice }))).toBe('machine_finished')
  expect(await inHouse(server, 'reserve:machine', BTBC.id)).toBe(0n)

  // The base runs on without it.
  expect(ok(await server.call(startRun, {}, { as: alice })).run.power_output).toBe('0.02400000')
  const unclaimed = await balanceOf(server.db, memberAccount(alice.id, 'unclaimed', BTBC.id))
  expect(unclaimed.available).toBe(102_400_000n)
})

test('start-all takes the base and every idle machine as one run for one launch', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await give(server, alice.id, USDT.id, 120n)
  const one = ok(await server.call(buyMachine, { id: await modelOf(server, 'S-1') }, { as: alice }))
  const two = ok(await server.call(buyMachine, { id: await modelOf(server, 'S-2') }, { as: alice }))
  const started = ok(await server.call(startRun, {}, { as: alice }))
  expect(started).toMatchObject({ free_times: 6, run: { power_output: '3.32400000' } })
  const { team } = ok(await server.call(readTeam, {}, { as: alice }))
  expect(team.runs).toMatchObject([{ machines: [one.id, two.id] }])
  expect(team).toMatchObject({ base_output: '0.00100000', machine_output: '0.13750000' })
})

test('machines are changed, added and withdrawn by two from a moment on, and what was bought keeps what was promised', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const [olga, otto] = [
    await hire(server, 'Olga', ['finance']),
    await hire(server, 'Otto', ['admin']),
  ]
  await give(server, alice.id, USDT.id, 100n)
  const reason = 'agreed at the meeting'
  const tomorrow = () => new Date(server.clock.now().getTime() + 24 * 3_600_000).toISOString()
  const usual = {
    state: 'on sale',
    price: '20',
    income: '0.5',
    days: '60',
    limit: '5',
    stock: '10000',
  }
  const change = (figures: Record<string, string>, effective_at = tomorrow()) =>
    callOperator(
      server,
      proposeSetting,
      { name: 'machine.s-1', value: { ...usual, ...figures }, effective_at, reason },
      { as: olga },
    )
  const add = (asked: { name?: string; value?: Record<string, string> } = {}, as = olga) => {
    const { name = 'X-9', value } = asked
    const figures = { price: '10', income: '0.2', days: '60', limit: '1', stock: '5', ...value }
    const machine = { name, picture: 's2', currency: 3, value: figures } as const
    return callOperator(
      server,
      proposeMachine,
      { ...machine, effective_at: tomorrow(), reason },
      { as },
    )
  }
  const accept = (id: number, as = otto) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })
  const buy = (asked: { id: number; price?: string; income?: string; days?: number }) =>
    server.call(buyMachine, asked, { as: alice })
  const shop = async () => ok(await server.call(listModels, {}, { as: alice }))

  for (const [figures, code] of [
    [{ price: '2000' }, 'setting_bounds'],
    [{ price: '9.99' }, 'setting_bounds'],
    [{ income: '50' }, 'setting_bounds'],
    [{ income: '0.75', days: '101' }, 'setting_odd'],
    [{ price: '0' }, 'setting_bounds'],
    [{ price: '-20' }, 'invalid_request'],
    [{ stock: '1.5' }, 'invalid_request'],
    [{ state: 'gone' }, 'invalid_request'],
  ] as const) {
    expect([figures, refusal(await change(figures))]).toEqual([figures, code])
  }
  expect(refusal(await change({ price: '25' }, '2026-02-28T12:00:00.000Z'))).toBe('setting_past')
  const { id: changed } = ok(await change({ price: '25', income: '0.6', days: '30' }))
  expect(refusal(await accept(changed, olga))).toBe('proposal_own')
  ok(await accept(changed))

  expect(refusal(await add({ name: 's-1' }))).toBe('machine_known')
  expect(refusal(await add({ value: { income: '2' } }))).toBe('setting_odd')
  const { id: added, summary } = ok(await add())
  expect(summary).toMatch(
    /^A new machine X-9, bought in USDT: Price 10 USDT, Income a day 0.2 BTBC.*; picture S2; sold from/,
  )
  expect(refusal(await add({}, otto))).toBe('proposal_pending')
  ok(await accept(added))
  const newest = await modelOf(server, 'X-9')
  expect(refusal(await buy({ id: newest }))).toBe('machine_not_found')

  const id = await modelOf(server, 'S-1')
  ok(await buy({ id, price: '20', income: '0.5', days: 60 }))
  server.clock.passBusiness({ hours: 24 })
  expect((await shop()).map(({ name, price, stock }) => [name, price, stock])).toEqual([
    ['S-1', '25.00000000', 9999],
    ['S-2', '100.00000000', 10_000],
    ['S-3', '500.00000000', 10_000],
    ['C-1', '50.00000000', 10_000],
    ['X-9', '10.00000000', 5],
  ])
  expect(refusal(await buy({ id, price: '20' }))).toBe('terms_changed')
  expect(refusal(await buy({ id, price: '25', income: '0.6', days: 60 }))).toBe('terms_changed')
  ok(await buy({ id, price: '25', income: '0.6', days: 30 }))
  ok(await buy({ id: newest }))
  expect(refusal(await buy({ id: newest }))).toBe('machine_limit')
  expect(await inHouse(server, 'reserve:machine', BTBC.id)).toBe((30n + 18n + 12n) * UNIT)
  expect(await spotOf(server, alice.id, USDT.id)).toBe(45n * UNIT)

  const { value } = ok(await callOperator(server, listSettings, {}, { as: otto })).find(
    ({ name }) => name === 'machine.x-9',
  ) ?? { value: {} }
  const leave = { name: 'machine.x-9', value: { ...value, state: 'withdrawn' }, reason }
  const { id: withdrawn } = ok(await callOperator(server, proposeSetting, leave, { as: olga }))
  ok(await accept(withdrawn))
  server.clock.passBusiness({ seconds: 10 })
  expect(refusal(await buy({ id: newest }))).toBe('machine_not_found')
  expect((await shop()).map(({ name }) => name)).not.toContain('X-9')
  expect(
    (await machinesOf(server, alice, {})).map(({ name, income, days }) => [name, income, days]),
  ).toEqual([
    ['X-9', '0.20000000', 60],
    ['S-1', '0.60000000', 30],
    ['S-1', '0.50000000', 60],
  ])
})

test('nobody can start or see the machine of another member', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  const { id } = ok(
    await server.call(buyMachine, { id: await modelOf(server, 'C-1') }, { as: alice }),
  )
  expect(refusal(await server.call(startMachine, { id }, { as: bob }))).toBe('machine_not_found')
  expect(await machinesOf(server, bob, {})).toEqual([])
})

async function modelOf(server: TestServer, name: string): Promise<number> {
  const row = await server.db
    .selectFrom('machine_model')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.id
}

async function soldOf(server: TestServer, id: number): Promise<number> {
  const row = await server.db
    .selectFrom('machine_model')
    .select('sold')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.sold
}

async function spotOf(server: TestServer, memberId: number, currency: 3 | 28): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(memberId, 'change', currency))).available
}

async function machinesOf(
  server: TestServer,
  as: { token: string },
  filter: { statu?: number; status?: number },
) {
  return ok(await server.call(listMachines, filter, { as }))
}
