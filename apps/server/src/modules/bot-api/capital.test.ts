import { createHmac } from 'node:crypto'

import { createApiKey, listApiKeys } from '@btbc/contract/api-key.ts'
import { changeContact, requestContactCode } from '@btbc/contract/contact.ts'
import { readDepositAddress } from '@btbc/contract/deposit.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { requestCode, resetPassword } from '@btbc/contract/session.ts'
import { addAddress, listAddresses, removeAddress } from '@btbc/contract/saved-address.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, test, vi } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { toChain } from '#chain/units.ts'
import { stopCurrency } from '#modules/stop/stop.ts'
import { OTHER, OUTSIDE, spotOf } from '#testing/withdrawals.ts'
import { startTestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { hire } from '#testing/operators.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { settle } from '#testing/settings.ts'
import { stepUp } from '#testing/step-up.ts'

/** A program that withdraws: to its list, under every rule of an ordinary withdrawal, once a name. */

const { USDT, BNB } = currencies
const APPLY = 'POST /sapi/v1/capital/withdraw/apply'
const HISTORY = 'GET /sapi/v1/capital/withdraw/history'
const COINS = 'GET /sapi/v1/capital/config/getall'
const DEPOSITS = 'GET /sapi/v1/capital/deposit/hisrec'
const ADDRESS = 'GET /sapi/v1/capital/deposit/address'
const LONG = 240_000

type Keys = { key: string; secret: string }
type Values = Record<string, string | number>

async function ask(server: TestServer, keys: Keys, route: string, values: Values = {}) {
  const [method = '', path = ''] = route.split(' ')
  const sent = { ...values, timestamp: server.clock.wallNow().getTime() }
  const text = new URLSearchParams(
    Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const signature = createHmac('sha256', keys.secret).update(text).digest('hex')
  const response = await fetch(`${server.url}${path}?${text}&signature=${signature}`, {
    method,
    headers: { 'x-mbx-apikey': keys.key },
  })
  return (await response.json()) as { code?: number; msg?: string; id?: string }
}

async function save(server: TestServer, as: TestMember, address: string) {
  const proof = await stepUp(server, as, 'address_add', { address })
  const request = { address, name: address.slice(0, 8), proof }
  return ok(await server.call(addAddress, request, { as }))
}

async function makeKey(server: TestServer, as: TestMember, withdraw_to: string[]) {
  const scopes: ('read' | 'withdraw')[] = ['read', 'withdraw']
  const payload = { label: 'bot', scopes: 'read,withdraw', addresses: '' }
  const proof = await stepUp(server, as, 'api_key', {
    ...payload,
    withdraw_to: withdraw_to.join(','),
  })
  const request = { label: 'bot', scopes, withdraw_to, proof }
  return await server.call(createApiKey, request, { as, key: newKey() })
}

async function startBot(usdt = 1000n) {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, USDT.id, usdt)
  for (const address of [OUTSIDE, OTHER]) await save(server, ada, address)
  const keys = ok(await makeKey(server, ada, [OUTSIDE]))
  const apply = (values: Values = {}) =>
    ask(server, keys, APPLY, {
      coin: 'USDT',
      network: 'TEST',
      address: OUTSIDE,
      amount: '100',
      ...values,
    })
  return { server, ada, keys, apply }
}

test('a key that may withdraw takes a step-up, a known identity and saved addresses', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  await save(server, ada, OUTSIDE)
  const plain = { label: 'bot', scopes: ['withdraw' as const], withdraw_to: [OUTSIDE] }
  const create = async (request: object) =>
    refusal(await server.call(createApiKey, { ...plain, ...request }, { as: ada }))
  expect(await create({})).toBe('identity_required')
  await acceptIdentity(server, ada)
  expect(await create({})).toBe('step_up_required')
  expect(await create({ withdraw_to: [] })).toBe('api_key_addresses')
  expect(await create({ scopes: ['read'] })).toBe('api_key_addresses')
  expect(await create({ withdraw_to: [OUTSIDE, OTHER] })).toBe('saved_address_not_found')
  const payload = { label: 'bot', scopes: 'withdraw', addresses: '', withdraw_to: OTHER }
  const proof = await stepUp(server, ada, 'api_key', payload)
  expect(await create({ proof })).toBe('step_up_invalid')
  ok(await makeKey(server, ada, [OUTSIDE]))
  expect(ok(await server.call(listApiKeys, {}, { as: ada, method: 'GET' }))).toMatchObject([
    { scopes: ['read', 'withdraw'], withdraw_to: [OUTSIDE] },
  ])
})

