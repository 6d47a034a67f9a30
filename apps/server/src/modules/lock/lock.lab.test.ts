import { type LabTerms, runLab } from '@btbc/contract/lab.ts'
import { listLocks, openLock } from '@btbc/contract/lock.ts'
import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { drain, give, inHouse } from '#testing/funds.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

const { USDT } = currencies

test('five who would lock where the pool covers three: the lab has what the plan pays, sets aside and refuses, to the unit', async () => {
  const server = await startTestServer()
  const members = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => server.join(`${name}@example.test`)),
  )
  for (const { id } of members) await give(server, id, USDT.id, 100n)
  const reserve = 95n * UNIT + 7n
  await drain(server, 'pool:lock', USDT.id, reserve)
  const [first] = members
  if (!first) throw new Error('nobody joined')
  const plan = ok(await server.call(listLocks, {}, { as: first }))
  // An amount whose income of a day is floored.
  const price = '99.99999999'
  const crowd = { starters: members.length, growthBps: 0, people: members.length }
  const habits = { lockBps: 10_000, leaveBps: 10_000, inviteBps: 0 }
  const terms: LabTerms = {
    ...crowd,
    ...habits,
    amount: 100n * UNIT - 1n,
    days: plan.days,
    dayBps: plan.day_bps,
    reserve,
    horizon: plan.days,
  }
  const { house } = runLab(terms)

  const refused = []
  for (const as of members) {
    const answer = await server.call(openLock, { price }, { as })
    if (answer.type !== 'ok') refused.push(refusal(answer))
  }
  expect(refused).toEqual(['pool_refilling', 'pool_refilling'])
  expect(house).toMatchObject({ sold: 3, refused: 2 })
  for (let day = 0; day <= plan.days; day += 1) {
    const shown = house.days[day]
    const running = BigInt(shown?.running ?? 0)
    const setAside = await inHouse(server, 'reserve:lock', USDT.id)
    const pool = await balanceOf(server.db, houseAccount('pool:lock', USDT.id))
    expect({ day, due: running * terms.amount + setAside, pool: pool.available }).toEqual({
      day,
      due: shown?.due,
      pool: house.pool,
    })
    server.clock.passBusiness({ days: 1 })
    await server.app.jobs.sweep()
  }
  const { history_income: paid } = ok(await server.call(listLocks, {}, { as: first }))
  expect(paid).toBe('29.99999970')
  expect(house.paid).toBe(3n * 2_999_999_970n)
}, 60_000)
