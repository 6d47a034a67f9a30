import { chmodSync, renameSync } from 'node:fs'
import path from 'node:path'

import { buyLaunches, readLaunches, readTeam, startRun } from '@btbc/contract/mining.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { waitUntil } from '@btbc/database/keep-running.ts'
import { findRunningPostgres } from '@btbc/database/postgres.ts'
import { afterEach, expect, test } from 'vitest'

import { type HeardOf, ok } from '@btbc/client/client.ts'
import { call, join, logIn, type Member } from '#api.ts'
import { isCampaign } from '#campaign.ts'
import { runAudit } from '#commands.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/**
 * kill -9 in the middle of 200 parallel starts and purchases. A client outside logs what it asked
 * for and what was acknowledged; afterwards it asks again under the same keys. Nothing acknowledged
 * may be lost, nothing done twice, nothing half done.
 */

const BUYERS = ['alice@btbc.test', 'bob@btbc.test']
const PURCHASES_EACH = 80
const STARTERS = 10
const STARTS_EACH = 4
/** Of a machine that may be busy with other things. */
const RECOVERY_MS_MAX = 60_000
const SERVER_DIES_AFTER_MS = isCampaign ? [30, 120, 400] : [120]
const POSTGRES_DIES_AFTER_MS = isCampaign ? [60, 250] : [60]

type Intent = { token: string; call: typeof buyLaunches | typeof startRun; key: string }
type Outcome = HeardOf<Intent['call']> | 'unknown'

let dataDirectory = ''
let product: Product | undefined

afterEach(async () => {
  await product?.end('SIGKILL')
  removeDataDirectory(dataDirectory)
})

async function attempt(url: string, intent: Intent): Promise<Outcome> {
  try {
    if (intent.call === startRun) return await call(url, startRun, {}, intent)
    return await call(url, buyLaunches, { times: 1 }, intent)
  } catch {
    return 'unknown'
  }
}

/** A server that lost its database answers `unavailable`: an outcome like no answer, to ask again. */
function isUnknown(outcome: Outcome): boolean {
  return (
    outcome === 'unknown' ||
    (outcome.type === 'error' && ['unavailable', 'try_again', 'internal'].includes(outcome.code))
  )
}

