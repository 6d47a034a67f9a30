import { placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { freezeAccount } from '@btbc/contract/freeze.ts'
import { memberAccount, type Wallet } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { expect } from 'vitest'

import { OUTSIDE } from '#testing/withdrawals.ts'
import { startTestChain, type TestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { hire, type TestOperator } from '#testing/operators.ts'
import { newKey, ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

/** One server and its chain, on which pairs of calls race; each race has members of its own. */
export type World = {
  server: TestServer
  chain: TestChain
  /** A verified member with so many USDT in the Spot wallet. */
  member: (usdt?: bigint) => Promise<TestMember>
  olivia: TestOperator
  omar: TestOperator
}

export type Answer =
  | { type: 'ok'; message: unknown }
  | { type: 'error' | 999; code: RefusalCode; message: unknown }

/** What 32 callers do at one moment, and what must be so afterwards. */
type Race = {
  calls: readonly (() => Promise<Answer>)[]
  check: (outcomes: readonly string[]) => Promise<void> | void
}

export type Pair = { name: string; ready: (world: World) => Promise<Race> }

const AT_ONCE = 32
const { USDT } = currencies

export async function openWorld(): Promise<World> {
  const chain = await startTestChain()
  const server = await startTestServer({ rateLimits: false }, { chain, goesOn: true })
  let members = 0
  return {
    server,
    chain,
    olivia: await hire(server, 'Olivia', ['finance', 'support']),
    omar: await hire(server, 'Omar', ['finance', 'support']),
    async member(usdt = 0n) {
      members += 1
      const member = await server.join(`racer${members}@example.test`)
      await acceptIdentity(server, member)
      if (usdt > 0n) await give(server, member.id, USDT.id, usdt)
      return member
    },
  }
}

/** Two calls in turn, 32 of them: `make` is asked which one it is. */
export function inTurn(
  left: (at: number) => Promise<Answer>,
  right: (at: number) => Promise<Answer>,
): (() => Promise<Answer>)[] {
  return Array.from({ length: AT_ONCE }, (_, at) => () => (at % 2 === 0 ? left(at) : right(at)))
}

export function allTheSame(call: (at: number) => Promise<Answer>): (() => Promise<Answer>)[] {
  return inTurn(call, call)
}

/** How many were done, of all or of one side. */
export function done(outcomes: readonly string[], side?: 'left' | 'right'): number {
  return outcomes.filter(
    (each, at) => each === 'ok' && (side === undefined || (at % 2 === 0) === (side === 'left')),
  ).length
}

/** One was done; every other was told one of these. */
export function expectOne(outcomes: readonly string[], ...told: RefusalCode[]): void {
  expect(done(outcomes)).toBe(1)
  expectTold(outcomes, ...told)
}

export function expectTold(outcomes: readonly string[], ...told: RefusalCode[]): void {
  const others = new Set(outcomes.filter((each) => each !== 'ok'))
  for (const code of told) others.delete(code)
  expect([...others]).toEqual([])
}

export async function inWallet(
  { server }: World,
  { id }: TestMember,
  wallet: Wallet = 'change',
  currency: CurrencyId = USDT.id,
): Promise<{ available: bigint; held: bigint }> {
  return await balanceOf(server.db, memberAccount(id, wallet, currency))
}

export function transfer(
  { server }: World,
  as: TestMember,
  {
    number,
    from = 'change',
    to = 'legal',
    key = newKey(),
  }: { number: string; from?: Wallet; to?: Wallet; key?: string },
): Promise<Answer> {
  const request = { number, from_field: from, to_field: to, currency_id: USDT.id }
  return server.call(transferCoins, request, { as, key })
}

export function order(
  { server }: World,
  as: TestMember,
  { side = 'in', price = '100', mode = 2 }: { side?: 'in' | 'out'; price?: string; mode?: 1 | 2 },
) {
  const request = { currency_id: currencies.BTC.id, num: '1', mode, ...(mode === 2 && { price }) }
  return server.call(side === 'in' ? placeBuy : placeSell, request, { as, key: newKey() })
}

/** The member's own red button. */
export async function freeze({ server }: World, as: TestMember): Promise<Answer> {
  return await server.call(freezeAccount, {}, { as, key: newKey() })
}

/** Withdrawals with a proof each, made ready before anybody runs. */
export async function withdrawals(
  { server }: World,
  as: TestMember,
  { number, quote_id }: { number: string; quote_id?: string },
): Promise<(at: number) => Promise<Answer>> {
  const bound = { currency: String(USDT.id), address: OUTSIDE, number }
  const proofs: string[] = []
  for (let at = 0; at < AT_ONCE; at += 1) proofs.push(await stepUp(server, as, 'withdraw', bound))
  const quoted = quote_id === undefined ? {} : { quote_id }
  return (at) => {
    const request = { currency: USDT.id, address: OUTSIDE, number, ...quoted }
    return server.call(
      requestWithdrawal,
      { ...request, proof: proofs[at] ?? '' },
      { as, key: newKey() },
    )
  }
}

export const BANK = { amount: '100', bank_code: 'TESTNATIONAL', bank_no: 'TEST-0001-2345' }

/** Withdrawals of 100 USDT to a bank, with a proof each. */
export async function bankWithdrawals(
  { server }: World,
  as: TestMember,
): Promise<(at: number) => Promise<Answer>> {
  const proofs: string[] = []
  for (let at = 0; at < AT_ONCE; at += 1) {
    proofs.push(await stepUp(server, as, 'bank_withdraw', BANK))
  }
  return (at) => {
    const request = { ...BANK, real_name: 'Ada Test', proof: proofs[at] ?? '' }
    return server.call(requestBankWithdrawal, request, { as, key: newKey() })
  }
}

/** A bank withdrawal of 100 USDT that waits for an operator. */
export async function bankWithdrawal({ server }: World, as: TestMember): Promise<number> {
  const proof = await stepUp(server, as, 'bank_withdraw', BANK)
  const request = { ...BANK, real_name: 'Ada Test', proof }
  return ok(await server.call(requestBankWithdrawal, request, { as })).id
}
