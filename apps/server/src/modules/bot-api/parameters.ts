import { parseAmount } from '@btbc/money/amount.ts'

import { botErrors } from './bot-error.ts'

/** Parameters as clients send them: text by name, from the query and from the form body. */

/** No text of PostgreSQL has one. */
const NO_NUL = String.raw`^[^\0]+$`
const PARAMETERS_MAX = 60
const SIGNED = ['timestamp', 'recvWindow', 'signature', 'apiKey']

export type Parameters = {
  /** Refuses what the call does not know; the first two lists are what it does. */
  only(names: readonly string[], ignored?: readonly string[]): void
  text(name: string): string | undefined
  needText(name: string): string
  int(name: string, range: { min: number; max: number }): number | undefined
  id(name: string): bigint | undefined
  amount(name: string): bigint | undefined
  needAmount(name: string): bigint
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined
}

export function readParameters(query: string, body: string): Parameters {
  const pairs = [...new URLSearchParams(query), ...new URLSearchParams(body)]
  return ofPairs(pairs)
}

/** For a JSON object with texts and numbers in it: of a batch, or of a socket. */
export function parametersOf(values: Readonly<Record<string, unknown>>): Parameters {
  const pairs = Object.entries(values).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, value]
    if (typeof value === 'number' || typeof value === 'boolean') return [name, String(value)]
    throw botErrors.invalid(name.slice(0, 40))
  })
  return ofPairs(pairs)
}

function ofPairs(pairs: readonly (readonly [string, string])[]): Parameters {
  if (pairs.length > PARAMETERS_MAX) throw botErrors.unread(0, pairs.length)
  const values = new Map(pairs)
  if (values.size < pairs.length) throw botErrors.duplicated()

  const text = (name: string): string | undefined => {
    const value = values.get(name)
    if (value === '') throw botErrors.empty(name)
    if (value?.includes('\0')) throw botErrors.illegal(name, NO_NUL)
    return value
  }
  const need = <T>(name: string, value: T | undefined): T => {
    if (value === undefined) throw botErrors.missing(name)
    return value
  }
  const digits = (name: string): string | undefined => {
    const value = text(name)
    if (value !== undefined && !/^\d{1,18}$/.test(value))
      throw botErrors.illegal(name, '^[0-9]{1,20}$')
    return value
  }
  const amount = (name: string): bigint | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    if (!/^\d{1,20}(\.\d{1,20})?$/.test(value)) {
      throw botErrors.illegal(name, String.raw`^([0-9]{1,20})(\.[0-9]{1,20})?$`)
    }
    const units = parseAmount(value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
    if (units === undefined) {
      throw /\.\d{9}/.test(value) ? botErrors.tooPrecise(name) : botErrors.invalid(name)
    }
    return units
  }
  return {
    only(names, ignored = []) {
      const known = new Set([...names, ...ignored, ...SIGNED])
      const read = [...values.keys()].filter((name) => known.has(name)).length
      if (read < values.size) throw botErrors.unread(read, values.size)
    },
    text,
    needText: (name) => need(name, text(name)),
    int(name, { min, max }) {
      const value = digits(name)
      if (value === undefined) return undefined
      const number = Number(value)
      if (number < min || number > max) throw botErrors.invalid(name)
      return number
    },
    id(name) {
      const value = digits(name)
      return value === undefined ? undefined : BigInt(value)
    },
    amount,
    needAmount: (name) => need(name, amount(name)),
    oneOf(name, allowed) {
      const value = text(name)
      if (value === undefined) return undefined
      return allowed.find((each) => each === value) ?? raise(name)
    },
  }
}

function raise(name: string): never {
  if (name === 'side') throw botErrors.side()
  if (name === 'type') throw botErrors.orderType()
  if (name === 'timeInForce') throw botErrors.timeInForce()
  throw botErrors.invalid(name)
}