async function askUntilKnown(url: string, intent: Intent): Promise<Exclude<Outcome, 'unknown'>> {
  const until = performance.now() + RECOVERY_MS_MAX
  for (;;) {
    const outcome = await attempt(url, intent)
    if (outcome !== 'unknown' && !isUnknown(outcome)) return outcome
    if (performance.now() > until) throw new Error('it did not come back in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function launchesOf(url: string, token: string): Promise<number> {
  return ok(await call(url, readLaunches, {}, { token })).free_times
}

async function prepare(url: string) {
  const buyers = await Promise.all(BUYERS.map((mail) => logIn(url, mail, 'btbc-test-1')))
  const starters: Member[] = []
  for (let n = 0; n < STARTERS; n += 1) starters.push(await join(url, `starter${n}@example.test`))
  const purchases = buyers.flatMap((token, buyer) =>
    Array.from({ length: PURCHASES_EACH }, (_, n): Intent => {
      return { token, call: buyLaunches, key: `buy-${buyer}-${n}` }
    }),
  )
  const starts = starters.flatMap(({ token }, starter) =>
    Array.from({ length: STARTS_EACH }, (_, n): Intent => {
      return { token, call: startRun, key: `start-${starter}-${n}` }
    }),
  )
  const before = await Promise.all(buyers.map((token) => launchesOf(url, token)))
  // Starts and purchases mixed, so that the kill meets both.
  const intents = [...purchases, ...starts].toSorted((a, b) =>
    a.key.slice(-2) < b.key.slice(-2) ? -1 : 1,
  )
  return { buyers, starters, intents, before }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

async function expectNothingLost(
  url: string,
  { buyers, starters, intents, before }: Prepared,
  outcomes: readonly Outcome[],
) {
  for (const [n, intent] of intents.entries()) {
    const first = outcomes[n]
    const again = await askUntilKnown(url, intent)
    if (first === undefined || isUnknown(first) || first === 'unknown') continue
    // What was acknowledged is answered again, to the letter; what was refused stays refused.
    if (first.type === 'ok') expect(again).toMatchObject({ type: 'ok', message: first.message })
    else expect(again).toMatchObject({ type: 'error', code: first.code })
  }
  const after = await Promise.all(buyers.map((token) => launchesOf(url, token)))
  expect(after).toEqual(before.map((launches) => launches + PURCHASES_EACH))
  for (const { token } of starters) {
    const { team } = ok(await call(url, readTeam, {}, { token }))
    expect(team.runs.length).toBe(1)
    expect(await launchesOf(url, token)).toBe(6)
  }
  const solvency = ok(await call(url, readSolvency, {}))
  expect(solvency.currencies.filter(({ agrees }) => !agrees)).toEqual([])
  expect(runAudit(dataDirectory)).toMatchObject({ findings: [], status: 0 })
}

test.each(SERVER_DIES_AFTER_MS)(
  'the server killed after %i ms',
  async (delayMs) => {
    dataDirectory = makeDataDirectory()
    product = await startProduct(dataDirectory)
    const prepared = await prepare(product.url)
    const killed = product
    const timer = setTimeout(() => void killed.end('SIGKILL'), delayMs)
    const outcomes = await Promise.all(prepared.intents.map((each) => attempt(killed.url, each)))
    clearTimeout(timer)
    await killed.end('SIGKILL')

    product = await startProduct(dataDirectory)
    await expectNothingLost(product.url, prepared, outcomes)
  },
  240_000,
)

test.each(POSTGRES_DIES_AFTER_MS)(
  'PostgreSQL killed after %i ms',
  async (delayMs) => {
    dataDirectory = makeDataDirectory()
    product = await startProduct(dataDirectory)
    const { url } = product
    const prepared = await prepare(url)
    const postgres = findRunningPostgres(path.join(dataDirectory, 'postgres'))
    if (postgres === undefined) throw new Error('no PostgreSQL runs on this data directory')
    setTimeout(() => process.kill(postgres.pid, 'SIGKILL'), delayMs)
    const outcomes = await Promise.all(prepared.intents.map((each) => attempt(url, each)))
    await expectNothingLost(url, prepared, outcomes)
  },
  240_000,
)

test('PostgreSQL that cannot start again: the server stays, says so, and comes back by itself', async () => {
  dataDirectory = makeDataDirectory()
  chmodSync(dataDirectory, 0o755)
  product = await startProduct(dataDirectory)
  const { url } = product
  const token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const postgres = findRunningPostgres(path.join(dataDirectory, 'postgres'))
  if (postgres === undefined) throw new Error('no PostgreSQL runs on this data directory')
  const data = path.join(dataDirectory, 'postgres/data')
  renameSync(data, `${data}.away`)
  process.kill(postgres.pid, 'SIGKILL')
  const running = product
  const isSaid = () => running.output().includes('tried again until it starts')
  expect(await waitUntil(isSaid, RECOVERY_MS_MAX)).toBe(true)
  expect(await call(url, readTeam, {}, { token })).toMatchObject({
    code: 'unavailable',
  })
  renameSync(`${data}.away`, data)
  const isBack = async () => {
    const answer = await call(url, startRun, {}, { token, key: 'after' })
    return answer.type === 'ok'
  }
  expect(await waitUntil(isBack, RECOVERY_MS_MAX)).toBe(true)
  expect(product.process.exitCode).toBe(null)
  const solvency = ok(await call(url, readSolvency, {}))
  expect(solvency.currencies.filter(({ agrees }) => !agrees)).toEqual([])
})
