import { startMachine, startRun } from '@btbc/contract/mining.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { InsufficientBalance } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { lockMember } from '#modules/account/index.ts'
import { drain, inHouse } from '#testing/funds.ts'
import { makeMember } from '#testing/members.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

import { openStarts } from './mining.routes.ts'

const { BTBC, LAUNCH } = currencies
const STARTS = 60
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
})

async function add(server: TestServer): Promise<number> {
  return await server.db.transaction().execute((tx) => makeMember(tx, server))
}