test('it withdraws to its list only, and not within a day of saving the address', async () => {
  const { server, ada, keys, apply } = await startBot()
  expect(await apply()).toMatchObject({ code: -4036 })
  server.clock.pass({ hours: 24 })
  expect(await apply({ address: OTHER })).toMatchObject({
    code: -4035,
    msg: 'This address is not on the whitelist. Please join and try again.',
  })
  const made = await apply()
  expect(made.id).toMatch(/^W[0-9A-F]{12}$/)
  expect(await spotOf(server, ada)).toEqual({ available: 900n * UNIT, held: 100n * UNIT })
  expect(await ask(server, keys, HISTORY)).toEqual([
    {
      id: made.id,
      amount: '99.00000000',
      transactionFee: '1.00000000',
      coin: 'USDT',
      status: 4,
      address: OUTSIDE,
      txId: '',
      applyTime: '2026-03-02 12:00:00',
      network: 'TEST',
      transferType: 0,
      info: '',
      confirmNo: 0,
      walletType: 0,
      txKey: '',
    },
  ])
  // Taken out of the book it is out of the list, too.
  const [saved] = ok(await server.call(listAddresses, {}, { as: ada })).filter(
    ({ address }) => address === OUTSIDE,
  )
  ok(await server.call(removeAddress, { id: saved?.id ?? 0 }, { as: ada }))
  expect(await apply()).toMatchObject({ code: -4035 })
})

test('one withdrawOrderId is one withdrawal, also 32 times at once; of another it is refused', async () => {
  const { server, ada, keys, apply } = await startBot()
  server.clock.pass({ hours: 24 })
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => apply({ withdrawOrderId: 'payroll-1' })),
  )
  const [first] = answers
  expect(first?.id).toMatch(/^W/)
  for (const each of answers) expect(each).toEqual(first)
  expect((await spotOf(server, ada)).held).toBe(100n * UNIT)
  expect(await apply({ withdrawOrderId: 'payroll-1', amount: '101' })).toMatchObject({
    code: -4001,
  })
  const named = await ask(server, keys, HISTORY, { withdrawOrderId: 'payroll-1', coin: 'USDT' })
  expect(named).toMatchObject([{ id: first?.id, withdrawOrderId: 'payroll-1' }])
  expect(await ask(server, keys, HISTORY, { withdrawOrderId: 'payroll-2' })).toEqual([])
  expect(await ask(server, keys, HISTORY, { status: 6 })).toEqual([])
  expect(await ask(server, keys, HISTORY, { coin: 'BNB' })).toEqual([])
})

test('every rule of an ordinary withdrawal holds, with the numbers clients know', async () => {
  const { server, ada, apply } = await startBot(20_000n)
  server.clock.pass({ hours: 24 })
  const noes: readonly (readonly [number, Values])[] = [
    [-4018, { coin: 'DOGE' }],
    [-1130, { network: 'ETH' }],
    [-4033, { address: 'nowhere' }],
    [-4033, { address: `0x${'0'.repeat(40)}` }],
    [-4022, { amount: '0.00000001' }],
    [-1100, { amount: '-5' }],
    [-1100, { amount: '1e30' }],
    [-1111, { amount: '1.1234567890123456789' }],
    [-1105, { amount: '' }],
    [-1100, { withdrawOrderId: '🪙' }],
    [-1104, { addressTag: '7' }],
    [-4026, { amount: '20000.1' }],
    [-4026, { coin: 'BTC', amount: '1' }],
  ]
  for (const [code, values] of noes) {
    expect(await apply(values), JSON.stringify(values)).toMatchObject({ code })
  }
  await server.db
    .transaction()
    .execute((tx) => stopCurrency(tx, { currency: USDT.id, reason: 'test', now: new Date() }))
  expect(await apply()).toMatchObject({ code: -4019 })
  await server.db.deleteFrom('withdrawal_stop').execute()
  await server.db
    .updateTable('member')
    .set({ weakened_at: server.clock.now() })
    .where('id', '=', ada.id)
    .execute()
  expect(await apply()).toMatchObject({ code: -4016 })
  server.clock.pass({ hours: 24 })
  // From the threshold on operators decide, as for anybody.
  expect((await apply({ amount: '1000' })).id).toMatch(/^W/)
  ok(await server.call(freezeAccount, {}, { as: ada }))
  server.clock.pass({ seconds: 10 })
  expect(await apply()).toMatchObject({ code: -2015 })
  expect((await spotOf(server, ada)).held).toBe(1000n * UNIT)
})

