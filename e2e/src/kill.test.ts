import { chmodSync, renameSync } from 'node:fs'
import path from 'node:path'

import { readProfile } from '@btbc/contract/account.ts'
import { buyLaunches, readLaunches, readTeam, startRun } from '@btbc/contract/mining.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { waitUntil } from '@btbc/database/keep-running.ts'
import { afterEach, expect, test } from 'vitest'

import { type HeardOf, ok } from '@btbc/client/client.ts'
import { call, join, logIn, type Member } from '#api.ts'
import { isCampaign } from '#campaign.ts'
import { runAudit } from '#commands.ts'
import { postgresOf } from '#database.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/**
 * kill -9 in the middle of parallel starts, of members whom one leader invited, and purchases. A client
 * outside logs what it asked for and what was acknowledged; afterwards it asks again under the same keys.
 * Nothing acknowledged may be lost, nothing done twice, nothing half done, nobody counted who did not start.
 */

const BUYERS = ['alice@btbc.test', 'bob@btbc.test']
const PURCHASES_EACH = 80
const STARTERS = isCampaign ? 500 : 10
/** One of them can succeed. */
const STARTS_EACH = isCampaign ? 1 : 4
const JOINING_AT_ONCE = 10
/** Of a machine that may be busy with other things. */
const RECOVERY_MS_MAX = 60_000
const TEST_MS_MAX = isCampaign ? 600_000 : 240_000
/** When so many of a hundred are answered, which is in the middle however fast the machine is. */
const SERVER_DIES_AT = isCampaign ? [5, 30, 60] : [30]
const POSTGRES_DIES_AT = isCampaign ? [20, 50] : [20]
/** Teams counted anew among the rest. */
const CLEAN = { findings: [], recounted: expect.arrayContaining(['teams']), status: 0 }

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

/** All at once; with so many of a hundred answered, it is killed. */
async function attemptAll(
  url: string,
  intents: readonly Intent[],
  { percent, kill }: { percent: number; kill: () => unknown },
): Promise<Outcome[]> {
  let answered = 0
  return await Promise.all(
    intents.map(async (intent) => {
      const outcome = await attempt(url, intent)
      answered += 1
      if (answered === Math.ceil((intents.length * percent) / 100)) kill()
      return outcome
    }),
  )
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
  const leader = await join(url, 'leader@example.test')
  const starters = await joinBelow(url, leader)
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
  const spread = (all: readonly Intent[]) =>
    all.map((intent, n) => ({ intent, at: n / all.length }))
  const mixed = [...spread(purchases), ...spread(starts)].toSorted((a, b) => a.at - b.at)
  const intents = mixed.map(({ intent }) => intent)
  return { buyers, leader, starters, intents, before }
}

async function joinBelow(url: string, leader: Member): Promise<Member[]> {
  const { extension_code: invite } = ok(await call(url, readProfile, {}, leader))
  const joined: Member[] = []
  while (joined.length < STARTERS) {
    const count = Math.min(JOINING_AT_ONCE, STARTERS - joined.length)
    const mails = Array.from({ length: count }, (_, n) => {
      return `starter${joined.length + n}@example.test`
    })
    joined.push(...(await Promise.all(mails.map((mail) => join(url, mail, invite)))))
  }
  return joined
}

/** How many have a run, of which nobody has two. */
async function countStarted(url: string, starters: readonly Member[]): Promise<number> {
  let started = 0
  for (const { token } of starters) {
    const { team } = ok(await call(url, readTeam, {}, { token }))
    expect(team.runs.length).toBeLessThanOrEqual(1)
    started += team.runs.length
  }
  return started
}

type Prepared = Awaited<ReturnType<typeof prepare>>

async function expectNothingLost(
  url: string,
  { buyers, leader, starters, intents, before }: Prepared,
  outcomes: readonly Outcome[],
) {
  const teamOf = async () => ok(await call(url, readTeam, {}, leader)).team
  const countOff = async () => (await teamOf()).active_direct - (await countStarted(url, starters))
  await expect.poll(countOff, { timeout: RECOVERY_MS_MAX }).toBe(0)
  if (isCampaign) {
    expect(runAudit(dataDirectory)).toMatchObject(CLEAN)
    const started = await countStarted(url, starters)
    process.stdout.write(`${started} of ${STARTERS} had started when it was killed\n`)
  }
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
  for (const { token } of starters) expect(await launchesOf(url, token)).toBe(6)
  expect(await countStarted(url, starters)).toBe(STARTERS)
  expect(await teamOf()).toMatchObject({ total: STARTERS, active_direct: STARTERS })
  const solvency = ok(await call(url, readSolvency, {}))
  expect(solvency.currencies.filter(({ agrees }) => !agrees)).toEqual([])
  expect(runAudit(dataDirectory)).toMatchObject(CLEAN)
}

test.each(SERVER_DIES_AT)(
  'the server killed when %i of a hundred are answered',
  async (percent) => {
    dataDirectory = makeDataDirectory()
    product = await startProduct(dataDirectory)
    const prepared = await prepare(product.url)
    const killed = product
    const kill = () => killed.process.kill('SIGKILL')
    const outcomes = await attemptAll(killed.url, prepared.intents, { percent, kill })
    await killed.end('SIGKILL')

    product = await startProduct(dataDirectory)
    await expectNothingLost(product.url, prepared, outcomes)
  },
  TEST_MS_MAX,
)

test.each(POSTGRES_DIES_AT)(
  'PostgreSQL killed when %i of a hundred are answered',
  async (percent) => {
    dataDirectory = makeDataDirectory()
    product = await startProduct(dataDirectory)
    const { url } = product
    const prepared = await prepare(url)
    const { pid } = postgresOf(dataDirectory)
    const kill = () => process.kill(pid, 'SIGKILL')
    const outcomes = await attemptAll(url, prepared.intents, { percent, kill })
    await expectNothingLost(url, prepared, outcomes)
  },
  TEST_MS_MAX,
)

test('PostgreSQL that cannot start again: the server stays, says so, and comes back by itself', async () => {
  dataDirectory = makeDataDirectory()
  chmodSync(dataDirectory, 0o755)
  product = await startProduct(dataDirectory)
  const { url } = product
  const token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const { pid } = postgresOf(dataDirectory)
  const data = path.join(dataDirectory, 'postgres/data')
  renameSync(data, `${data}.away`)
  process.kill(pid, 'SIGKILL')
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
