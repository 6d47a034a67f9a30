import { depositOnline, listPaymentMethods } from '@btbc/contract/gateway.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import {
  ask,
  expectExact,
  expectNoted,
  legalOf,
  listed,
  openBooks,
  settled,
  tell,
  treasury,
} from '#testing/gateway-deposits.ts'
import { type GatewayServer, pressAt, startGatewayServer } from '#testing/gateway.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { settle } from '#testing/settings.ts'
import { newKey, ok, refusal } from '#testing/server.ts'

const { USDT } = currencies

test('a treasury that is short says so before, and nothing is written', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await leaveInTreasury(server, 99n * UNIT)
  const answer = await server.call(depositOnline, { amount: '100' }, { as: alice })
  expect(answer).toMatchObject({ code: 'rail_short', details: { left: '99' } })
  expect(ok(await server.call(listPaymentMethods, {}, { as: alice })).left).toBe('99.00000000')
  expect(await listed(server, alice)).toEqual([])
  await ask(server, alice, { amount: '99' })
  expect(await treasury(server)).toBe(0n)
})

test('over-paid while the treasury is short: the reserved part at once, the rest is owed in the open and given when two operators refill it', async () => {
  const server = await startGatewayServer()
  tell(server)
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance'])
  const alice = await server.join('alice@example.test')
  await leaveInTreasury(server, 120n * UNIT)
  await pressAt(await ask(server, alice, { amount: '100' }), 'more')
  await settled(server, alice, 'processing')
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await listed(server, alice)).toMatchObject([
    { status: 0, state: 'processing', amount: '150.00000000', next: { who: 'operator' } },
  ])
  await expectOwed(server, 50n * UNIT)
  // The next coins of the treasury are for who has paid.
  expect(ok(await server.call(listPaymentMethods, {}, { as: alice })).left).toBe('0.00000000')
  await server.pass({ minutes: 2 })
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
  expect(await callsAboutOwed(server)).toBe(2)
  const alerts = async () => ok(await callOperator(server, readOverview, {}, { as: olga })).alerts
  expect((await alerts()).filter(({ kind }) => kind === 'rail_owed')).toMatchObject([
    { text: expect.stringContaining('short of 50 USDT') },
  ])
  const reason = 'A member waits for it'
  const refill = {
    pool: 'treasury',
    currency: USDT.id,
    from: 'fees',
    amount: '30',
    reason,
  } as const
  const { id } = ok(await callOperator(server, proposeFunding, refill, { as: olga }))
  const accept = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, accept, { as: otto }))
  await server.pass({ minutes: 2 })
  expect((await alerts()).map(({ kind }) => kind)).not.toContain('rail_owed')
  expect(await legalOf(server, alice)).toBe(150n * UNIT)
  expect(await listed(server, alice)).toMatchObject([{ status: 1, state: 'done' }])
  await expectExact(server)
})

test('told late while the treasury is empty: noted on the rail, owed, counted for one day, and credited later', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  await pressAt(await ask(server, alice, { amount: '100' }), 'pay')
  await server.pass({ minutes: 31 })
  await leaveInTreasury(server, 0n, { member: '100' })
  tell(server)
  await settled(server, alice, 'processing')
  expect(await legalOf(server, alice)).toBe(0n)
  await expectOwed(server, 100n * UNIT)
  const next = () => server.call(depositOnline, { amount: '50' }, { as: alice })
  expect(refusal(await next())).toBe('rail_day_limit')
  await server.pass({ hours: 24 })
  // However long the house owes it: only the treasury is in the way now.
  expect(refusal(await next())).toBe('rail_short')
  await refillTreasury(server, 100n * UNIT)
  await server.pass({ minutes: 2 })
  expect(await legalOf(server, alice)).toBe(100n * UNIT)
})

/** What came in is noted, and the open books say that more is promised than is reserved. */
async function expectOwed(server: GatewayServer, owed: bigint): Promise<void> {
  await expectNoted(server)
  expect(await openBooks(server)).toMatchObject({
    promises: `${owed / UNIT}.00000000`,
    agrees: false,
  })
}

/** Mails to operators. */
async function callsAboutOwed(server: GatewayServer): Promise<number> {
  const sent = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('subject', 'like', '%the treasury is short%')
    .execute()
  return sent.length
}

/** All that is left is for the rails. */
async function leaveInTreasury(
  server: GatewayServer,
  leave: bigint,
  limits: { member?: string } = {},
): Promise<void> {
  await settle(server, 'limits.rails', { treasury: '100', ...limits })
  await moveFunds(server, 'pool:treasury', 'fees', (await treasury(server)) - leave)
}

async function refillTreasury(server: GatewayServer, amount: bigint): Promise<void> {
  await moveFunds(server, 'fees', 'pool:treasury', amount)
}

async function moveFunds(
  server: GatewayServer,
  from: 'pool:treasury' | 'fees',
  to: 'pool:treasury' | 'fees',
  amount: bigint,
): Promise<void> {
  const move = { from: houseAccount(from, USDT.id), to: houseAccount(to, USDT.id), amount }
  const entry = {
    key: `test:${newKey()}`,
    kind: 'pool.funded',
    at: server.clock.now(),
    moves: [move],
  } as const
  await server.db.transaction().execute((tx) => post(tx, entry))
}
