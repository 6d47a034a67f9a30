import { changeContact, requestContactCode } from '@btbc/contract/contact.ts'
import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { listRecords } from '@btbc/contract/mining.ts'
import {
  cancelWithdrawal,
  quoteWithdrawal,
  readWithdrawalTerms,
  requestWithdrawal,
} from '@btbc/contract/withdrawal.ts'
import { addAddress } from '@btbc/contract/saved-address.ts'
import type { Tx } from '@btbc/database/database.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'

import { balanceOnChain, CONFIRMATIONS, type CoinId, custodyOfHouse } from '#chain/chain.ts'
import { toChain } from '#chain/units.ts'
import { booksOfCustody, startTestChain, type TestChain } from '#testing/chain.ts'
import { give, inHouse } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { stopCurrency } from '#modules/stop/stop.ts'
import { listOf, out, spotOf } from '#testing/withdrawals.ts'

/** On a real chain: what is shown is what arrives, once, and books and custody agree. */

const { USDT, BNB, BTC } = currencies
async function startWithChain(settings: { logLevel?: 'silent' } = {}) {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false, ...settings }, { chain })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, USDT.id, 1000n)
  return { server, chain, ada, turn: async () => await server.app.chainWorks?.step() }
}

/** A day passes for the new address, and the job puts it into the queue. */
async function approveInTime(server: TestServer): Promise<void> {
  await server.pass({ hours: 24 })
}

/** The signer waits for its lease meanwhile: it does not come between one step and the next. */
async function whileNobodySigns(server: TestServer, act: (tx: Tx) => Promise<void>): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('chain_lease').select('id').forUpdate().execute()
    await act(tx)
  })
}

async function finish(chain: TestChain, turn: () => Promise<unknown>): Promise<void> {
  await turn()
  await chain.mine(1)
  await turn()
  await chain.mine(CONFIRMATIONS)
  await turn()
}

const someone = () => privateKeyToAddress(generatePrivateKey())

async function agree(server: TestServer, chain: TestChain): Promise<void> {
  expect(await booksOfCustody(server.db)).toEqual(await custodyOfHouse(chain))
}

async function onChain(chain: TestChain, coin: CoinId, address: `0x${string}`) {
  return await balanceOnChain(chain, { coin, address })
}

test('the shown net arrives once, the fee is ours, and the steps are told on the way', async () => {
  const { server, chain, ada, turn } = await startWithChain()
  const address = someone()
  const { id } = ok(await out(server, ada, { address }))
  await approveInTime(server)
  expect(await listOf(server, ada)).toMatchObject([{ state: 'approved', can_cancel: true }])
  await turn()
  expect(await listOf(server, ada)).toMatchObject([
    {
      state: 'sent',
      can_cancel: false,
      confirmations: 0,
      confirmations_needed: 12,
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      next: { who: 'chain' },
    },
  ])
  expect(refusal(await server.call(cancelWithdrawal, { id }, { as: ada }))).toBe(
    'withdrawal_signed',
  )
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 0n })
  expect(await inHouse(server, 'suspense', USDT.id)).toBe(100n * UNIT)
  const inRecords = async () => ok(await server.call(listRecords, { t: 3 }, { as: ada })).data
  expect(await inRecords()).toMatchObject([{ status: 1, draw_no: expect.stringMatching(/^W/) }])
  await chain.mine(CONFIRMATIONS + 1)
  await turn()
  expect(await listOf(server, ada)).toMatchObject([{ state: 'done', status: 2 }])
  expect(await inRecords()).toMatchObject([{ status: 2 }])
  expect(await onChain(chain, USDT.id, address)).toBe(toChain(99n * UNIT))
  expect(await inHouse(server, 'fees', USDT.id)).toBe(1n * UNIT)
  expect(await inHouse(server, 'suspense', USDT.id)).toBe(0n)
  await agree(server, chain)

  // The address is known now: the next one does not wait.
  expect(ok(await out(server, ada, { address, number: '50' })).state).toBe('approved')
})

