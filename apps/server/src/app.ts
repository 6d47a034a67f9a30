import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'

import type { Db } from '@btbc/database/database.ts'
import { chainEntries } from '@btbc/ledger/chain.ts'
import { listNetLines } from '@btbc/ledger/net-lines.ts'
import fastify, { type FastifyInstance, LogController } from 'fastify'

import type { Chain } from '#chain/chain.ts'
import { pinChain } from '#chain/pin.ts'
import { createSigner } from '#chain/signer.ts'
import type { Purposes } from '#chain/transactions.ts'
import { type ChainWork, type ChainWorks, startChainWorks } from '#chain/works.ts'
import { followClock } from '#platform/business-clock.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#config.ts'
import type { Gateway } from '#payment-provider/gateway.ts'
import { serveDevRoutes } from '#dev/dev-routes.ts'
import { handleFailures } from '#http/failures.ts'
import { measureCalls, serveMetrics } from '#http/metrics.ts'
import { serveApiPage } from '#http/pages.ts'
import { createServeOperator, type OperatorServeParts } from '#modules/operator/operator-serve.ts'
import { startRateLimits } from '#http/rate-limits.ts'
import { setSecurityHeaders } from '#http/security-headers.ts'
import { createServe, createServeDirect, type Serve, type ServeDirect } from '#http/serve.ts'
import { openThisMachine } from '#http/this-machine.ts'
import { readIndexHtml, serveConsole, serveWebApp } from '#http/web-app.ts'
import { type Chore, type Jobs, startJobs, type Sweep } from '#platform/jobs.ts'
import { startLive } from '#live/live.ts'
import { routeUpgrades } from '#platform/sockets/upgrades.ts'
import { serveJoining } from '#modules/joining/joining.routes.ts'
import { serveProfile } from '#modules/profile/profile.routes.ts'
import { serveRecovery } from '#modules/recovery/recovery.routes.ts'
import { serveTeam } from '#modules/team/team.routes.ts'
import { serveAccount } from '#modules/account/account.routes.ts'
import { serveApiKeys } from '#modules/api-key/api-key.routes.ts'
import { type KeyUses, startKeyUses } from '#modules/api-key/key-uses.ts'
import { bankDepositQueue } from '#modules/bank-deposit/bank-deposit.queue.ts'
import { serveBankDeposits } from '#modules/bank-deposit/bank-deposit.routes.ts'
import { serveBotApi } from '#modules/bot-api/bot-api.routes.ts'
import { startBotSockets } from '#modules/bot-api/sockets.ts'
import { serveDeposits } from '#modules/deposit/deposit.routes.ts'
import { faucetTold } from '#modules/deposit/faucet.ts'
import { findCoin } from '#modules/deposit/find.ts'
import { createSweeper, gasTold, sweepTold } from '#modules/deposit/sweep.ts'
import { watchingAccepted } from '#modules/deposit/watch-resume.ts'
import { createDepositWatch } from '#modules/deposit/watch.ts'
import type { Exchange } from '#modules/exchange/exchange.ts'
import { serveExchange } from '#modules/exchange/exchange.routes.ts'
import { openExchange } from '#modules/exchange/open-exchange.ts'
import { openingCustody } from '#chain/custody.ts'
import { gatewayChores, gatewaySweeps } from '#modules/gateway/gateway.jobs.ts'
import { serveGateway, serveGatewayEvents } from '#modules/gateway/gateway.routes.ts'
import { openHouse } from '#modules/genesis/opening.ts'
import {
  type HouseLiquidity,
  startHouseLiquidity,
} from '#modules/house-liquidity/house-liquidity.jobs.ts'
import { serveHouseLiquidity } from '#modules/house-liquidity/house-liquidity.routes.ts'
import { identitySweeps } from '#modules/identity/identity.jobs.ts'
import { identityQueue } from '#modules/identity/identity.queue.ts'
import { serveIdentity } from '#modules/identity/identity.routes.ts'
import { serveMachines } from '#modules/machine/machine.routes.ts'
import { serveMarketData } from '#modules/market-data/market-data.routes.ts'
import { type MarketData, startMarketData } from '#modules/market-data/market-data.ts'
import { miningSweeps } from '#modules/mining/mining.jobs.ts'
import { serveMining } from '#modules/mining/mining.routes.ts'
import { seedContent } from '#modules/news/news.publish.ts'
import { serveNews } from '#modules/news/news.routes.ts'
import { caseAccepted, type Queues } from '#modules/review/case.ts'
import { unfreezingAccepted } from '#modules/console/member.ts'
import { operatorSweeps } from '#modules/console/console.jobs.ts'
import { serveOperator } from '#modules/console/console.routes.ts'
import { findOperator } from '#modules/operator/operator-session.ts'
import { poolFundingAccepted } from '#modules/console/pool.ts'
import type { Effects } from '#modules/review/proposal.ts'
import { openSampleOperators } from '#modules/operator/sample-operators.ts'
import { createReconciler, type Reconciler } from '#modules/reconciliation/reconciler.ts'
import { callAboutStandstill, readBooksHealth } from '#modules/reconciliation/standstill.ts'
import { serveNonces } from '#modules/nonce/nonce.routes.ts'
import { replacingAccepted } from '#modules/nonce/nonce.ts'
import { resumingAccepted } from '#modules/reconciliation/reconciliation.ts'
import { serveReconciliation } from '#modules/reconciliation/reconciliation.routes.ts'
import { serveRecords } from '#modules/records/records.routes.ts'
import { mintingWork, mintPurpose } from '#modules/rewards/rewards.mint.ts'
import { serveRewards } from '#modules/rewards/rewards.routes.ts'
import { type Passwords, startPasswords } from '#platform/passwords.ts'
import { serveSecurity } from '#modules/security/security.routes.ts'
import { sendLimitsOf, serveCaptcha, serveSession } from '#modules/session/session.routes.ts'
import { findCaller } from '#modules/session/session.ts'
import { serveSolvency } from '#modules/solvency/solvency.routes.ts'
import { teamSweeps } from '#modules/team/team.jobs.ts'
import { openUploadFiles, type UploadFiles } from '#modules/upload/files.ts'
import { uploadChores, uploadSweeps } from '#modules/upload/upload.jobs.ts'
import { serveUploads } from '#modules/upload/upload.routes.ts'
import { serveWallet } from '#modules/wallet/wallet.routes.ts'
import { withdrawalPurpose } from '#modules/withdrawal/withdrawal.chain.ts'
import { withdrawalSweeps } from '#modules/withdrawal/withdrawal.jobs.ts'
import { bankWithdrawalQueue, coinWithdrawalQueue } from '#modules/withdrawal/withdrawal.queue.ts'
import { serveWithdrawals } from '#modules/withdrawal/withdrawal.routes.ts'
import { messageChores } from '#platform/notifications/deliver.ts'
import { eraseOldCodes } from '#platform/notifications/outbox.ts'
import { createAddressOf } from '#network/caller-address.ts'
import { forgetSweep } from '#platform/retention.ts'
import { kept } from './retention.ts'

