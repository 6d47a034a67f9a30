import { listDeposits, readDepositAddress } from '@btbc/contract/deposit.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import {
  proposeResumingWithdrawals,
  readOverview,
  reconcileNow,
} from '@btbc/contract/operator/reconciliation.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'

import { CONFIRMATIONS, openClient } from '#chain/chain.ts'
import { tokenAbi } from '#chain/token.ts'
import { startTestChain } from '#testing/chain.ts'
import { plant, setHeld } from '#testing/custody.ts'
import { startGatewayServer } from '#testing/gateway.ts'
import { startHouseOnChain } from '#testing/house-on-chain.ts'
import { startNodeProxy } from '#testing/node-proxy.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

import { readCustodyBooks } from './custody.ts'

const { USDT, BNB, BTC, BANK } = currencies
const WEI = 10n ** 18n
const reason = 'looked at every transfer'

test('books and custody agree from the first block, to the last unit of all four coins', async () => {
  const { compare } = await startHouseOnChain()
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
})

test('a coin that custody has and the books do not know stops its withdrawals, and only two resume them', async () => {
  const { chain, server, rita, fin, compare } = await startHouseOnChain()
  await compare()
  await setHeld(chain, 5n * WEI + 1n)
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
    await callOperator(
      server,
      proposeResumingWithdrawals,
      { currency: USDT.id, reason },
      { as: rita },
    ),
  )
  expect(proposal.summary).toContain('5.000000000000000001 USDT at chain')
  const accept = (as: { token: string }) =>
    callOperator(server, decideProposal, { id: proposal.id, decision: 'accept', reason }, { as })
  expect(refusal(await accept(rita))).toBe('proposal_own')
  expect((await compare()).stops).toHaveLength(1)
  ok(await accept(fin))
  // Explained is that difference alone: it stays quiet, and one unit more stops again.
  const after = await compare()
  expect(after.stops).toEqual([])
  expect(after.alerts).toEqual([])
  await setHeld(chain, 1n)
  expect((await compare()).stops).toMatchObject([{ currency: USDT.id }])
})

test('deposits are credited floored and swept, and custody still agrees to the last unit of the chain', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  const ada = await server.join('ada@example.test')
  const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: ada }))
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
})

test('of many addresses those are asked that moved something, and the others in turn, so that nothing stays hidden', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  const ada = await server.join('ada@example.test')
  const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: ada }))
  const asked = async () => {
    const books = await readCustodyBooks(server.db, chain)
    return books?.asked.addresses ?? []
  }
  await sql`insert into member (account_number, country, password_hash, extension_code, joined_at)
    select (900000000 + n)::text, 'GB', '-', 'many' || n, now() from generate_series(1, 650) n`.execute(
    server.db,
  )
  await sql`insert into deposit_address (member_id, address, created_at, explained)
    select id, '0x' || lpad(to_hex(id), 40, 'a'), now(), 0 from member
    where extension_code like 'many%'`.execute(server.db)
  await compare()
  await compare()
  expect((await asked()).length).toBe(200)
  // The turn has gone past it: what a deposit and its sweep moved is asked for all the same.
  await chain.sendToken(USDT.id, address as Hex, 7n * WEI)
  for (let turn = 0; turn < 3; turn += 1) {
    const { alerts } = await compare()
    expect(alerts).toEqual([])
  }
  const hidden = (await asked()).at(-1)
  if (!hidden) throw new Error('nobody is asked')
  await compare()
  await setHeld(chain, WEI, hidden)
  expect((await compare()).alerts).toEqual([])
  for (let turn = 0; turn < 3; turn += 1) await compare()
  expect((await compare()).alerts).toMatchObject([{ kind: 'mismatch' }])
})

test('books that claim more than custody has are stopped by the minute, nobody asking', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  await compare()
  await plant(server, 'chain', 3n * UNIT)
  await chain.mine(CONFIRMATIONS + 2)
  server.clock.moveWall(61_000)
  await server.app.chainWorks?.step()
  const stop = await server.db.selectFrom('withdrawal_stop').selectAll().executeTakeFirstOrThrow()
  expect(stop.currency).toBe(BTC.id)
  expect(stop.reason).toMatch(
    /differ by -3\.00 BTC: the books say [\d.]+ BTC, outside are [\d.]+ BTC$/,
  )
})

