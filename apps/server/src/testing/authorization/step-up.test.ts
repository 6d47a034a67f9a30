import { calls, type CallName, type Calls } from '@btbc/contract/calls.ts'
import { requestContactCode } from '@btbc/contract/contact.ts'
import type { Endpoint, RequestJson } from '@btbc/contract/endpoint.ts'
import { freezeAccount, keepToKnown } from '@btbc/contract/freeze.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import type { StepUpAction } from '@btbc/contract/step-up.ts'
import { totals } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { logInElsewhere } from '#testing/elsewhere.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import {
  newKey,
  ok,
  refusal,
  startTestServer,
  TEST_PASSWORD,
  type TestMember,
  type TestServer,
} from '#testing/server.ts'
import { acceptSeller, bought, fillLegal, offered, paid } from '#testing/sellers.ts'
import { stepUp } from '#testing/step-up.ts'

/**
 * Every call that needs a fresh proof, with a proof that is missing, made up, stale, another
 * member's, of another action, of another payload, or used before: refused, and nothing moves.
 */

type ProvedName = {
  [Name in CallName]: 'proof' extends keyof Calls[Name]['request'] ? Name : never
}[CallName]

type Row<Name extends ProvedName> = {
  action: StepUpAction
  request: RequestJson<Calls[Name]>
  /** What a proof has to be made for. */
  payload: Record<string, string>
  /** What a second try is told where something else stands before its proof. */
  again?: RefusalCode
  /** What has to be there first. */
  arrange?: (server: TestServer, owner: TestMember) => Promise<unknown>
  /** What of the request is known only then. */
  fill?: (server: TestServer) => Promise<Record<string, string>>
}

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NEW_PHONE = '+8613900000001'
const out = { currency: '3', address: ADDRESS, number: '100' }
const older = { type: '3', address: ADDRESS, amount: '100' }
const bank = { amount: '20', bank_code: 'TESTNATIONAL', bank_no: 'TEST-0001-2345' }

/** A call that takes a proof and has no row here does not compile. */
const rows: { [Name in ProvedName]: Row<Name> } = {
  requestWithdrawal: { action: 'withdraw', payload: out, request: { ...out, currency: 3 } },
  requestWithdrawalBySymbol: { action: 'withdraw', payload: older, request: older },
  requestBankWithdrawal: {
    action: 'bank_withdraw',
    payload: bank,
    request: { ...bank, real_name: 'Ada Test' },
  },
  addAddress: {
    action: 'address_add',
    payload: { address: ADDRESS },
    again: 'saved_address_exists',
    request: { address: ADDRESS, name: 'desk' },
  },
  createApiKey: {
    action: 'api_key',
    payload: { label: 'bot', scopes: 'read', addresses: '127.0.0.1' },
    request: { label: 'bot', scopes: ['read'], addresses: ['127.0.0.1'] },
  },
  setPhrase: {
    action: 'phrase',
    payload: { phrase: 'blue heron' },
    request: { phrase: 'blue heron' },
  },
  changeContact: {
    action: 'contact',
    payload: { address: NEW_PHONE },
    again: 'already_verified',
    request: { address: NEW_PHONE, contact_code: '' },
    arrange: (server, owner) =>
      server.call(requestContactCode, { address: NEW_PHONE }, { as: owner }),
    fill: async (server) => ({ contact_code: await server.lastCode(NEW_PHONE) }),
  },
  beginAuthenticator: { action: 'totp_add', payload: {}, request: {} },
  removeAuthenticator: {
    action: 'totp_remove',
    payload: {},
    request: {},
    arrange: (server, { id }) => putTotp(server, id),
  },
  beginPasskey: { action: 'passkey_add', payload: {}, request: {} },
  renewRecoveryCodes: {
    action: 'recovery_codes',
    payload: {},
    request: {},
    arrange: (server, { id }) => putPasskey(server, id),
  },
  removePasskey: {
    action: 'passkey_remove',
    payload: { id: '1' },
    request: { id: 1 },
    arrange: (server, { id }) => putPasskey(server, id),
  },
  setFundPin: {
    action: 'fund_pin',
    payload: {},
    request: { pin: '482913', password: TEST_PASSWORD },
  },
  removeFundPin: {
    action: 'fund_pin_remove',
    payload: {},
    request: {},
    arrange: (server, { id }) =>
      server.db
        .insertInto('fund_pin')
        .values({ member_id: id, pin_hash: 'x', set_at: server.clock.wallNow() })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  },
  confirmDeal: {
    action: 'deal_confirm',
    payload: { id: '1' },
    request: { id: 1 },
    again: 'deal_ended',
    arrange: async (server, owner) => {
      if (await server.db.selectFrom('deal').select('id').executeTakeFirst()) return
      await acceptSeller(server, owner)
      await fillLegal(server, owner, 100n)
      await offered(server, owner, { stock: '100' })
      const buyer = await server.join('buyer@example.test')
      await paid(server, buyer, await bought(server, buyer, { acc: '144', pay_way: 'bank' }))
    },
  },
  unfreezeAccount: {
    action: 'unfreeze',
    payload: {},
    request: {},
    arrange: async (server, owner) => {
      await logInElsewhere(server, owner)
      ok(await server.call(freezeAccount, {}, { as: owner }))
      await server.pass({ hours: 24 })
    },
  },
  stopKeepingToKnown: {
    action: 'known_only_end',
    payload: {},
    request: {},
    arrange: async (server, owner) => ok(await server.call(keepToKnown, {}, { as: owner })),
  },
}

