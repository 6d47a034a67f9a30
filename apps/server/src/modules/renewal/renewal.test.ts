import { buyFund, listFunds } from '@btbc/contract/fund.ts'
import { listLocks, openLock } from '@btbc/contract/lock.ts'
import { leaveContract, listRenewals, renewContract } from '@btbc/contract/renewal.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { drain, give, inHouse } from '#testing/funds.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const { USDT } = currencies

test('what has run its whole term asks whether it goes on, and goes on by a yes alone, on the terms of now', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  const as = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  await give(server, as.id, USDT.id, 300n)
  // Both ended at about the same time.
  const asked = async () => {
    const { list, earn } = ok(await server.call(listRenewals, {}, { as }))
    return { list: list.toSorted((a, b) => a.kind.localeCompare(b.kind)), earn }
  }
  const lock = ok(await server.call(openLock, { price: '100' }, { as }))
  const fund = ok(await server.call(buyFund, { amount: '200', day: 30 }, { as }))
  expect(await asked()).toEqual({ list: [], earn: '0.00000000' })
  server.clock.passBusiness({ days: 30 })
  await server.app.jobs.sweep()
  // Nothing goes on by itself.
  const { list, earn } = await asked()
  expect(earn).toBe('340.00000000')
  expect(list).toMatchObject([
    { kind: 'fund', id: fund.id, offer: { days: 30, income: '10.00000000' } },
    { kind: 'lock', id: lock.id, offer: { days: 30, income: '30.00000000' } },
  ])
  expect(ok(await server.call(listLocks, {}, { as })).run_num).toBe(0)

  // Some of it is in Spot by now; a yes takes from Earn what is there, and what was shown, or nothing.
  const out = { from_field: 'lever', to_field: 'change', currency_id: USDT.id } as const
  ok(await server.call(transferCoins, { ...out, number: '280' }, { as }))
  const yes = { kind: 'lock', id: lock.id, income: '30', from_earn: '60' } as const
  const renewed = async (request: Parameters<typeof answered>[1], who = as) =>
    refusal(await answered(server, request, who))
  expect(await renewed({ ...yes, income: '31' })).toBe('terms_changed')
  expect(await renewed({ ...yes, from_earn: '100' })).toBe('terms_changed')
  expect(await renewed(yes, bob)).toBe('lock_not_found')
  await drain(server, 'pool:lock', USDT.id, 29n * UNIT)
  expect((await asked()).list).toMatchObject([{ kind: 'fund' }, { kind: 'lock', offer: null }])
  expect(await renewed(yes)).toBe('pool_refilling')
  await fill(server)
  const twice = await Promise.all([answered(server, yes, as), answered(server, yes, as)])
  const [goesOn] = ok(await server.call(listLocks, {}, { as })).orders
  expect(twice.find((each) => each.type === 'ok')?.message).toEqual({
    id: goesOn?.id,
    ends_at: goesOn?.ends_at,
  })
  expect(twice.map((each) => (each.type === 'ok' ? 'ok' : each.code)).toSorted()).toEqual([
    'ok',
    'renewal_answered',
  ])
  expect(await balances(server, as.id)).toEqual([240n, 100n, 0n])
  expect(await inHouse(server, 'reserve:lock', USDT.id)).toBe(30n * UNIT)

  // A no is asked no more, and neither is a question that nobody answered for 30 days.
  const no = { kind: 'fund', id: fund.id } as const
  ok(await server.call(leaveContract, no, { as }))
  expect(refusal(await server.call(leaveContract, no, { as, key: newKey() }))).toBe(
    'renewal_answered',
  )
  expect((await asked()).list).toEqual([])
  const next = ok(await server.call(buyFund, { amount: '200', day: 7 }, { as, key: newKey() }))
  server.clock.passBusiness({ days: 7 })
  await server.app.jobs.sweep()
  const again = { kind: 'fund', id: next.id, income: '2', from_earn: '200' } as const
  ok(await answered(server, again, as))
  expect(ok(await server.call(listFunds, { status: 0 }, { as })).total).toBe(1)
  server.clock.passBusiness({ days: 7 })
  await server.app.jobs.sweep()
  const [last] = (await asked()).list
  server.clock.passBusiness({ days: 30 })
  expect((await asked()).list.some(({ kind }) => kind === 'fund')).toBe(false)
  expect(await renewed({ ...again, id: last?.id ?? 0 })).toBe('renewal_answered')
})

async function answered(
  server: TestServer,
  request: { kind: 'lock' | 'fund'; id: number; income: string; from_earn: string },
  as: { id: number; token: string },
) {
  return await server.call(renewContract, request, { as, key: newKey() })
}

/** Available and held in Spot, and what is in Earn, in whole coins. */
async function balances(server: TestServer, memberId: number): Promise<bigint[]> {
  const of = (wallet: 'change' | 'lever') =>
    balanceOf(server.db, memberAccount(memberId, wallet, USDT.id))
  const [spot, earn] = [await of('change'), await of('lever')]
  return [spot.available, spot.held, earn.available].map((units) => units / UNIT)
}

async function fill(server: TestServer): Promise<void> {
  await server.db.transaction().execute((tx) =>
    post(tx, {
      key: newKey(),
      kind: 'pool.funded',
      at: server.clock.now(),
      moves: [
        {
          from: houseAccount('pool:treasury', USDT.id),
          to: houseAccount('pool:lock', USDT.id),
          amount: 1000n * UNIT,
        },
      ],
    }),
  )
}
