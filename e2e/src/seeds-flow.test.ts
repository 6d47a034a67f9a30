import { readProfile } from '@btbc/contract/account.ts'
import { readLaunches, readTeam, startRun } from '@btbc/contract/mining.ts'
import { readOutput } from '@btbc/contract/rewards.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, call, join, ok } from '#api.ts'
import { runAudit } from '#commands.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** The first journey through the HTTP API alone, as a client written to the seeds makes it. */

const HALF_DAY_S = 12 * 60 * 60
const dataDirectory = makeDataDirectory()
let product: Product

beforeAll(async () => {
  product = await startProduct(dataDirectory)
})
afterAll(async () => {
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('a member joins, mines for a day, invites a friend and gains ten percent', async () => {
  const { url } = product
  const ada = await join(url, 'ada@example.test')
  const get = { token: ada.token, method: 'GET' } as const

  const info = ok(await call(url, readProfile, {}, get))
  const btbc = info.change_wallet.balance.find(({ currency }) => currency === 28)
  expect(btbc?.change_balance).toBe('50.00000000')
  expect(ok(await call(url, readLaunches, {}, get)).free_times).toBe(7)

  expect(ok(await call(url, startRun, {}, get)).free_times).toBe(6)
  const again = await call(url, startRun, {}, get)
  expect(again).toMatchObject({ type: 'error', code: 'machine_started' })

  await advance(url, HALF_DAY_S)
  const half = ok(await call(url, readTeam, {}, get)).team
  expect(half.power_output).toBe('0.02400000')
  // The clock runs on while we ask: half of it, and less than an hour more.
  expect(Number(half.run_output)).toBeGreaterThanOrEqual(0.012)
  expect(Number(half.run_output)).toBeLessThan(0.013)
  expect(half.count_down).toBeGreaterThan(HALF_DAY_S - 3600)

  await advance(url, HALF_DAY_S)
  const ended = ok(await call(url, readTeam, {}, get)).team
  expect(ended).toMatchObject({ count_down: 0, run_output: '0.00000000', runs: [] })
  const reward = ok(await call(url, readOutput, {}, get))
  expect(reward.receive_amount).toBe(half.power_output)
  expect(ok(await call(url, readLaunches, {}, get)).free_times).toBe(6)

  const bea = await join(url, 'bea@example.test', info.extension_code)
  ok(await call(url, startRun, {}, { token: bea.token, method: 'GET' }))
  await advance(url, 2 * HALF_DAY_S)
  expect(ok(await call(url, readLaunches, {}, get)).free_times).toBe(13)
  const next = ok(await call(url, startRun, {}, get))
  expect(next.run.power_output).toBe('0.02640000')
})

test('solvency and audit agree and are clean', async () => {
  const solvency = ok(await call(product.url, readSolvency, {}))
  expect(solvency.currencies.filter(({ agrees }) => !agrees)).toEqual([])
  expect(runAudit(dataDirectory)).toMatchObject({ findings: [], status: 0 })
})