const BODY_BYTES_MAX = 64 * 1024
const REQUEST_MS_MAX = 15_000
const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../console/dist')
const WALLET_FOLDER = path.resolve(import.meta.dirname, '../../wallet/dist')

/** `notices` is for the person who starts the server. */
export type App = {
  http: FastifyInstance
  jobs: Jobs
  exchange: Exchange
  marketData: MarketData
  liquidity: HouseLiquidity
  /** What goes on between the books and the chain, when there is one. */
  chainWorks: ChainWorks | undefined
  notices: readonly string[]
  /** Addresses that open to another device what is for this machine alone. */
  doors: (port: number) => string[]
}

/**
 * Without a chain, calls that need one are refused. `queues` stands for the product's own queues in a
 * test.
 */
type Parts = {
  db: Db
  clock: Clock
  config: Config
  chain?: Chain | undefined
  gateway?: Gateway | undefined
  queues?: Queues
}

/** What waits for operators, one line for each module that asks them. */
function queuesOf(_parts: Parts, files: UploadFiles): Queues {
  return [identityQueue(files), bankDepositQueue(files), coinWithdrawalQueue, bankWithdrawalQueue]
}

/** What the acceptance of each kind of proposal does. */
function effectsOf(queues: Queues): Effects {
  return {
    'case.accept': caseAccepted(queues),
    'pool.fund': poolFundingAccepted,
    'member.unfreeze': unfreezingAccepted,
    'withdrawals.resume': resumingAccepted,
    'deposits.resume': watchingAccepted,
    'nonce.replace': replacingAccepted,
  }
}
/** The table of contents: every module of the product, one line each. */
function serveModules(
  serve: Serve,
  serveDirect: ServeDirect,
  parts: {
    config: Config
    passwords: Passwords
    exchange: Exchange
    marketData: MarketData
    uses: KeyUses
    files: UploadFiles
    gateway: Gateway | undefined
    chain: Chain | undefined
  },
): void {
  const { config, passwords, exchange, marketData, uses, files, gateway, chain } = parts
  serveSession(serve, { config, passwords })
  serveAccount(serve)
  serveJoining(serve, { passwords })
  serveProfile(serve)
  serveTeam(serve)
  serveMining(serve)
  serveMachines(serve)
  serveRewards(serve, { hasChain: chain !== undefined })
  serveRecords(serve)
  serveWallet(serve, { marketPrice: (currency) => marketData.averagePrice(currency) })
  serveGateway(serve, gateway)
  serveBankDeposits(serve, { findCoin: findCoin(chain) })
  serveDeposits(serve, serveDirect, { chain })
  serveWithdrawals(serve, chain)
  serveExchange(serveDirect, {
    exchange,
    dayOf: (marketId) => marketData.dayOf(marketId),
    isSimulated: config.liquidity,
  })
  serveMarketData(serve, exchange)
  serveHouseLiquidity(serve, { exchange, isOn: config.liquidity })
  serveApiKeys(serve, uses)
  serveIdentity(serve, files)
  serveSecurity(serve, { passwords, sendLimitsOf: (from) => sendLimitsOf(config, from) })
  serveRecovery(serve, { passwords, sendLimitsOf: (from) => sendLimitsOf(config, from) })
  serveSolvency(serveDirect)
  serveNews(serve)
}