test('a reset of the password and another phone end every key', async () => {
  const { server, ada, keys, apply } = await startBot()
  server.clock.pass({ hours: 24 })
  const phone = '+8613900001111'
  ok(await server.call(requestContactCode, { address: phone }, { as: ada }))
  const proof = await stepUp(server, ada, 'contact', { address: phone })
  const contact = { address: phone, contact_code: await server.lastCode(phone), proof }
  ok(await server.call(changeContact, contact, { as: ada }))
  expect(ok(await server.call(listApiKeys, {}, { as: ada, method: 'GET' }))).toEqual([])
  server.clock.pass({ hours: 24 })
  // Also while this process still remembers the key as it was.
  expect(await apply()).toMatchObject({ code: -2015 })
  expect(await ask(server, keys, HISTORY)).toMatchObject({ code: -2015 })
  const made = ok(await makeKey(server, ada, [OUTSIDE]))
  expect(await ask(server, made, HISTORY)).toEqual([])
  ok(await server.call(requestCode, { user_string: ada.mail, type: 'forget' }))
  const password = 'another-kettle-43'
  const code = await server.lastCode(ada.mail)
  const forget = { account: ada.mail, password, repassword: password, code }
  ok(await server.call(resetPassword, forget))
  expect(await ask(server, made, HISTORY)).toMatchObject({ code: -2015 })
})

async function listCoins(server: TestServer, keys: Keys) {
  const listed = (await ask(server, keys, COINS)) as unknown as { coin: string }[]
  return new Map(listed.map((each) => [each.coin, each]))
}

test('the list of coins says what is there and what a withdrawal costs', async () => {
  const { server, keys } = await startBot()
  const listed = await listCoins(server, keys)
  // This server has no chain: nothing comes and nothing goes.
  expect(await ask(server, keys, ADDRESS, { coin: 'USDT' })).toMatchObject({ code: -1020 })
  expect(listed.get('USDT')).toMatchObject({
    free: '1000.00000000',
    depositAllEnable: false,
    withdrawAllEnable: false,
    networkList: [{ network: 'TEST', withdrawFee: '0.01500000', withdrawMin: '1.50000000' }],
  })
  expect([...listed.keys()].toSorted()).toEqual(['BNB', 'BTBC', 'BTC', 'USDT'])
})

test('operators are called when a key asks for more than may leave the house', async () => {
  const { server, apply } = await startBot()
  const olivia = await hire(server, 'Olivia', ['finance'])
  server.clock.pass({ hours: 24 })
  await settle(server, 'limits.house', { hour: '250' })
  expect(await apply()).not.toHaveProperty('code')
  for (const amount of ['200', '200', '300']) {
    expect(await apply({ amount })).toMatchObject({ code: -4023 })
  }
  const calls = await server.db
    .selectFrom('outbox')
    .select(['recipient', 'subject'])
    .where('subject', 'like', '%may leave%')
    .execute()
  const subject = 'BTBC (TEST): all of what may leave in one hour is asked for'
  expect(calls).toEqual([{ recipient: olivia.mail, subject }])
})