test('every coin leaves in its own kind, the chain’s own coin too', async () => {
  const { server, chain, ada, turn } = await startWithChain()
  await give(server, ada.id, BNB.id, 2n)
  await give(server, ada.id, BTC.id, 1n)
  const address = someone()
  for (const [currency, number] of [
    [BNB.id, '0.1'],
    [BTC.id, '0.01'],
    [USDT.id, '100'],
  ] as const) {
    ok(await out(server, ada, { address, currency, number }))
  }
  await approveInTime(server)
  await finish(chain, turn)
  expect(await listOf(server, ada)).toMatchObject(
    Array.from({ length: 3 }, () => ({ state: 'done' })),
  )
  expect(await onChain(chain, BNB.id, address)).toBe(toChain((99n * UNIT) / 1000n))
  expect(await onChain(chain, BTC.id, address)).toBe(toChain(990_000n))
  await agree(server, chain)
})

test('taken back before it is signed, nothing is sent; frozen or stopped, it leaves the queue', async () => {
  const { server, chain, ada, turn } = await startWithChain({ logLevel: 'silent' })
  const address = someone()
  const { id } = ok(await out(server, ada, { address }))
  await whileNobodySigns(server, async () => {
    await approveInTime(server)
    ok(await server.call(cancelWithdrawal, { id }, { as: ada }))
  })
  await finish(chain, turn)
  expect(await onChain(chain, USDT.id, address)).toBe(0n)
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT, held: 0n })

  ok(await out(server, ada, { address }))
  await whileNobodySigns(server, async (tx) => {
    await approveInTime(server)
    const now = server.clock.now()
    await stopCurrency(tx, { currency: USDT.id, reason: 'test', now })
  })
  await turn()
  expect((await listOf(server, ada))[0]).toMatchObject({ state: 'approved', can_cancel: true })
  await server.pass({ seconds: 1 })
  await finish(chain, turn)
  expect(await onChain(chain, USDT.id, address)).toBe(0n)
  await server.db.deleteFrom('withdrawal_stop').execute()
  await server.pass({ seconds: 20 })
  await finish(chain, turn)
  expect(await onChain(chain, USDT.id, address)).toBe(toChain(99n * UNIT))
  await agree(server, chain)
})

test('cancelled and signed at the same moment: one of the two, never both', async () => {
  const { server, chain, ada, turn } = await startWithChain()
  const address = someone()
  const ids: number[] = []
  for (let n = 0; n < 8; n += 1) {
    ids.push(ok(await out(server, ada, { address, number: '10' })).id)
  }
  await approveInTime(server)
  await Promise.all([
    turn(),
    ...ids.map((id) => server.call(cancelWithdrawal, { id }, { as: ada })),
  ])
  await finish(chain, turn)
  const states = (await listOf(server, ada)).map(({ state }) => state)
  const arrived = BigInt(states.filter((state) => state === 'done').length)
  expect(states.every((state) => state === 'done' || state === 'cancelled')).toBe(true)
  expect(await onChain(chain, USDT.id, address)).toBe(toChain((arrived * 99n * UNIT) / 10n))
  expect(await spotOf(server, ada)).toEqual({
    available: (1000n - arrived * 10n) * UNIT,
    held: 0n,
  })
  await agree(server, chain)
})

test('what is queued leaves the queue when the phone is changed, and goes a day later', async () => {
  const { server, chain, ada, turn } = await startWithChain()
  ok(await out(server, ada, { address: someone() }))
  await whileNobodySigns(server, async () => {
    await approveInTime(server)
    const phone = '+8613900001111'
    ok(await server.call(requestContactCode, { address: phone }, { as: ada }))
    const contact_code = await server.lastCode(phone)
    const proof = await stepUp(server, ada, 'contact', { address: phone })
    const change = { address: phone, contact_code, proof }
    ok(await server.call(changeContact, change, { as: ada }))
    await server.pass({ seconds: 1 })
  })
  await turn()
  expect(await listOf(server, ada)).toMatchObject([{ state: 'approved', can_cancel: true }])
  await server.pass({ hours: 24 })
  await finish(chain, turn)
  expect(await listOf(server, ada)).toMatchObject([{ state: 'done' }])
})