async function putTotp({ db, clock }: TestServer, memberId: number): Promise<void> {
  const at = clock.wallNow()
  const row = { member_id: memberId, sealed_secret: Buffer.alloc(60), created_at: at }
  await db
    .insertInto('totp')
    .values({ ...row, confirmed_at: at })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ confirmed_at: at }))
    .execute()
}

async function putPasskey({ db, clock }: TestServer, memberId: number): Promise<void> {
  const key = { credential_id: 'k', public_key: Buffer.alloc(10), sign_count: 0n, label: 'phone' }
  await db
    .insertInto('passkey')
    .values({ ...key, member_id: memberId, transports: [], created_at: clock.wallNow() })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .execute()
}

async function badProofs(
  server: TestServer,
  { owner, other, row }: { owner: TestMember; other: TestMember; row: Row<ProvedName> },
): Promise<Record<string, string>> {
  const { action, payload } = row
  const stale = await stepUp(server, owner, action, payload)
  server.clock.moveWall(5 * 60 * 1000)
  const another = action === 'phrase' ? ('totp_add' as const) : ('phrase' as const)
  const proofs: Record<string, string> = {
    stale,
    'made up': 'a'.repeat(43),
    'another member’s': await stepUp(server, other, action, payload),
    'of another action': await stepUp(server, owner, another, payload),
    'of more': await stepUp(server, owner, action, { ...payload, more: '1' }),
  }
  for (const [name, value] of Object.entries(payload)) {
    const changed = { ...payload, [name]: `${value}0` }
    proofs[`of another ${name}`] = await stepUp(server, owner, action, changed)
    const { [name]: _, ...less } = payload
    proofs[`without ${name}`] = await stepUp(server, owner, action, less)
  }
  return proofs
}

test('every call that needs a fresh proof takes none but its own, once', async () => {
  const server = await startTestServer({ rateLimits: false })
  const owner = await server.join('ada@example.test')
  const other = await server.join('eve@example.test')
  for (const each of [owner, other]) {
    await acceptIdentity(server, each)
    await give(server, each.id, currencies.USDT.id, 1000n)
  }
  for (const [name, each] of Object.entries(rows)) {
    const call: Endpoint = calls[name as ProvedName]
    const { path } = call
    const row = each as Row<ProvedName>
    await row.arrange?.(server, owner)
    // Each under a key of its own: without one the same request within seconds is one request.
    const request: object = { ...row.request, ...(await row.fill?.(server)) }
    const ask = (proof?: string) =>
      server.call(call, { ...request, ...(proof && { proof }) }, { as: owner, key: newKey() })
    const proofs = await badProofs(server, { owner, other, row })
    const before = await totals(server.db)
    expect(refusal(await ask()), `${path} without a proof`).toBe('step_up_required')
    for (const [fault, proof] of Object.entries(proofs)) {
      expect(refusal(await ask(proof)), `${path} with a proof ${fault}`).toBe('step_up_invalid')
    }
    expect(await totals(server.db), path).toEqual(before)
    const proof = await stepUp(server, owner, row.action, row.payload)
    ok(await ask(proof))
    await row.arrange?.(server, owner)
    // Right away the same call again would be the same call, repeated.
    server.clock.moveWall(11_000)
    const again = refusal(await ask(proof))
    expect(again, `${path} with a used proof`).toBe(row.again ?? 'step_up_invalid')
  }
})

test('every call that takes a proof says what it can be refused with', () => {
  for (const name of Object.keys(rows) as ProvedName[]) {
    expect(calls[name].refusals, name).toEqual(
      expect.arrayContaining(['step_up_required', 'step_up_invalid']),
    )
  }
})
