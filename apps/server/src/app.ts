import path from 'node:path'

import { pinChain } from '#chain/pin.ts'
import type { ChainWorks } from '#chain/works.ts'
import { chainEntries } from '@btbc/ledger/chain.ts'
import { listLines } from '@btbc/ledger/lines.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { FastifyInstance } from 'fastify'

import { serveDevRoutes } from '#dev/dev-routes.ts'
import { handleFailures } from '#http/failures.ts'
import { createHttp } from '#http/http-server.ts'
import { serveApiPage } from '#http/pages.ts'
import { createServe } from '#http/pipeline.ts'
import { startRateLimits } from '#http/rate-limits.ts'
import { setSecurityHeaders } from '#http/security-headers.ts'
import { memberSurface, type ServeParts } from '#http/serve.ts'
import { openThisMachine } from '#http/this-machine.ts'
import { readIndexHtml, serveConsole, serveWebApp } from '#http/web-app.ts'
import { startLive } from '#live/live.ts'
import { operatorSurface } from '#modules/operator/operator-serve.ts'
import { requireStepUp } from '#modules/security/index.ts'
import { findCaller } from '#modules/session/session.ts'
import { openUploadFiles } from '#modules/upload/files.ts'
import { lookForMissing } from '#modules/upload/missing.ts'
import { createAddressOf } from '#network/caller-address.ts'
import { isThereBefore, nameAtWork, refuseOtherProvider } from '#platform/at-work.ts'
import { followClock } from '#platform/business-clock.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { type Heartbeat, openHeartbeat } from '#platform/heartbeat.ts'
import { type Chore, type Jobs, startJobs } from '#platform/jobs.ts'
import { messageChores } from '#platform/notifications/deliver.ts'
import { bringForward, eraseOldCodes } from '#platform/notifications/outbox.ts'
import { noticesOfSilence } from '#platform/notifications/senders.ts'
import { forgetSweep, keptByPlatform } from '#platform/retention.ts'
import { routeUpgrades } from '#platform/sockets/upgrades.ts'

import { openHouseOf, startChain, uploadsFolder } from './house.ts'
import type { Calls, Ground, House } from './module.ts'
import { modules } from './modules.ts'

const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../console/dist')
const WALLET_FOLDER = path.resolve(import.meta.dirname, '../../wallet/dist')
const LISTING_MS_MAX = 2000

export type App = Pick<
  House,
  'exchange' | 'marketData' | 'liquidity' | 'queues' | 'reconciler' | 'pictureWatch'
> & {
  http: FastifyInstance
  jobs: Jobs
  /** What goes on between the books and the chain, when there is one. */
  chainWorks: ChainWorks | undefined
  /** For the person who starts the server. */
  notices: readonly string[]
  /** Addresses that open to another device what is for this machine alone. */
  doors: (port: number) => string[]
}

/** What is forgotten, and when; whatever tells where money went is not here: it stays. */
export const kept = [...keptByPlatform, ...modules.flatMap((each) => each.kept ?? [])]

const standsStill = modules.flatMap((each) => each.standsStill ?? [])