test('what fails on the chain for good comes back whole, and not before it is final', async () => {
  const { server, chain, ada, turn } = await startWithChain()
  await give(server, ada.id, BNB.id, 2n)
  const sink = someone()
  ok(await out(server, ada, { address: sink, currency: BNB.id, number: '1' }))
  await approveInTime(server)
  await turn()
  // Between the estimate and its block the receiver begins to refuse.
  await chain.node('anvil_setCode', [sink, REFUSING])
  await chain.mine(1)
  await turn()
  expect(await listOf(server, ada)).toMatchObject([{ state: 'sent' }])
  expect(await spotOf(server, ada, BNB.id)).toEqual({ available: UNIT, held: 0n })
  await chain.mine(CONFIRMATIONS)
  await turn()
  expect(await listOf(server, ada)).toMatchObject([
    { state: 'rejected', status: 3, remark: expect.stringContaining('failed') },
  ])
  expect(await spotOf(server, ada, BNB.id)).toEqual({ available: 2n * UNIT, held: 0n })
  expect(await inHouse(server, 'suspense', BNB.id)).toBe(0n)
  const told = await server.db
    .selectFrom('outbox')
    .select('id')
    .where('subject', '=', '[TEST] Your withdrawal came back')
    .execute()
  expect(told).toHaveLength(1)
  await agree(server, chain)
})

test('an address that has become a contract is sent nothing: the withdrawal comes back and says why', async () => {
  const { server, chain, ada, turn } = await startWithChain()
  await give(server, ada.id, BNB.id, 2n)
  const sink = someone()
  ok(await out(server, ada, { address: sink, currency: BNB.id, number: '1' }))
  ok(await out(server, ada, { address: sink, number: '10' }))
  await chain.node('anvil_setCode', [sink, BURNING])
  await approveInTime(server)
  await finish(chain, turn)
  const cameBack = { state: 'rejected', remark: expect.stringContaining('a contract') }
  expect(await listOf(server, ada)).toMatchObject([cameBack, cameBack])
  expect(await spotOf(server, ada, BNB.id)).toEqual({ available: 2n * UNIT, held: 0n })
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT, held: 0n })
  const rows = server.db
    .selectFrom('chain_transaction')
    .select(['state', 'failure', 'nonce'])
    .where('purpose', '=', 'withdrawal')
  const never = { state: 'failed', failure: 'has_code', nonce: null }
  expect(await rows.execute()).toEqual([never, never])
  const { text } = await server.db
    .selectFrom('outbox')
    .select('text')
    .where('subject', '=', '[TEST] Your withdrawal was refused')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(text).toContain('a contract at the address by now')
  await agree(server, chain)
})

test('an address that becomes a contract between signing and its block costs 21,000 gas and not more', async () => {
  const { server, chain, ada, turn } = await startWithChain()
  await give(server, ada.id, BNB.id, 2n)
  const info = () => server.call(readWithdrawalTerms, { type: String(BNB.id) }, { as: ada })
  const before = await info()
  const sink = someone()
  ok(await out(server, ada, { address: sink, currency: BNB.id, number: '1' }))
  await approveInTime(server)
  await turn()
  await chain.node('anvil_setCode', [sink, BURNING])
  await finish(chain, turn)
  expect(await listOf(server, ada)).toMatchObject([{ state: 'rejected' }])
  const [gas] = await server.db
    .selectFrom('chain_transaction')
    .select('gas_limit')
    .where('purpose', '=', 'withdrawal')
    .execute()
  expect(gas?.gas_limit).toBe(21_000n)
  // All of it is back, and counts in the limits of the day all the same.
  expect(await spotOf(server, ada, BNB.id)).toEqual({ available: 2n * UNIT, held: 0n })
  const { month_left: left } = ok(await info())
  expect(left).not.toBe(ok(before).month_left)
  await agree(server, chain)
})