/** What time does, one line each. */
function sweepsOf(parts: Parts): Sweep[] {
  return [
    { name: 'erase old codes', run: (tx, { wallNow }) => eraseOldCodes(tx, wallNow) },
    ...withdrawalSweeps({ hasChain: parts.chain !== undefined }),
    ...miningSweeps,
    ...teamSweeps,
    ...identitySweeps,
    ...operatorSweeps,
    ...gatewaySweeps,
    callAboutStandstill(parts.clock),
    ...kept.map(forgetSweep),
  ]
}

/** Who is told what became of the transactions it queued, one line for each purpose. */
function purposesOf({ chain }: Parts & { chain: Chain }): Purposes {
  return {
    mint: mintPurpose,
    withdrawal: withdrawalPurpose,
    faucet: faucetTold,
    sweep: sweepTold,
    gas_topup: gasTold(chain),
  }
}

/** What goes on between the books and the chain in each turn, one line each, in this order. */
function chainWorksOf(
  parts: Parts & { chain: Chain; marketData: MarketData },
  report: Report,
): ChainWork[] {
  const purposes = purposesOf(parts)
  return [
    mintingWork({ ...parts, marketPrice: (currency) => parts.marketData.averagePrice(currency) }),
    createSigner({ ...parts, purposes, owner: randomUUID(), report }),
    createDepositWatch({ ...parts, report }),
    createSweeper({ ...parts, report }),
  ]
}

/** What a house needs before its first guest; each line does nothing the second time. */
async function furnish(parts: Parts): Promise<string[]> {
  const { db, clock, chain } = parts
  if (chain) await pinChain(db, chain, clock.now())
  await db.transaction().execute(async (tx) => await seedContent(tx, clock.now()))
  const custody = chain?.opening ?? openingCustody
  return [...(await openHouse({ ...parts, custody })), ...(await openSampleOperators(parts))]
}

