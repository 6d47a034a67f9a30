import { depositOnline, listOnlineDeposits } from '@btbc/contract/gateway.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, vi } from 'vitest'

import { inHouse } from './funds.ts'
import type { GatewayServer } from './gateway.ts'
import { ok, type TestMember } from './server.ts'

/** A deposit at the gateway as its member and the books see it. */

const { USDT, BANK } = currencies

/** The provider speaks to this server from now on. */
export function tell(server: GatewayServer): void {
  server.provider.tell(`${server.url}/hooks/gateway`)
}

export async function ask(
  server: GatewayServer,
  as: TestMember,
  request: { amount: string },
): Promise<string> {
  return ok(await server.call(depositOnline, request, { as }))
}

export async function listed(server: GatewayServer, as: TestMember) {
  return ok(await server.call(listOnlineDeposits, { status: -1 }, { as })).list
}

/** Waits for the fact that the newest deposit is in this state. */
export async function settled(server: GatewayServer, as: TestMember, state: string): Promise<void> {
  await vi.waitFor(async () => expect((await listed(server, as))[0]?.state).toBe(state), {
    timeout: 60_000,
    interval: 50,
  })
}

export async function legalOf(server: GatewayServer, { id }: TestMember): Promise<bigint> {
  return (await balanceOf(server.db, memberAccount(id, 'legal', USDT.id))).available
}

export async function treasury(server: GatewayServer): Promise<bigint> {
  return await inHouse(server, 'pool:treasury', USDT.id)
}

/** The books and the provider's own books say the same. */
export async function expectExact(server: GatewayServer): Promise<void> {
  await expectNoted(server)
  expect(await agrees(server)).toBe(true)
}

export async function expectNoted(server: GatewayServer): Promise<void> {
  const { received } = await server.gateway.totals()
  expect(await inHouse(server, 'rail:gateway', BANK.id)).toBe(-received)
  expect(await inHouse(server, 'rail:position', BANK.id)).toBe(received)
}

export async function openBooks(server: GatewayServer) {
  const { currencies: all } = ok(await server.call(readSolvency))
  return all.find(({ currency }) => currency === USDT.id)
}

export async function agrees(server: GatewayServer): Promise<boolean | null | undefined> {
  return (await openBooks(server))?.agrees
}
