import { readLaunches } from '@btbc/contract/mining.ts'
import { claimOutput, readWithdrawable } from '@btbc/contract/rewards.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { inTx, killed } from '#testing/kills.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'

import { lockStanding } from './claims.ts'
import { claimRewards } from './rewards.claiming.ts'
import { mine, mint, put, reconciled, reward, settle, start } from './testing/start.ts'

const { BTBC, USDT } = currencies

test('mined output can be claimed once its batch is final: free the first time, then for 10 USDT', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await mine(server, alice)
  expect(await reward(server, alice)).toMatchObject({
    receive_amount: '0.02400000',
    can_receive: '0.00000000',
    receive_rate: '0',
    blocked: 'claim_not_on_chain',
  })
  expect(refusal(await claim(server, alice, '0.024'))).toBe('claim_not_on_chain')
  await mint(server, chain)
  expect(await reward(server, alice)).toMatchObject({
    receive_amount: '0.02400000',
    can_receive: '0.02400000',
    receive_rate: '100',
    fee: { amount: '0.00000000' },
    on_its_way: '0.00000000',
    blocked: null,
  })
  expect(refusal(await claim(server, alice, '0.02400001'))).toBe('claim_over')
  expect(ok(await claim(server, alice, '0.014'))).toEqual({
    claimed: '0.01400000',
    fee: '0.00000000',
    fee_currency: USDT.id,
    net: '0.01400000',
  })
  expect(ok(await server.call(readLaunches, {}, { as: alice })).award_receives).toBe(1)
  await give(server, alice.id, USDT.id, 15n)
  expect(ok(await claim(server, alice, '0.01', { fee: '10' }))).toMatchObject({
    fee: '10.00000000',
    fee_currency: USDT.id,
    net: '0.01000000',
  })
  expect(ok(await server.call(readWithdrawable, {}, { as: alice }))).toEqual({
    BTBC: '50.0240',
    USDT: '5.0000',
  })
  expect(await reward(server, alice)).toMatchObject({ blocked: 'claim_unavailable' })
  await reconciled(server, chain)
})

test('without USDT the fee comes from the claim, as it was shown, and never eats all of it', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await put(server, alice, 30n * UNIT)
  await mint(server, chain)
  ok(await claim(server, alice, '1'))
  expect(await reward(server, alice)).toMatchObject({
    fee: { currency: BTBC.id, amount: '12.50000000' },
    fees: { USDT: '10.00000000', BTBC: '12.50000000' },
    later_fees: { USDT: '10.00000000', BTBC: '12.50000000' },
  })
  expect(refusal(await claim(server, alice, '12.5'))).toBe('claim_below_fee')
  expect(refusal(await claim(server, alice, '20', { fee: '12' }))).toBe('fee_changed')
  expect(refusal(await claim(server, alice, '20', { fee_in: 'USDT' }))).toBe('insufficient_balance')
  expect(ok(await claim(server, alice, '20', { fee_in: 'BTBC', fee: '12.5' }))).toMatchObject({
    claimed: '20.00000000',
    fee: '12.50000000',
    fee_currency: BTBC.id,
    net: '7.50000000',
  })
  expect(await spot(server, alice)).toBe(50n * UNIT + UNIT + (75n * UNIT) / 10n)
})

test('only verified members claim, and each is told what is missing; whose part of a mint was what is forgotten after 90 days', async () => {
  const { server, chain } = await start()
  const bob = await server.join('bob@example.test')
  await settle(server, chain)
  await put(server, bob, UNIT)
  await mint(server, chain)
  expect(await reward(server, bob)).toMatchObject({ blocked: 'claim_needs_identity' })
  expect(refusal(await claim(server, bob, '1'))).toBe('claim_needs_identity')
  await acceptIdentity(server, bob)
  ok(await claim(server, bob, '1'))

  const shares = () => server.db.selectFrom('mint_share').select('amount').execute()
  await server.pass({ days: 89 })
  expect(await shares()).toEqual([{ amount: UNIT }])
  await server.pass({ days: 2 })
  expect(await shares()).toEqual([])
})

