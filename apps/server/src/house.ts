import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'

import { type ProposalKind, proposalKinds } from '@btbc/contract/operator/rights.ts'
import { createSigner } from '#chain/signer.ts'
import { type ChainWorks, startChainWorks } from '#chain/works.ts'
import type { FastifyInstance } from 'fastify'

import type { Config } from '#config.ts'
import { startKeyUses } from '#modules/api-key/key-uses.ts'
import { openExchange } from '#modules/exchange/open-exchange.ts'
import { startHouseLiquidity } from '#modules/house-liquidity/house-liquidity.jobs.ts'
import { startMarketData } from '#modules/market-data/market-data.ts'
import { createReconciler } from '#modules/reconciliation/reconciler.ts'
import { tellStops } from '#modules/reconciliation/book-watch.ts'
import type { Effect, Effects } from '#modules/review/proposal.ts'
import { followTerms } from '#modules/terms/index.ts'
import { followPrices } from '#modules/wallet/index.ts'
import { openUploadFiles } from '#modules/upload/files.ts'
import { watchPictures } from '#modules/upload/missing.ts'
import { openEvents } from '#platform/events.ts'
import { startPasswords } from '#platform/passwords.ts'
import type { AnySetting, FindSettings } from '#platform/settings.ts'

import { audits } from './audits.ts'
import type { Ground, House, Module } from './module.ts'
import { promises } from './set-aside.ts'

/** Starts what runs in the server; each stops with it. */
export async function openHouseOf(
  app: FastifyInstance,
  ground: Ground,
  modules: readonly Module[],
): Promise<House> {
  const { db, clock, config, chain, gateway } = ground
  const report: House['report'] = (error, what) => app.log.error({ err: error }, what)
  const now = () => clock.now()
  const events = await openEvents(db, report)
  app.addHook('onClose', () => events.stop())
  const exchange = await openExchange({ db, now, owner: randomUUID(), report })
  app.addHook('onClose', () => exchange.stop())
  // Before anybody is heard: what was stopped stays stopped.
  await tellStops(db, exchange)
  const marketData = await startMarketData({ db, exchange, now, report })
  app.addHook('onClose', () => marketData.stop())
  const isOn = config.liquidity
  const liquidity = await startHouseLiquidity({ db, exchange, isOn, now, random: randomBytes })
  app.addHook('onClose', async () => liquidity.stop())
  const terms = await followTerms({ db, now, report })
  app.addHook('onClose', () => terms.stop())
  const prices = await followPrices({ db, now, report })
  app.addHook('onClose', () => prices.stop())
  const files = openUploadFiles(uploadsFolder(config))
  const uses = startKeyUses(db, report)
  app.addHook('onClose', () => uses.stop())
  const running: Omit<House, 'queues' | 'effects'> = {
    ...ground,
    events,
    exchange,
    marketData,
    liquidity,
    uses,
    terms,
    prices,
    passwords: await startPasswords(db, config),
    files,
    pictureWatch: watchPictures({ files, now, report }),
    reconciler: createReconciler({ db, clock, chain, gateway }),
    report,
    settings: settingsOf(modules),
    pictures: modules.flatMap((each) => each.pictures ?? []),
    audits,
    promises,
  }
  const queues = ground.queues ?? modules.flatMap((each) => each.queues?.(running) ?? [])
  const house = { ...running, queues }
  return { ...house, effects: effectsOf(house, modules) }
}

export function uploadsFolder({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return path.join(dataDirectory, 'uploads')
}

function settingsOf(modules: readonly Module[]): FindSettings {
  const fixed: AnySetting[] = modules.flatMap((each) => each.settings ?? [])
  return async (tx) => {
    const all = [...fixed]
    for (const each of modules) all.push(...((await each.settingsOf?.(tx)) ?? []))
    return all
  }
}

function effectsOf(house: Omit<House, 'effects'>, modules: readonly Module[]): Effects {
  const effects: Partial<Record<ProposalKind, Effect>> = {}
  for (const { kind, effect } of modules.flatMap((each) => each.proposals?.(house) ?? []))
    effects[kind] = effect
  const missing = proposalKinds.filter((kind) => effects[kind] === undefined)
  if (missing.length > 0) throw new Error(`Nothing is done when accepted: ${missing.join(', ')}`)
  return effects as Effects
}

/** What goes on between the books and the chain, in each turn in this order. */
export function startChain(
  app: FastifyInstance,
  house: House,
  modules: readonly Module[],
): ChainWorks | undefined {
  const { db, clock, chain, report } = house
  if (!chain) return undefined
  const withChain = { ...house, chain }
  const purposes = Object.assign({}, ...modules.map((each) => each.purposes?.(chain)))
  const works = startChainWorks({
    chain,
    clock,
    works: [
      ...modules.flatMap((each) => each.beforeSigning?.(withChain) ?? []),
      createSigner({ db, chain, purposes, owner: randomUUID(), report }),
      ...modules.flatMap((each) => each.afterSigning?.(withChain) ?? []),
    ],
    report,
    isIdle: house.isIdle,
  })
  app.addHook('onClose', () => works.stop())
  return works
}
