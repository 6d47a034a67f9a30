import { parseAmount } from '@btbc/money/amount.ts'

import { botErrors } from './bot-error.ts'

/** Parameters as clients send them: text by name, from the query and from the form body. */

/** No text of PostgreSQL has one. */
const NO_NUL = String.raw`^[^\0]+$`
const PARAMETERS_MAX = 60
const ID_MAX = 2n ** 63n - 1n
const SIGNED = ['timestamp', 'recvWindow', 'signature', 'apiKey']

export function readParameters(query: string, body: string): Parameters {
  return ofPairs([...pairsOf(query), ...pairsOf(body)])
}

/** A question mark at its beginning is part of a name, and not left out. */
function pairsOf(text: string): URLSearchParams {
  return new URLSearchParams(`&${text}`)
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
  return new Parameters(values)
}

export class Parameters {
  readonly #values: ReadonlyMap<string, string>

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values
  }

  /** Refuses what the call does not know; these lists are what it does. */
  only(names: readonly string[], ignored: readonly string[] = []): void {
    let read = 0
    for (const name of this.#values.keys()) {
      if (names.includes(name) || SIGNED.includes(name) || ignored.includes(name)) read += 1
    }
    if (read < this.#values.size) throw botErrors.unread(read, this.#values.size)
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name)
    if (value === '') throw botErrors.empty(name)
    if (value?.includes('\0')) throw botErrors.illegal(name, NO_NUL)
    return value
  }

  needText(name: string): string {
    return need(name, this.text(name))
  }

  int(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const value = this.#digits(name)
    if (value === undefined) return undefined
    const number = Number(value)
    if (number < min || number > max) throw botErrors.invalid(name)
    return number
  }

  id(name: string): bigint | undefined {
    const value = this.#digits(name)
    if (value === undefined) return undefined
    const id = BigInt(value)
    if (id > ID_MAX) throw botErrors.invalid(name)
    return id
  }

  amount(name: string): bigint | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    return parseAmount(value) ?? readLongAmount(name, value)
  }

  needAmount(name: string): bigint {
    return need(name, this.amount(name))
  }

  oneOf<T extends string>(
    name: string,
    allowed: readonly T[],
    refusal = botErrors.invalid,
  ): T | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const found = allowed.find((each) => each === value)
    if (found === undefined) throw refusal(name)
    return found
  }

  /** To the microsecond. */
  milliseconds(name: string): number | undefined {
    const value = this.text(name)
    if (value !== undefined && !/^\d{1,15}(\.\d{1,3})?$/.test(value)) {
      throw botErrors.illegal(name, String.raw`^[0-9]{1,15}(\.[0-9]{1,3})?$`)
    }
    return value === undefined ? undefined : Number(value)
  }

  #digits(name: string): string | undefined {
    const value = this.text(name)
    if (value !== undefined && !/^\d{1,20}$/.test(value))
      throw botErrors.illegal(name, '^[0-9]{1,20}$')
    return value
  }
}

function need<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw botErrors.missing(name)
  return value
}

/** With more zeros at its end than there are decimals, or none at all. */
function readLongAmount(name: string, value: string): bigint {
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(value)) {
    throw botErrors.illegal(name, String.raw`^([0-9]{1,20})(\.[0-9]{1,20})?$`)
  }
  const units = parseAmount(value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
  if (units !== undefined) return units
  throw /\.\d{9}/.test(value) ? botErrors.tooPrecise(name) : botErrors.invalid(name)
}