test('claims at once take what is there once, whoever is poor, held up or killed is so alone, and a key claims once', async () => {
  const { server, chain, alice } = await start()
  const [bob, carol] = [
    await server.join('bob@example.test'),
    await server.join('carol@example.test'),
  ]
  for (const each of [bob, carol]) await acceptIdentity(server, each)
  await settle(server, chain)
  for (const each of [alice, bob, carol]) await put(server, each, 40n * UNIT)
  await mint(server, chain)
  await give(server, alice.id, USDT.id, 1_000n)
  for (const each of [bob, carol]) ok(await claim(server, each, '1'))
  const asked = { memberId: alice.id, now: server.clock.now(), wallNow: server.clock.wallNow() }
  const ofAlice = { ...asked, request: { amount: 15n * UNIT } }
  await killed(server, (tx) => claimRewards(tx, [ofAlice], { waits: false }))

  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = inTx(server, async (tx) => {
    await lockStanding(tx, alice.id)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  const waiting = Array.from({ length: 32 }, () => claim(server, alice, '15', {}, newKey()))
  const [paid, poor] = await Promise.all([
    claim(server, bob, '20'),
    claim(server, carol, '20', { fee_in: 'USDT' }),
  ])
  expect(ok(paid)).toMatchObject({ fee: '12.50000000', net: '7.50000000' })
  expect(refusal(poor)).toBe('insufficient_balance')
  letGo.resolve()
  await holding
  const outcomes = await Promise.all(waiting)
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(2)

  const key = newKey()
  const again = await Promise.all(
    Array.from({ length: 8 }, () => claim(server, alice, '5', {}, key)),
  )
  expect(new Set(again.map((each) => ok(each).net))).toEqual(new Set(['5.00000000']))
  expect(refusal(await claim(server, alice, '4', {}, key))).toBe('key_reused')
  expect(await reward(server, alice)).toMatchObject({ can_receive: '5.00000000' })
  const claims = await server.db
    .selectFrom('reward_claim')
    .select('amount')
    .where('member_id', '=', alice.id)
    .orderBy('id')
    .execute()
  expect(claims.map(({ amount }) => amount / UNIT)).toEqual([15n, 15n, 5n])
})

test('a client without keys that asks once more for the same claim gets its answer, and claims once', async () => {
  const { server, chain, alice } = await start()
  await settle(server, chain)
  await mine(server, alice)
  await mint(server, chain)
  const before = await spot(server, alice)
  const ask = () => server.call(claimOutput, { amount: '0.01' }, { as: alice, method: 'GET' })
  const first = ok(await ask())
  expect(ok(await ask())).toEqual(first)
  expect((await spot(server, alice)) - before).toBe(UNIT / 100n)
  // Ten seconds later it is another claim, with its fee.
  server.clock.moveWall(11_000)
  expect(refusal(await ask())).toBe('claim_below_fee')
})

test('without a chain nothing can be claimed, and it is said so', async () => {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  await acceptIdentity(server, alice)
  await put(server, alice, UNIT)
  expect(await reward(server, alice)).toMatchObject({
    receive_amount: '1.00000000',
    can_receive: '0.00000000',
    next_mint_at: null,
    blocked: 'claim_not_on_chain',
  })
  expect(refusal(await claim(server, alice, '1'))).toBe('claim_not_on_chain')
  expect(refusal(await claim(server, alice, '0'))).toBe('invalid_request')
})

async function claim(
  server: TestServer,
  member: TestMember,
  amount: string,
  more: { fee_in?: 'USDT' | 'BTBC'; fee?: string } = {},
  key?: string,
) {
  const options = key === undefined ? {} : { key }
  return await server.call(claimOutput, { amount, ...more }, { as: member, ...options })
}

async function spot(server: TestServer, member: TestMember): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(member.id, 'change', BTBC.id))).available
}
