import { depositOnline } from '@btbc/contract/gateway.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test, vi } from 'vitest'

import { gatewayStanding } from './rail.standing.ts'
import { worthOf } from './rail.ts'
import { pressAt, startGatewayServer } from '#testing/gateway.ts'
import { newKey, ok } from '#testing/server.ts'

test('the worth of bank units is rounded against the member by less than one unit', () => {
  expect(worthOf(100n * UNIT, UNIT)).toBe(100n * UNIT)
  expect(worthOf(3n, UNIT / 2n)).toBe(1n)
  expect(worthOf(1n, UNIT - 1n)).toBe(0n)
})

test('the mirror of the gateway agrees with the provider before, while and after a payment is told', async () => {
  const server = await startGatewayServer()
  const alice = await server.join('alice@example.test')
  const standing = () => gatewayStanding(server.db, server.gateway)
  expect(await standing()).toMatchObject({ ledger: 0n, outside: 0n, agrees: true })

  await pressAt(ok(await server.call(depositOnline, { amount: '80' }, { as: alice })), 'less')
  expect(await standing()).toEqual({
    rail: 'gateway',
    ledger: 0n,
    outside: 40n * UNIT,
    underWay: 40n * UNIT,
    agrees: true,
  })
  server.provider.tell(`${server.url}/hooks/gateway`)
  await vi.waitFor(async () => expect((await standing()).underWay).toBe(0n), {
    timeout: 60_000,
    interval: 50,
  })
  expect(await standing()).toMatchObject({ ledger: 40n * UNIT, outside: 40n * UNIT, agrees: true })
})

test.each([1n, -1n])('a mirror that is wrong by %s unit does not agree', async (error) => {
  const server = await startGatewayServer()
  server.provider.tell(`${server.url}/hooks/gateway`)
  const alice = await server.join('alice@example.test')
  await pressAt(ok(await server.call(depositOnline, { amount: '80' }, { as: alice })), 'pay')
  await vi.waitFor(
    async () =>
      expect(await gatewayStanding(server.db, server.gateway)).toMatchObject({
        ledger: 80n * UNIT,
        underWay: 0n,
      }),
    { timeout: 60_000, interval: 50 },
  )
  const gateway = houseAccount('rail:gateway', currencies.BANK.id)
  const position = houseAccount('rail:position', currencies.BANK.id)
  const move =
    error > 0n
      ? { from: gateway, to: position, amount: error }
      : { from: position, to: gateway, amount: -error }
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: `test:${newKey()}`,
      kind: 'rail.credited',
      at: server.clock.now(),
      moves: [move],
    }),
  )
  expect(await gatewayStanding(server.db, server.gateway)).toMatchObject({ agrees: false })
})
