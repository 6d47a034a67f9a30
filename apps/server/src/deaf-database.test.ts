import { startRun } from '@btbc/contract/mining.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { openDatabase } from '@btbc/database/database.ts'
import { startDeafProxy } from '@btbc/database/deaf-proxy.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'

import { openExchange } from '#modules/exchange/open-exchange.ts'
import { readOrder, told } from '#testing/exchange.ts'
import { foundedTemplate } from '#testing/founded.ts'
import { give } from '#testing/funds.ts'
import { startTestServer } from '#testing/server.ts'

const { USDT } = currencies
const MOVED = { number: '1', from_field: 'change', to_field: 'legal' } as const

/** A server that reaches its database over lines which may go deaf, and a member with funds. */
async function start() {
  const database = await createTestDatabase(await foundedTemplate())
  const proxy = await startDeafProxy(database.appUrl)
  // With less patience than usual the test is over sooner.
  const patience = { statementMaxMs: 3_000, connectionWaitMaxMs: 5_000 }
  const appDb = openDatabase(proxy.through(database.appUrl), patience)
  const drop = async () => {
    await appDb.destroy()
    await proxy.stop()
    await database.drop()
  }
  const left = { database: { ...database, appDb, drop }, at: '2026-03-01T12:00:00Z' }
  const server = await startTestServer({ logLevel: 'silent' }, { left })
  const [ann, bob] = [await server.join('ann@example.test'), await server.join('bob@example.test')]
  await give(server, ann.id, USDT.id, 1000n)
  const { exchange, jobs } = server.app
  const place = async () => told(await exchange.place(readOrder(`${ann.id} buy 1 BNB at 1`)))
  return {
    ...server,
    database,
    proxy,
    exchange,
    place,
    bob,
    move: async () => {
      const asked = { ...MOVED, currency_id: USDT.id }
      return (await server.call(transferCoins, asked, { as: ann })).type
    },
    sweep: () => jobs.sweep(),
    health: async () => (await fetch(`${server.url}/health`)).status,
    depth: async () => (await fetch(`${server.url}/api/v3/depth?symbol=BNBUSDT`)).status,
  }
}

test('connections that are forgotten on the way are found out, and all goes on over others', async () => {
  const { call, proxy, exchange, place, move, sweep, health, bob } = await start()
  expect([await place(), await move(), await health()]).toEqual(['open 0 of 1', 'ok', 200])
  proxy.goDeaf()
  proxy.hearAgain()
  const [placed, moved, run] = await Promise.all([
    place(),
    move(),
    call(startRun, {}, { as: bob }),
    sweep().catch(() => undefined),
  ])
  // Of what never came to the database the engine finds that out, and does it once more.
  expect(placed).toBe('open 0 of 1')
  expect(['ok', 'error']).toContain(moved)
  expect(['ok', 'error']).toContain(run.type)
  await sweep()
  expect(await move()).toBe('ok')
  await expect.poll(exchange.isOpen).toBe(true)
  await expect.poll(health).toBe(200)
  expect(await place()).toBe('open 0 of 1')
})

test('a server whose database says nothing any more ends what it was asked, and others have the markets', async () => {
  const world = await start()
  const { call, proxy, exchange, place, move, sweep, health, depth, bob } = world
  expect([await place(), await move(), await health()]).toEqual(['open 0 of 1', 'ok', 200])
  expect(await depth()).toBe(200)
  const failures: string[] = []
  const other = await openExchange({
    db: world.database.appDb,
    now: () => world.clock.now(),
    owner: 'other',
    report: (error, what) => void failures.push(`${what}: ${String(error)}`),
  })
  onTestFinished(() => other.stop())
  expect(other.isOpen()).toBe(false)
  proxy.goDeaf()
  const asked = Promise.all([
    place(),
    move(),
    call(startRun, {}, { as: bob }).then(({ type }) => type),
    sweep().catch(() => 'failed'),
  ])
  expect(await health()).toBe(503)
  await expect.poll(exchange.isOpen).toBe(false)
  // It goes on having the book as it was, and does not show it.
  expect(await depth()).toBe(503)
  await expect.poll(other.isOpen).toBe(true)
  expect(told(await other.place(readOrder(`${bob.id} buy 1 BNB at 1`)))).toBe(
    'insufficient_balance',
  )
  const [placed, ...others] = await asked
  expect(['try_again', 'unknown']).toContain(placed)
  expect(others).toEqual(['error', 'error', 'failed'])
  proxy.hearAgain()
  await expect.poll(health).toBe(200)
  expect([await move(), await place()]).toEqual(['ok', 'try_again'])
  await sweep()
  await other.stop()
  await expect.poll(exchange.isOpen).toBe(true)
  expect(await place()).toBe('open 0 of 1')
  expect(failures).toEqual([])
})
