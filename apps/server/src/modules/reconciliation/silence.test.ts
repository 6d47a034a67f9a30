import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { startHouseOnChain } from '#testing/house-on-chain.ts'
import { callOperator } from '#testing/operators.ts'
import { ok } from '#testing/server.ts'

const { USDT } = currencies

test('when the chain stands still nobody says that books and custody agree, and operators are called once', async () => {
  const { server, rita, compare } = await startHouseOnChain()
  await compare()
  const agreed = async () => {
    const { currencies: all } = ok(await server.call(readSolvency, {}))
    const health = await (await fetch(`${server.url}/health`)).json()
    return [all.find(({ currency }) => currency === USDT.id)?.agrees, health]
  }
  const calls = async () =>
    await server.db
      .selectFrom('outbox')
      .select('recipient')
      .where('subject', 'like', '%are not compared%')
      .execute()
  expect(await agreed()).toEqual([true, { status: 'ok', books: 'agree' }])
  // The node answers, and has no new block.
  server.clock.moveWall(6 * 60_000)
  for (let turn = 0; turn < 2; turn += 1) {
    await server.app.jobs.sweep()
    server.clock.moveWall(60_000)
  }
  expect(await agreed()).toEqual([null, { status: 'ok', books: 'unknown' }])
  const { alerts, checks } = ok(await callOperator(server, readOverview, {}, { as: rita }))
  expect(alerts.map(({ kind }) => kind)).toContain('standstill')
  expect(checks.find(({ currency }) => currency === USDT.id)?.agrees).toBe(null)
  expect(await calls()).toHaveLength(2)
  expect((await compare()).alerts.filter(({ kind }) => kind === 'standstill')).toEqual([])
  expect((await agreed())[0]).toBe(true)
})

test('where the clock is set back nobody says that books and custody agree before they are compared again, at once', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  await compare()
  const health = async () => await (await fetch(`${server.url}/health`)).json()
  expect(await health()).toEqual({ status: 'ok', books: 'agree' })
  server.clock.moveWall(-6 * 60 * 60_000)
  expect(await health()).toEqual({ status: 'ok', books: 'unknown' })
  await chain.mine(CONFIRMATIONS)
  await server.app.chainWorks?.step()
  const { reconciler } = server.app
  await reconciler.rails.run(server.db, server.clock.wallNow(), new AbortController().signal)
  expect(await health()).toEqual({ status: 'ok', books: 'agree' })
})

test('while the clock of a server is set far ahead nobody is called about comparisons that go on', async () => {
  const { chain, server, compare } = await startHouseOnChain()
  await compare()
  server.clock.setWall(365 * 24 * 60 * 60_000)
  const { reconciler, chainWorks, jobs } = server.app
  for (let turn = 0; turn < 3; turn += 1) {
    server.clock.pass({ minutes: 4 })
    await chain.mine(CONFIRMATIONS)
    await chainWorks?.step()
    const wallNow = server.clock.wallNow()
    await reconciler.rails.run(server.db, wallNow, new AbortController().signal)
    await jobs.sweep()
  }
  const mails = await server.db.selectFrom('outbox').select('subject').execute()
  expect(mails.map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('not compared'),
  )
})