test('the zero address, tokens, contracts and the house’s own keys are no destinations', async () => {
  const { server, chain, ada } = await startWithChain()
  const usdt = chain.coins[USDT.id].address
  const contract = someone()
  await chain.node('anvil_setCode', [contract, REFUSING])
  const minter = chain.keys.address('minter')
  for (const address of [usdt, contract, chain.hotAddress, minter]) {
    const request = { currency: 3, address, number: '10' }
    const answer = await server.call(requestWithdrawal, request, { as: ada })
    expect(refusal(answer), address).toBe('withdrawal_address_contract')
    const saved = await server.call(addAddress, { address, name: 'x' }, { as: ada })
    expect(refusal(saved), address).toBe('withdrawal_address_contract')
  }
})

/** Code that burns all the gas there is. */
const BURNING = '0x5b600056'
/** Code that refuses whatever it is sent. */
const REFUSING = '0x60006000fd'

test('to the address of another member it arrives at once, whole, and off the chain', async () => {
  const { server, ada } = await startWithChain()
  const bob = await server.join('bob@example.test')
  const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: bob }))
  const own = ok(await server.call(readDepositAddress, { currency: 3 }, { as: ada }))
  const asked = { currency: 3, amount: '100', address }
  expect(ok(await server.call(quoteWithdrawal, asked, { as: ada }))).toMatchObject({
    internal: true,
    fee: '0.00000000',
    net: '100.00000000',
    waits_until: null,
    needs_approval: false,
  })
  expect(refusal(await out(server, ada, { address: own }))).toBe('withdrawal_address_own')
  const sent = ok(await out(server, ada, { address: address.toLowerCase() }))
  expect(sent).toMatchObject({ state: 'done', status: 2, next: { who: 'nobody' } })
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 0n })
  expect(await spotOf(server, bob)).toEqual({ available: 100n * UNIT, held: 0n })
  const came = ok(await server.call(listRecords, { t: 1 }, { as: bob }))
  const went = ok(await server.call(listRecords, { t: 3 }, { as: ada }))
  const info = 'Transfer between members'
  expect(came.data).toMatchObject([{ info, value: '100.00000000', draw_no: '' }])
  expect(went.data).toMatchObject([{ info, value: '-100.00000000', draw_no: sent?.draw_no }])

  // Bob is not verified: to members up to 500 a day, and to nobody else.
  await give(server, bob.id, USDT.id, 1000n)
  const back = { address: own, number: '500.00000001' }
  expect(refusal(await out(server, bob, back))).toBe('withdrawal_day_limit')
  ok(await out(server, bob, { address: own, number: '500' }))
  expect(refusal(await out(server, bob, { address: own, number: '2' }))).toBe(
    'withdrawal_day_limit',
  )
  expect(refusal(await out(server, bob, { address: someone(), number: '2' }))).toBe(
    'identity_required',
  )
})

test('a fee that was shown is taken, to a member too', async () => {
  const { server, ada } = await startWithChain()
  const bob = await server.join('bob@example.test')
  const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: bob }))
  const quote = ok(await server.call(quoteWithdrawal, { currency: 3, amount: '100' }, { as: ada }))
  expect(quote).toMatchObject({ fee: '1.00000000', net: '99.00000000' })
  ok(await out(server, ada, { address, quote_id: quote.quote_id }))
  expect((await spotOf(server, bob)).available).toBe(99n * UNIT)
  expect(await inHouse(server, 'fees', USDT.id)).toBe(1n * UNIT)
})
