import { listWithdrawals, requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import { give } from './funds.ts'
import { acceptIdentity } from './identity.ts'
import { ok, startTestServer, type TestMember, type TestServer } from './server.ts'
import { stepUp } from './step-up.ts'

import { decideWithdrawal } from '#modules/withdrawal/review/approval.ts'

/** What tests of withdrawals begin with. */

const { USDT } = currencies
export const OUTSIDE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export async function start(usdt = 1000n) {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, USDT.id, usdt)
  return { server, ada }
}

export async function prove(
  server: TestServer,
  as: TestMember,
  {
    address = OUTSIDE,
    number = '100',
    currency = 3,
  }: { address?: string; number?: string; currency?: number } = {},
) {
  return await stepUp(server, as, 'withdraw', { currency: `${currency}`, address, number })
}

export async function out(
  server: TestServer,
  as: TestMember,
  asked: {
    address?: string
    number?: string
    currency?: number
    rate?: string
    quote_id?: string
  } = {},
) {
  const request = { address: OUTSIDE, number: '100', currency: USDT.id as number, ...asked }
  const proof = await prove(server, as, request)
  return await server.call(requestWithdrawal, { ...request, proof }, { as })
}

export async function spotOf(
  server: TestServer,
  { id }: TestMember,
  currency: CurrencyId = USDT.id,
) {
  return await balanceOf(server.db, memberAccount(id, 'change', currency))
}

export async function listOf(server: TestServer, as: TestMember, status = -1) {
  return ok(await server.call(listWithdrawals, { status }, { as })).list
}

export async function decide(
  server: TestServer,
  id: number,
  decision: 'accept' | 'reject',
  reason: string,
): Promise<void> {
  const at = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  await server.db
    .transaction()
    .execute((tx) => decideWithdrawal(tx, { id, decision, reason, operatorId: 1, ...at }))
}
