import { DayMarket, type LiveDayMarket } from '@btbc/contract/live.ts'
import type { Db } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'

import type { FollowedPrices } from '#modules/wallet/index.ts'
import { type DayOf, type Exchange, listMarkets } from '#modules/exchange/index.ts'
import type { AddressOf } from '#network/caller-address.ts'

import { encode } from '#platform/encode.ts'
import type { Events } from '#platform/events.ts'

import type { Caller } from './connection.ts'
import { openHub } from './hub.ts'
import { type LiveSockets, serveLive } from './sockets.ts'
import type { Upgrades } from '#platform/sockets/upgrades.ts'

/** Opens the topics over the exchange, and the socket that carries them. */
export async function startLive(parts: {
  upgrades: Upgrades
  db: Db
  exchange: Exchange
  events: Events
  dayOf: DayOf
  prices: FollowedPrices
  clock: { wallNow(): Date }
  findCaller: (db: Db, token: string, wallNow: Date) => Promise<Caller | undefined>
  addressOf: AddressOf
  config: { publicUrl: string | undefined }
  report: (error: unknown, what: string) => void
}): Promise<LiveSockets> {
  const { db, exchange, events, dayOf, prices, clock } = parts
  const hub = await openHub({
    exchange,
    events,
    readBalances: async (memberId) =>
      (await balancesOfMember(db, memberId)).filter(({ purpose }) => purpose === 'change'),
    describeDays: () => describeDays(exchange, { dayOf, prices }),
    startedAt: Date.now(),
    report: parts.report,
  })
  return serveLive({ ...parts, hub, wallNow: () => clock.wallNow() })
}

/** The rows of the quotation, as far as they move. */
function describeDays(
  exchange: Exchange,
  figures: { dayOf: DayOf; prices: FollowedPrices },
): LiveDayMarket[] {
  return listMarkets(exchange, { ...figures, isSimulated: false }).flatMap(({ quotation }) =>
    quotation.map((row) => encode(DayMarket, row)),
  )
}