test('a rail whose mirror says more than two operators accepted is stopped, also while the other is silent', async () => {
  const server = await startGatewayServer()
  const rita = await hire(server, 'Rita', ['risk'])
  await plant(server, 'rail:bank', 7n * UNIT)
  await server.provider.stop()
  // That the provider does not answer is said, after everything else was compared.
  expect(refusal(await callOperator(server, reconcileNow, {}, { as: rita }))).toBe(
    'provider_unavailable',
  )
  const { stops } = ok(await callOperator(server, readOverview, {}, { as: rita }))
  expect(stops).toMatchObject([{ currency: BANK.id }])
  const other = { currency: USDT.id, reason }
  expect(refusal(await callOperator(server, proposeResumingWithdrawals, other, { as: rita }))).toBe(
    'withdrawals_not_stopped',
  )
})

test('that the node does not answer is said to whoever wants a comparison now', async () => {
  const chain = await startTestChain()
  const proxy = await startNodeProxy(chain.url)
  const rpc = openClient(proxy.url, chain.chainId)
  const server = await startTestServer({ rateLimits: false }, { chain: { ...chain, rpc } })
  const rita = await hire(server, 'Rita', ['risk'])
  await chain.mine(CONFIRMATIONS)
  await server.app.chainWorks?.step()
  await proxy.stop()
  expect(refusal(await callOperator(server, reconcileNow, {}, { as: rita }))).toBe(
    'chain_unavailable',
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
  const { alerts } = ok(await callOperator(server, readOverview, {}, { as: rita }))
  expect(alerts).toMatchObject([
    { kind: 'watcher_halted', text: expect.stringContaining('block 28 has changed') as string },
  ])
})

test('a deposit above the floor of the books is parked, others go on, and it is credited when there is room', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  const [ada, bob] = [await server.join('ada@example.test'), await server.join('bob@example.test')]
  const addressOf = async (as: TestMember) =>
    ok(await server.call(readDepositAddress, { currency: USDT.id }, { as })) as Hex
  const spot = async (as: TestMember) => {
    const { change_wallet: wallet } = ok(await server.call(listWallets, {}, { as }))
    return wallet.balance.find((row) => row.currency === USDT.id)?.change_balance
  }
  const { address: token } = chain.coins[USDT.id]
  const send = async (to: Hex, coins: bigint) => {
    const amount = coins * WEI
    await chain.node('anvil_dealERC20', [chain.outside.address, token, `0x${amount.toString(16)}`])
    const data = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'transfer',
      args: [to, amount],
    })
    await chain.sendRaw({ to: token, data })
  }
  await send(await addressOf(ada), 100_000_000_000n)
  await send(await addressOf(ada), 991_000_000n)
  await send(chain.hotAddress, 2_000_000_000n)
  await send(await addressOf(bob), 5n)
  const parked = await compare()
  expect([await spot(ada), await spot(bob)]).toEqual(['0.00000000', '5.00000000'])
  expect(parked.stops).toEqual([])
  expect(parked.alerts.map(({ kind }) => kind)).toEqual(['deposit_problem', 'deposit_problem'])
  // Both operators were called about the first.
  const calls = server.db
    .selectFrom('outbox')
    .select('recipient')
    .where('text', 'like', '%no room%')
  expect(await calls.execute()).toHaveLength(2)
  const { list } = ok(await server.call(listDeposits, {}, { as: ada }))
  expect(list).toMatchObject([
    { state: 'processing', amount: '991000000.00000000', next: { who: 'operator' } },
    { state: 'processing', next: { who: 'operator' } },
  ])
  // The house sends 2,000,000 away.
  await setHeld(chain, -2_000_000n * WEI)
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: `test:${newKey()}`,
      kind: 'genesis.treasury_filled',
      at: server.clock.now(),
      moves: [
        {
          from: houseAccount('pool:treasury', USDT.id),
          to: houseAccount('chain', USDT.id),
          amount: 2_000_000n * UNIT,
        },
      ],
    }),
  )
  const after = await compare()
  expect(await spot(ada)).toBe('991000000.00000000')
  expect(after.stops).toEqual([])
  expect(after.alerts).toHaveLength(1)
})

test('custody alone is compared once the works stand at one block, and not while they do not', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  await compare()
  const checked = async () => {
    const rows = server.db.selectFrom('reconciliation').select('block')
    return (await rows.where('currency', '=', USDT.id).executeTakeFirstOrThrow()).block
  }
  const [before, { reconciler }] = [await checked(), server.app]
  await chain.mine(CONFIRMATIONS)
  await server.app.chainWorks?.step()
  const move = async (blocks: number) => {
    await sql`update chain_progress set block = block + ${blocks}::integer
      where work = 'transactions'`.execute(server.db)
  }
  await move(-1)
  expect(await reconciler.custodyNow()).toBe(false)
  expect(await checked()).toBe(before)
  const waiting = reconciler.custodyNow()
  await move(1)
  expect(await waiting).toBe(true)
  expect(await checked()).toBeGreaterThan(before ?? 0n)
})
