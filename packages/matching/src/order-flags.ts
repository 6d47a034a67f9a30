/** What kind of order it is, as the bits of one small integer. */

import type { OpenOrder, OrderType, Place, TimeInForce } from '#command.ts'

/** The first bit, so that `flags & SELL` is the code of the side: 0 for buy, 1 for sell. */
export const SELL = 1
export const STOP = 2
export const MARKET = 4
export const IOC = 8
export const FOK = 16
/** Amounts are a budget to spend and not a quantity. */
export const BUDGET = 32

type Kind = Pick<OpenOrder, 'side' | 'type' | 'timeInForce' | 'byBudget'>

/** Of an order about to be placed: a market order that says nothing is immediate-or-cancel. */
export function flagsOfPlace(place: Place): number {
  const { type, timeInForce } = place
  let flags = place.side === 'sell' ? SELL : 0
  if (type !== 'limit') flags |= flagsOfType(type)
  if (timeInForce === 'fok') flags |= FOK
  else if (timeInForce === 'ioc' || (flags & MARKET) !== 0) flags |= IOC
  return place.quoteQuantity === undefined ? flags : flags | BUDGET
}

export function flagsOf({ side, type, timeInForce, byBudget }: Kind): number {
  let flags = flagsOfType(type)
  if (side === 'sell') flags |= SELL
  if (timeInForce === 'ioc') flags |= IOC
  if (timeInForce === 'fok') flags |= FOK
  return byBudget ? flags | BUDGET : flags
}

function flagsOfType(type: OrderType): number {
  const stop = type === 'stop_limit' || type === 'stop_market' ? STOP : 0
  return type === 'market' || type === 'stop_market' ? stop | MARKET : stop
}

/** The kind of an order that rests or waits. */
export function kindOf(flags: number): Kind {
  return {
    side: (flags & SELL) === 0 ? 'buy' : 'sell',
    type: (flags & STOP) === 0 ? 'limit' : (flags & MARKET) === 0 ? 'stop_limit' : 'stop_market',
    timeInForce: timeInForceOf(flags),
    byBudget: (flags & BUDGET) !== 0,
  }
}

function timeInForceOf(flags: number): TimeInForce {
  if ((flags & IOC) !== 0) return 'ioc'
  return (flags & FOK) !== 0 ? 'fok' : 'gtc'
}