test('a key of another member does not see or use the list', async () => {
  const { server, keys } = await startBot()
  const eve = await server.join('eve@example.test')
  const made = ok(
    await server.call(createApiKey, { label: 'x', scopes: ['read', 'trade'] }, { as: eve }),
  )
  expect(await ask(server, made, HISTORY)).toEqual([])
  const request = { coin: 'USDT', address: OUTSIDE, amount: '10' }
  expect(await ask(server, made, APPLY, request)).toMatchObject({ code: -2015 })
  expect(await ask(server, { ...keys, secret: made.secret }, APPLY, request)).toMatchObject({
    code: -1022,
  })
})

test(
  'what is sent and what arrives on the chain stands in both histories',
  async () => {
    const chain = await startTestChain()
    const server = await startTestServer({ rateLimits: false }, { chain })
    const turn = async () => await server.app.chainWorks?.step()
    const ada = await server.join('ada@example.test')
    await acceptIdentity(server, ada)
    await give(server, ada.id, USDT.id, 1000n)
    const to = privateKeyToAddress(generatePrivateKey())
    await save(server, ada, to)
    const keys = ok(await makeKey(server, ada, [to]))
    await server.db
      .transaction()
      .execute((tx) => stopCurrency(tx, { currency: BNB.id, reason: 'test', now: new Date() }))
    const listed = await listCoins(server, keys)
    const open = { depositAllEnable: true, withdrawAllEnable: true }
    expect(listed.get('USDT')).toMatchObject({ ...open, networkList: [{ withdrawEnable: true }] })
    expect(listed.get('BNB')).toMatchObject({ depositAllEnable: true, withdrawAllEnable: false })
    const address = ok(await server.call(readDepositAddress, { currency: 3 }, { as: ada }))
    const told = await ask(server, keys, ADDRESS, { coin: 'USDT' })
    expect(told).toEqual({ address, coin: 'USDT', tag: '', url: '' })
    const hash = await chain.sendToken(USDT.id, address as `0x${string}`, toChain(7n * UNIT))
    await chain.mine(1)
    await turn()
    expect(await ask(server, keys, DEPOSITS)).toMatchObject([{ status: 0, amount: '7.00000000' }])
    expect(await ask(server, keys, DEPOSITS, { status: 1 })).toEqual([])
    await chain.mine(CONFIRMATIONS)
    await turn()
    expect(await ask(server, keys, DEPOSITS, { txId: hash })).toMatchObject([
      { status: 1, coin: 'USDT', network: 'TEST', address, txId: hash, confirmTimes: '12/12' },
    ])
    await server.pass({ hours: 24 })
    const request = { coin: 'USDT', address: to, amount: '100' }
    expect((await ask(server, keys, APPLY, request)).id).toMatch(/^W/)
    await server.pass({ seconds: 1 })
    await turn()
    expect(await ask(server, keys, HISTORY)).toMatchObject([{ status: 4, confirmNo: 0 }])
    await chain.mine(3)
    await turn()
    expect(await ask(server, keys, HISTORY)).toMatchObject([{ status: 4, confirmNo: 3 }])
    await chain.mine(CONFIRMATIONS)
    await turn()
    await turn()
    expect(await ask(server, keys, HISTORY, { status: 6 })).toMatchObject([
      {
        amount: '99.00000000',
        confirmNo: 12,
        txId: expect.stringMatching(/^0x/),
        completeTime: expect.any(String),
      },
    ])
    expect(await ask(server, keys, DEPOSITS, { coin: BNB.code })).toEqual([])
    // While the node is away another one is to be asked for later; what was made is what it was before.
    const named = { ...request, withdrawOrderId: 'payroll-1' }
    const made = await ask(server, keys, APPLY, named)
    const another = { ...request, withdrawOrderId: 'payroll-2' }
    const away = vi.spyOn(chain.rpc, 'getCode').mockRejectedValue(new Error('away'))
    expect(await ask(server, keys, APPLY, another)).toMatchObject({ code: -1008 })
    expect(await ask(server, keys, APPLY, named)).toEqual(made)
    away.mockRestore()
    expect(await ask(server, keys, APPLY, another)).not.toHaveProperty('code')
  },
  LONG,
)
