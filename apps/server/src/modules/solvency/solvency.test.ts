import { readProfile } from '@btbc/contract/account.ts'
import { buyMachine, startRun } from '@btbc/contract/mining.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { houseAccount, type HousePurpose } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { toChain } from '#chain/units.ts'
import { auditReserves } from '#set-aside.ts'
import { startTestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'

test('anyone may read the books of the first day, and they agree', async () => {
  const server = await startTestServer()
  const { at, currencies: rows } = ok(await server.call(readSolvency))
  expect(at).toBe(server.clock.now().toISOString())
  expect(rows.map((row) => row.currency_name)).toEqual([
    'BTC',
    'USDT',
    'BNB',
    'BTBC',
    'LAUNCH',
    'POINT',
  ])
  expect(rows.every((row) => row.agrees)).toBe(true)
  expect(rows[1]).toMatchObject({
    custody: '10000000.00000000',
    custody_source: 'books',
    reserves: {
      'pool:treasury': '8799000.00000000',
      'pool:lock': '300000.00000000',
      'pool:fund': '300000.00000000',
      'pool:campaign': '600000.00000000',
      'pool:red_packet': '1000.00000000',
    },
  })
  expect(rows[3]?.reserves['pool:mining']).toBe('1000000.00000000')
})

test('it is added up once a minute, however many ask, and says from when it is', async () => {
  const server = await startTestServer({}, { goesOn: true })
  const { at } = ok(await server.call(readSolvency))
  const looks = await Promise.all(Array.from({ length: 3 }, () => server.call(readSolvency)))
  server.clock.pass({ seconds: 59 })
  for (const look of [...looks, await server.call(readSolvency)]) expect(ok(look).at).toBe(at)
  server.clock.pass({ seconds: 1 })
  expect(ok(await server.call(readSolvency)).at).toBe(server.clock.now().toISOString())
})

test('promises are summed from what is promised and stand in the reserves', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const code = ok(await server.call(readProfile, {}, { as: alice })).extension_code
  const bob = await server.join('bob@example.test', { extensionCode: code })
  await give(server, alice.id, currencies.USDT.id, 20n)
  ok(await server.call(buyMachine, { id: 1 }, { as: alice }))
  expect(await btbc(server)).toMatchObject({
    promises: '30.00000000',
    reserves: { 'reserve:machine': '30.00000000' },
    agrees: true,
  })
  ok(await server.call(startRun, {}, { as: alice }))
  ok(await server.call(startRun, {}, { as: bob }))
  expect(await btbc(server)).toMatchObject({
    promises: '30.04800000',
    reserves: { 'reserve:machine': '29.50000000', 'reserve:run': '0.54800000' },
    owed: { available: '100.00000000', held: '0.00000000', unclaimed: '0.00000000' },
    agrees: true,
  })
  expect(await launches(server)).toMatchObject({
    promises: '7.00000000',
    owed: { available: '12.00000000' },
    agrees: true,
  })
  await server.pass({ hours: 24 })
  expect(await btbc(server)).toMatchObject({
    promises: '29.50000000',
    owed: { unclaimed: '0.54800000' },
    agrees: true,
  })
  expect(await launches(server)).toMatchObject({ promises: '0.00000000', agrees: true })
})

test('a reserve that is one unit short is told by the sum, and by the audit where another has it', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  ok(await server.call(startRun, {}, { as: alice }))
  const { id } = currencies.BTBC
  const move = async (from: HousePurpose, to: HousePurpose) => {
    const moves = [{ from: houseAccount(from, id), to: houseAccount(to, id), amount: 1n }]
    const entry = {
      key: `test:${from}:${to}`,
      kind: 'run.released',
      at: server.clock.now(),
    } as const
    await server.db.transaction().execute((tx) => post(tx, { ...entry, moves }))
  }
  await move('reserve:run', 'pool:mining')
  expect(await btbc(server)).toMatchObject({ agrees: false })
  await move('pool:mining', 'reserve:machine')
  expect(await btbc(server)).toMatchObject({ agrees: true })
  expect(await auditReserves(server.db)).toMatchObject([
    { rule: expect.stringContaining('reserve of runs'), about: { currency: id } },
    { rule: expect.stringContaining('reserve of machines') },
  ])
  await move('reserve:machine', 'reserve:run')
})

test('custody is read from the chain where there is one, and a coin that is missing there is told', async () => {
  const chain = await startTestChain()
  const server = await startTestServer({}, { chain })
  const { USDT } = currencies
  const look = async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await chain.mine(CONFIRMATIONS + 1)
      await server.app.chainWorks?.step()
    }
    return ok(await server.call(readSolvency)).currencies
  }
  const [, usdt, , coin] = await look()
  expect(usdt).toMatchObject({ custody: '10000000.00000000', agrees: true })
  expect(usdt?.custody_source).toMatch(/^chain@\d+$/)
  expect(coin).toMatchObject({ agrees: true, issued: '1000000.00000000' })
  const missing = toChain(9_999_999n * UNIT)
  const { address } = chain.coins[USDT.id]
  await chain.node('anvil_dealERC20', [chain.hotAddress, address, `0x${missing.toString(16)}`])
  await look()
  await server.pass({ minutes: 2 })
  const short = (await look())[1]
  expect(short).toMatchObject({ custody: '9999999.00000000', agrees: false })
})

test('the books agree at every moment while members mine and buy', async () => {
  const server = await startTestServer()
  const members = await Promise.all(
    Array.from({ length: 6 }, (_, n) => server.join(`member${n}@example.test`)),
  )
  const work = members.map(async (as) => {
    const starts = [server.call(startRun, {}, { as })]
    const bought = server.call(buyMachine, { id: 4 }, { as })
    starts.push(server.call(startRun, {}, { as }))
    ok(await bought)
    return await Promise.all(starts)
  })
  const looks = Array.from({ length: 20 }, () => server.call(readSolvency))
  for (const look of await Promise.all(looks)) {
    expect(ok(look).currencies.every((row) => row.agrees)).toBe(true)
  }
  for (const starts of await Promise.all(work)) {
    // The machine is there for the second start, or came too late for both, or went with the first.
    const codes = starts.flatMap((start) => (start.type === 'ok' ? [] : [start.code]))
    expect([[], ['machine_started']]).toContainEqual(codes)
  }
  expect(await btbc(server)).toMatchObject({ agrees: true })
})

async function btbc(server: TestServer) {
  return ok(await server.call(readSolvency)).currencies.find((row) => row.currency === 28)
}

async function launches(server: TestServer) {
  return ok(await server.call(readSolvency)).currencies.find((row) => row.currency === 1001)
}