/** Builds everything but the open port: `main.ts` and the tests listen. */
export async function createApp(ground: Ground & Pick<ServeParts, 'hearThrown'>): Promise<App> {
  const { db, clock, config, chain, hearThrown } = ground
  if (chain) await pinChain(db, chain, clock.now())
  const app = createHttp(config)
  const name = nameAtWork(ground.paysBy)
  const heartbeat = openHeartbeat({
    db,
    clock,
    standsStill,
    name,
    tell: (stood) => app.log.warn(stood, 'what somebody has to be in time for was moved on'),
  })
  // Before the first call, so that nobody is told that a time is over which stood still.
  await heartbeat.beat()
  const missing = await joinOthers(ground, { name, heartbeat })
  const notices = [...(await seedHouse(ground)), ...missing, ...noticesOfSilence(config)]
  const pages = [readIndexHtml(WALLET_FOLDER), readIndexHtml(CONSOLE_FOLDER)] as const
  handleFailures(app)
  setSecurityHeaders(app, { pages, publicUrl: config.publicUrl })
  if (config.metricsPort !== undefined) {
    const { measureCalls, serveMetrics } = await import('#http/metrics.ts')
    const page = await serveMetrics(measureCalls(app), config.metricsPort)
    app.addHook('onClose', async () => page.close())
  }
  const house = await openHouseOf(app, ground, modules)
  const addressOf = createAddressOf(config)
  const { doors, ...thisMachine } = openThisMachine(config, addressOf)
  const rateLimits = startRateLimits(config.rateLimits)
  const parts = { app, db, clock, config, rateLimits, addressOf, ...thisMachine }
  const serving = { ...parts, terms: house.terms, findCaller, requireStepUp, hearThrown }

  const calls = createCalls(serving)
  for (const each of modules) each.calls?.(calls, house)
  const upgrades = routeUpgrades(app.server)
  for (const each of modules) await each.routes?.(app, { ...serving, ...house, upgrades })
  const live = await startLive({
    ...serving,
    ...house,
    upgrades,
    dayOf: (marketId) => house.marketData.dayOf(marketId),
  })
  app.addHook('preClose', () => live.stop())

  const work = workOf(house, heartbeat)
  const jobs = startJobs({ db, clock, log: app.log, isIdle: ground.isIdle, ...work })
  const chainWorks = startChain(app, house, modules)
  await serveApiPage(app)
  serveDevRoutes(app, { ...serving, chain, chainWorks, sweepWithin: (ms) => jobs.sweepWithin(ms) })
  await serveConsole(app, CONSOLE_FOLDER, pages[1])
  await serveWebApp(app, WALLET_FOLDER, pages[0])
  return { ...house, http: app, jobs, chainWorks, notices, doors }
}

/** Refuses to stand beside servers with which this one has not in common what it has to; answers what is missing. */
async function joinOthers(
  { db, clock, config }: Ground,
  { name, heartbeat }: { name: string; heartbeat: Heartbeat },
): Promise<string[]> {
  try {
    await refuseOtherProvider(db, name)
    const files = openUploadFiles(uploadsFolder(config))
    const isBesideOthers = () => isThereBefore(db, name)
    return await lookForMissing(db, { files, now: clock.now(), isBesideOthers })
  } catch (error) {
    await heartbeat.stop()
    throw error
  }
}

/** What the house is founded with. The second time nothing happens. */
export async function seedHouse(ground: Ground): Promise<string[]> {
  const notices: string[] = []
  for (const each of modules) notices.push(...((await each.seed?.(ground)) ?? []))
  return notices
}

function createCalls(serving: ServeParts): Calls {
  const ofOperators = createServe(operatorSurface(serving))
  return { ...createServe(memberSurface(serving)), serveOperator: ofOperators.serve }
}

/** Of a long stretch of entries the rest comes in the next second: deadlines wait in the same lane. */
const listing: Chore = {
  name: 'list lines of accounts',
  run: (db, _wallNow, signal) =>
    listLines(db, { signal: AbortSignal.any([signal, AbortSignal.timeout(LISTING_MS_MAX)]) }),
}

/** What time does, what is done beside it, and what waits for somebody outside this process. */
function workOf(house: House, heartbeat: Heartbeat) {
  const { db, clock, config } = house
  return {
    beforeSweep: () => heartbeat.beforeSweep(),
    sweeps: [
      {
        name: 'erase old codes',
        run: (tx: Tx, { wallNow }: { wallNow: Date }) => eraseOldCodes(tx, wallNow),
      },
      {
        name: 'bring messages forward',
        everyMs: MINUTE_MS,
        // By the wall that they are sent by.
        run: (tx: Tx) => bringForward(tx, clock.wallNow()),
      },
      ...modules.flatMap((each) => each.sweeps?.(house) ?? []),
      ...kept.map(forgetSweep),
    ],
    chores: [
      { name: 'chain entries', run: () => chainEntries(db) },
      listing,
      ...modules.flatMap((each) => each.chores?.(house) ?? []),
    ],
    outside: [
      // In a lane of its own: a house that is busy does not stand still.
      {
        name: 'say that the house is at work',
        run: () => heartbeat.beat(),
        stop: () => heartbeat.stop(),
      },
      followClock(clock),
      ...messageChores(config),
      ...modules.flatMap((each) => each.outside?.(house) ?? []),
    ],
  }
}
