import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { startTestChain } from '#testing/chain.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const { USDT, BNB, BTC, BANK } = currencies
const WEI = 10n ** 18n
const reason = 'looked at every transfer'

async function startHouse() {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain })
  const rita = await hire(server, 'Rita', ['risk'])
  const fin = await hire(server, 'Fin', ['finance'])
  /** Everything final, every work at the same block, and compared. */
  const compare = async () => {
    await chain.mine(CONFIRMATIONS + 2)
    await server.app.chainWorks?.step()
    ok(await callOperator(server, '/reconcile', {}, { as: rita }))
    return ok(await callOperator(server, '/overview', {}, { as: rita }))
  }
  return { chain, server, rita, fin, compare }
}

/** A change of the mirror that nothing outside stands behind. */
async function plant(server: TestServer, purpose: 'chain' | 'rail:bank', units: bigint) {
  const currency = purpose === 'chain' ? BTC.id : BANK.id
  const other = purpose === 'chain' ? 'pool:treasury' : 'rail:position'
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: newKey(),
      kind: 'genesis.treasury_filled',
      at: server.clock.now(),
      moves: [
        { from: houseAccount(purpose, currency), to: houseAccount(other, currency), amount: units },
      ],
    }),
  )
}

test('books and custody agree from the first block, to the last unit of all four coins', async () => {
  const { compare } = await startHouse()
  const { checks, alerts, stops, chain } = await compare()
  expect(chain).toMatchObject({ chain_id: 31337, name: 'Local test chain' })
  expect(checks.map(({ source, currency, agrees }) => [source, currency, agrees])).toEqual([
    ['chain', 1, true],
    ['chain', 3, true],
    ['chain', 18, true],
    ['chain', 28, true],
    ['rail:bank', 32, true],
  ])
  expect(checks[1]).toMatchObject({ books: '10000000.00', difference: '0.00' })
  expect(alerts).toEqual([])
  expect(stops).toEqual([])
}, 90_000)

test('a coin that custody has and the books do not know stops its withdrawals, and only two resume them', async () => {
  const { chain, server, rita, fin, compare } = await startHouse()
  await compare()
  await chain.sendToken(USDT.id, chain.hotAddress, 5n * WEI + 1n)
  const { alerts, stops, checks } = await compare()
  expect(alerts).toMatchObject([{ kind: 'mismatch' }])
  expect(stops).toMatchObject([{ currency: USDT.id, proposal: null }])
  expect(stops[0]?.reason).toContain('differ by 5.000000000000000001 USDT')
  expect(checks.find(({ currency }) => currency === BNB.id)).toMatchObject({ agrees: true })
  const mails = await server.db
    .selectFrom('outbox')
    .select('recipient')
    .where('subject', 'like', '%are stopped')
    .execute()
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([fin.mail, rita.mail])

  const proposal = ok(
    await callOperator(server, '/withdrawals/resume', { currency: USDT.id, reason }, { as: rita }),
  )
  expect(proposal.summary).toContain('5.000000000000000001 at chain')
  const accept = (as: { token: string }) =>
    callOperator(
      server,
      '/proposal/decide',
      { id: proposal.id, decision: 'accept', reason },
      { as },
    )
  expect(refusal(await accept(rita))).toBe('proposal_own')
  expect((await compare()).stops).toHaveLength(1)
  ok(await accept(fin))
  // Explained is that difference alone: it stays quiet, and one unit more stops again.
  const after = await compare()
  expect(after.stops).toEqual([])
  expect(after.alerts).toEqual([])
  await chain.sendToken(USDT.id, chain.hotAddress, 1n)
  expect((await compare()).stops).toMatchObject([{ currency: USDT.id }])
}, 90_000)

test('deposits are credited floored and swept, and custody still agrees to the last unit of the chain', async () => {
  const { chain, server, compare } = await startHouse()
  const ada = await server.join('ada@example.test')
  const address = ok(await server.call('/wallet/get_in_address', { currency: 3 }, { as: ada }))
  await chain.sendToken(USDT.id, address as Hex, 7n * WEI + 123_456_789n)
  await chain.sendToken(USDT.id, address as Hex, 3n * WEI + 9_999_999_999n)
  await chain.sendToken(BNB.id, address as Hex, WEI / 2n + 1n)
  for (let turn = 0; turn < 4; turn += 1) {
    const { checks, alerts } = await compare()
    expect(checks.filter(({ agrees }) => !agrees)).toEqual([])
    expect(alerts).toEqual([])
  }
  const { rows } = await sql<{ wei: bigint }>`
    select sum(on_chain) as wei from deposit where state = 'credited' and currency = 3`.execute(
    server.db,
  )
  expect(rows[0]?.wei).toBe(10n * WEI + 10_123_456_788n)
}, 90_000)

test('books that claim more than custody has are stopped by the minute, nobody asking', async () => {
  const { chain, server, compare } = await startHouse()
  await compare()
  await plant(server, 'chain', 3n * UNIT)
  await chain.mine(CONFIRMATIONS + 2)
  server.clock.moveWall(61_000)
  await server.app.chainWorks?.step()
  const stop = await server.db.selectFrom('withdrawal_stop').selectAll().executeTakeFirstOrThrow()
  expect(stop.currency).toBe(BTC.id)
  expect(stop.reason).toContain('differ by -3.00 BTC')
}, 90_000)

test('a rail whose mirror says more than two operators accepted is stopped', async () => {
  const server = await startTestServer()
  const rita = await hire(server, 'Rita', ['risk'])
  await plant(server, 'rail:bank', 7n * UNIT)
  ok(await callOperator(server, '/reconcile', {}, { as: rita }))
  const { stops } = ok(await callOperator(server, '/overview', {}, { as: rita }))
  expect(stops).toMatchObject([{ currency: BANK.id }])
  const other = { currency: USDT.id, reason }
  expect(refusal(await callOperator(server, '/withdrawals/resume', other, { as: rita }))).toBe(
    'withdrawals_not_stopped',
  )
})

test('a watcher that stopped believing its chain is an alert', async () => {
  const server = await startTestServer()
  const rita = await hire(server, 'Rita', ['risk'])
  await server.db
    .insertInto('deposit_watch')
    .values({
      head_block: 40n,
      final_block: 28n,
      final_hash: '0x1',
      looked_at: server.clock.now(),
      halted_at: server.clock.now(),
      halted_reason: 'block 28 has changed',
    })
    .execute()
  const { alerts } = ok(await callOperator(server, '/overview', {}, { as: rita }))
  expect(alerts).toMatchObject([
    { kind: 'watcher_halted', text: expect.stringContaining('block 28 has changed') as string },
  ])
})
