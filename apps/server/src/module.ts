import type { Db } from '@btbc/database/database.ts'
import type { Finding } from '@btbc/ledger/audit.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'
import type { FastifyInstance } from 'fastify'

import type { Chain } from '#chain/chain.ts'
import type { Purposes } from '#chain/transactions.ts'
import type { ChainWork } from '#chain/works.ts'
import type { Config } from '#config.ts'
import type { Serve, ServeDirect, ServeParts } from '#http/serve.ts'
import type { KeyUses } from '#modules/api-key/key-uses.ts'
import type { Exchange } from '#modules/exchange/exchange.ts'
import type { HouseLiquidity } from '#modules/house-liquidity/house-liquidity.jobs.ts'
import type { MarketData } from '#modules/market-data/market-data.ts'
import type { ServeOperator } from '#modules/operator/operator-serve.ts'
import type { Reconciler } from '#modules/reconciliation/reconciler.ts'
import type { Queues } from '#modules/review/case.ts'
import type { Effects } from '#modules/review/proposal.ts'
import type { Proposals } from '#modules/review/proposal.kind.ts'
import type { Promises } from '#modules/solvency/solvency.ts'
import type { UploadFiles } from '#modules/upload/files.ts'
import type { KeptPictures } from '#modules/upload/index.ts'
import type { PictureWatch } from '#modules/upload/missing.ts'
import type { FollowedTerms } from '#modules/terms/index.ts'
import type { FollowedPrices } from '#modules/wallet/index.ts'
import type { Gateway } from '#payment-provider/gateway.ts'
import type { Clock } from '#platform/clock.ts'
import type { Events } from '#platform/events.ts'
import type { StandsStill } from '#platform/heartbeat.ts'
import type { Chore, Sweep } from '#platform/jobs.ts'
import type { Passwords } from '#platform/passwords.ts'
import type { Kept } from '#platform/retention.ts'
import type { Upgrades } from '#platform/sockets/upgrades.ts'
import type { AnySetting, FindSettings } from '#platform/settings.ts'
import type { AnyStates } from '#platform/state-machine.ts'

/** What the server stands on before anything of it runs. Without a chain, what needs one is refused. */
export type Ground = {
  db: Db
  clock: Clock
  config: Config
  chain?: Chain | undefined
  gateway?: Gateway | undefined
  /** Which payment provider that is. */
  paysBy?: string | undefined
  /**
   * In tests: what goes on behind the calls goes on when it is asked to, and not by itself; what the
   * books come to is added up for each who asks.
   */
  isIdle?: boolean | undefined
  /** In tests: instead of those of the modules. */
  queues?: Queues | undefined
}

/** Recomputes what must hold from the rows; what it finds wrong stops these currencies. */
export type HouseAudit = {
  of: string
  find: (db: Db) => Promise<readonly Finding[]>
  concerns: readonly CurrencyId[]
  /** Of what came over the chain. */
  needsChain?: boolean
}

/** Everything that runs in the server, for the modules to take from what they need. */
export type House = Ground & {
  events: Events
  exchange: Exchange
  marketData: MarketData
  liquidity: HouseLiquidity
  passwords: Passwords
  uses: KeyUses
  terms: FollowedTerms
  prices: FollowedPrices
  files: UploadFiles
  pictureWatch: PictureWatch
  reconciler: Reconciler
  report: (error: unknown, what: string) => void
  /** Of all modules. */
  settings: FindSettings
  pictures: readonly KeptPictures[]
  audits: readonly HouseAudit[]
  /** What waits for operators, of all modules. */
  queues: Queues
  /** What the acceptance of each kind of proposal does, of all modules. */
  effects: Effects
  /** What the house owes and is not yet due. */
  promises: Promises
}

/** How calls of the contract are bound. */
export type Calls = { serve: Serve; serveDirect: ServeDirect; serveOperator: ServeOperator }

/** What a module is to the rest of the house, said once; whatever it does not have is left out. */
export type Module = {
  /** Does nothing the second time; answers what the person who starts the server should read. */
  seed?: (ground: Ground) => Promise<readonly string[]>
  calls?: (calls: Calls, house: House) => void
  /** Addresses that are no calls of the contract, and sockets. */
  routes?: (
    app: FastifyInstance,
    parts: House & ServeParts & { upgrades: Upgrades },
  ) => Promise<void>
  /** What waits for operators, and what takes two of them. */
  queues?: (house: Omit<House, 'queues' | 'effects'>) => Queues
  proposals?: (house: Omit<House, 'effects'>) => Proposals
  /** What its things can be, and how they come from one state to another. */
  states?: readonly AnyStates[]
  /** What operators may change about it from a moment on. */
  settings?: readonly AnySetting[]
  /** The same of what operators add. */
  settingsOf?: FindSettings
  /** What time does. */
  sweeps?: (house: House) => readonly Sweep[]
  /** What does not pass while the house stands still. */
  standsStill?: readonly StandsStill[]
  /** Work outside a transaction, in line with the sweeps. */
  chores?: (house: House) => readonly Chore[]
  /** Work that waits for somebody outside this process, each in a line of its own. */
  outside?: (house: House) => readonly Chore[]
  /** What is forgotten, and when. */
  kept?: readonly Kept[]
  /** The same of the pictures that members sent for it. */
  pictures?: readonly KeptPictures[]
  /** Who is told what became of the chain transactions it queued. */
  purposes?: (chain: Chain) => Purposes
  /** What it does between books and chain in each turn, before and after transactions are signed. */
  beforeSigning?: (house: House & { chain: Chain }) => readonly ChainWork[]
  afterSigning?: (house: House & { chain: Chain }) => readonly ChainWork[]
}

export function defineModule(module: Module): Module {
  return module
}
