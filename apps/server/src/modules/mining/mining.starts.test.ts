import { buyLaunches, startMachine, startRun } from '@btbc/contract/mining.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { InsufficientBalance } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { findAnswer, storeAnswer } from '#http/idempotency.ts'
import { lockMember } from '#modules/account/index.ts'
import { drain, give, inHouse } from '#testing/funds.ts'
import { makeMember } from '#testing/members.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

import { openStarts } from './mining.routes.ts'

const { BTBC, LAUNCH, USDT } = currencies
const STARTS = process.env['BTBC_CAMPAIGN'] === '1' ? 500 : 60
const OUTPUT = 2_400_000n

test('starts that come at once, on two servers, take a pool to its last unit and not beyond', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  const ids: number[] = []
  for (let n = 0; n < STARTS; n += 1) ids.push(await add(server))
  const issued = await inHouse(server, 'issuance', LAUNCH.id)
  await drain(server, 'pool:mining', BTBC.id, OUTPUT * BigInt(STARTS - 1))

  const [here, there] = [openStarts(server.db), openStarts(server.db)]
  const now = server.clock.now()
  const started = await Promise.allSettled(
    ids.map((memberId, n) => (n % 2 === 0 ? here : there)({ memberId, now, wallNow: now })),
  )
  const short = started.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(short).toEqual([expect.any(InsufficientBalance)])
  expect(await inHouse(server, 'pool:mining', BTBC.id)).toBe(0n)
  expect(await inHouse(server, 'reserve:run', BTBC.id)).toBe(OUTPUT * BigInt(STARTS - 1))
  expect(await inHouse(server, 'issuance', LAUNCH.id)).toBe(issued + BigInt(STARTS - 1))
  const loser = ids[started.findIndex(({ status }) => status === 'rejected')] ?? 0
  const launches = await balanceOf(server.db, memberAccount(loser, 'launches', LAUNCH.id))
  expect(launches.available).toBe(7n)

  // All end at one moment, and are settled together.
  server.clock.pass({ hours: 24 })
  await server.app.jobs.sweep()
  expect(await inHouse(server, 'reserve:run', BTBC.id)).toBe(0n)
})

test('a start is done once under its key, and a member who is held up holds up nobody else', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  const key = newKey()
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = server.db.transaction().execute(async (tx) => {
    await lockMember(tx, alice.id)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  const waiting = [1, 2].map(() => server.call(startRun, {}, { as: alice, key }))
  ok(await server.call(startRun, {}, { as: bob }))
  letGo.resolve()
  await holding

  const [first, second] = (await Promise.all(waiting)).map(ok)
  expect(second).toEqual(first)
  expect(first?.free_times).toBe(6)
  const again = { as: alice, key }
  expect(ok(await server.call(startRun, {}, again))).toEqual(first)
  expect(refusal(await server.call(startMachine, { id: 1 }, again))).toBe('key_reused')
  expect(refusal(await server.call(startRun, {}, { as: alice }))).toBe('machine_started')

  // Something else is under way under the same key, and nobody but its member waits for the end of it.
  const [carol, dan] = [
    await server.join('carol@example.test'),
    await server.join('dan@example.test'),
  ]
  const other = { memberId: carol.id, key, requestHash: Buffer.alloc(32), confidential: false }
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const doing = server.db.transaction().execute(async (tx) => {
    await findAnswer(tx, other)
    await storeAnswer(tx, other, 'something else', {
      wallNow: server.clock.wallNow(),
      isBrief: false,
    })
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const late = server.call(startRun, {}, { as: carol, key })
  ok(await server.call(startRun, {}, { as: dan }))
  end.resolve()
  await doing
  expect(refusal(await late)).toBe('key_reused')
})

test('launches that are bought at once are each paid once, and who is held up or poor is so alone', async () => {
  const server = await startTestServer()
  const [alice, bob, carol] = [
    await server.join('alice@example.test'),
    await server.join('bob@example.test'),
    await server.join('carol@example.test'),
  ]
  await give(server, alice.id, USDT.id, 10n)
  await give(server, bob.id, USDT.id, 3n)
  const fees = await inHouse(server, 'fees', USDT.id)
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = server.db.transaction().execute(async (tx) => {
    await lockMember(tx, alice.id)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  const key = newKey()
  const buy = (times: number, as: { token: string }, under?: string) =>
    server.call(buyLaunches, { times }, { as, ...(under && { key: under }) })
  const waiting = [buy(6, alice, key), buy(6, alice, key), buy(4, alice)]
  const [paid, poor] = await Promise.all([buy(3, bob), buy(3, carol)])
  expect(ok(paid)).toEqual({ free_times: 10 })
  expect(refusal(poor)).toBe('insufficient_balance')
  letGo.resolve()
  await holding

  const [first, second] = (await Promise.all(waiting)).map(ok)
  expect(second).toEqual(first)
  expect(await inHouse(server, 'fees', USDT.id)).toBe(fees + 13n * UNIT)
  expect(refusal(await buy(1, alice, key))).toBe('key_reused')
})

async function add(server: TestServer): Promise<number> {
  return await server.db.transaction().execute((tx) => makeMember(tx, server))
}