/** Builds everything but the open port: `main.ts` and the tests listen. */
export async function createApp(parts: Parts): Promise<App> {
  const { db, clock, config, chain, gateway } = parts
  const notices = await furnish(parts)
  const app = createHttp(config)
  const indexHtml = readIndexHtml(WALLET_FOLDER)
  const consoleHtml = readIndexHtml(CONSOLE_FOLDER)
  acceptOnlyJson(app)
  handleFailures(app)
  setSecurityHeaders(app, { pages: [indexHtml, consoleHtml], publicUrl: config.publicUrl })
  if (config.metricsPort !== undefined) {
    const page = await serveMetrics(measureCalls(app), config.metricsPort)
    app.addHook('onClose', async () => page.close())
  }

  const rateLimits = startRateLimits(config.rateLimits)
  const passwords = await startPasswords(db, config)
  const { exchange, marketData, liquidity } = await openMarkets(app, parts)
  const addressOf = createAddressOf(config)
  const { doors, ...thisMachine } = openThisMachine(config, addressOf)
  const serving = { app, db, clock, config, rateLimits, findCaller, addressOf, ...thisMachine }
  const uses = startKeyUses(db, reportTo(app))
  app.addHook('onClose', () => uses.stop())
  const serve = createServe(serving)
  const files = openUploadFiles(path.join(config.dataDirectory, 'uploads'))
  const modules = { config, passwords, exchange, marketData, uses, files, gateway, chain }
  serveModules(serve, createServeDirect(serving), modules)
  await serveUploads(app, { ...serving, files })
  const reconciler = openConsole(serving, { ...parts, passwords, files })
  const bots = serveBotApi(app, {
    db,
    clock,
    exchange,
    marketData,
    uses,
    chain: parts.chain,
    rateLimits: config.rateLimits,
    addressOf,
  })
  const upgrades = routeUpgrades(app.server)
  const live = await startLive({
    ...serving,
    upgrades,
    exchange,
    dayOf: (marketId) => marketData.dayOf(marketId),
    report: reportTo(app),
  })
  app.addHook('preClose', () => live.stop())
  const sockets = startBotSockets({ ...bots, config, upgrades, report: reportTo(app) })
  app.addHook('preClose', async () => sockets.stop())
  serveCaptcha(app, serving)
  await serveGatewayEvents(app, { db, clock, gateway })

  const chores: Chore[] = [
    { name: 'chain entries', run: () => chainEntries(db) },
    ...uploadChores(files),
    { name: 'list lines of accounts', run: () => listNetLines(db) },
    ...liquidity.chores,
  ]
  const outside = [...outsideOf(parts), reconciler.rails]
  const sweeps = [...sweepsOf(parts), ...uploadSweeps(files), ...liquidity.sweeps]
  const jobs = startJobs({ db, clock, log: app.log, sweeps, chores, outside })

  await serveApiPage(app)
  const chainWorks = startChain(app, { ...parts, marketData }, [reconciler.custody])
  const sweep = () => jobs.sweep()
  serveDevRoutes(app, { ...serving, chain, chainWorks, sweep })
  serveHealth(app, parts)
  await serveConsole(app, CONSOLE_FOLDER, consoleHtml)
  await serveWebApp(app, WALLET_FOLDER, indexHtml)
  return { http: app, jobs, exchange, marketData, liquidity, chainWorks, notices, doors }
}

function serveHealth(app: FastifyInstance, { db, clock }: Parts): void {
  app.get('/health', { exposeHeadRoute: false }, async () => ({
    status: 'ok',
    books: await readBooksHealth(db, clock.wallNow()).catch(() => 'unknown'),
  }))
}

/** What waits for somebody outside this process. */
function outsideOf({ clock, config, gateway }: Parts): Chore[] {
  return [followClock(clock), ...messageChores(config), ...gatewayChores(gateway, clock)]
}

type Report = (error: unknown, what: string) => void

function startChain(
  app: FastifyInstance,
  parts: Parts & { marketData: MarketData },
  /** What looks at the books once the others have brought them there. */
  last: readonly ChainWork[],
): ChainWorks | undefined {
  const { chain, clock } = parts
  if (!chain) return undefined
  const report = reportTo(app)
  const works = startChainWorks({
    chain,
    clock,
    works: [...chainWorksOf({ ...parts, chain }, report), ...last],
    report,
  })
  app.addHook('onClose', () => works.stop())
  return works
}

/** Everything operators call; answers what compares the books with their outside. */
function openConsole(
  serving: Omit<OperatorServeParts, 'findOperator'>,
  parts: Parts & { passwords: Passwords; files: UploadFiles },
): Reconciler {
  const { passwords, files, chain } = parts
  const queues = parts.queues ?? queuesOf(parts, files)
  const serve = createServeOperator({ ...serving, findOperator })
  serveOperator(serve, { passwords, queues, effects: effectsOf(queues) })
  const reconciler = createReconciler({ ...parts, chain, gateway: parts.gateway })
  serveReconciliation(serve, { reconciler, chain })
  serveNonces(serve)
  return reconciler
}

function reportTo(app: FastifyInstance): Report {
  return (error, what) => app.log.error({ err: error }, what)
}

/** The exchange and what stands on it; each stops with the server. */
async function openMarkets(app: FastifyInstance, { db, clock, config }: Parts) {
  const report = reportTo(app)
  const now = () => clock.now()
  const exchange = await openExchange({ db, now, owner: randomUUID(), report })
  app.addHook('onClose', () => exchange.stop())
  const marketData = await startMarketData({ db, exchange, now, report })
  app.addHook('onClose', () => marketData.stop())
  const isOn = config.liquidity
  const liquidity = await startHouseLiquidity({ db, exchange, isOn, now, random: randomBytes })
  app.addHook('onClose', async () => liquidity.stop())
  return { exchange, marketData, liquidity }
}

function createHttp(config: Config): FastifyInstance {
  return fastify({
    logger: { level: config.logLevel, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: 2 * REQUEST_MS_MAX,
    trustProxy: [...config.trustProxy],
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
  })
}

/** JSON is the only body there is; an empty one is an empty object. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, {})
      else void parse(request, body, done)
    },
  )
}
