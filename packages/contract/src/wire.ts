import { formatAmount, parseAmount, UNITS_MAX } from '@btbc/money/amount.ts'
import * as z from 'zod/mini'
import { isoTime } from '#iso-time.ts'

/** Forms on the wire. An empty string is an absent field; numbers are also read from digits. */

function emptyIsAbsent(value: unknown): unknown {
  return value === '' || value === null ? undefined : value
}

function digitsToNumber(value: number | string): number | string {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

/** A field that may be left out, be empty, or be null. */
export function optional<T extends z.core.$ZodType>(type: T): z.ZodMiniOptional<T> {
  // The transform accepts anything; a client should still be held to the type behind it.
  return z.pipe(z.transform(emptyIsAbsent), z.optional(type)) as unknown as z.ZodMiniOptional<T>
}

/** A whole number from `min` to `max`, as a JSON number or as digits. */
export function int(min: number, max: number) {
  return z.pipe(z.transform(digitsToNumber), z.int().check(z.minimum(min), z.maximum(max)))
}

/** The id of a row. */
export const Id = int(1, 2_147_483_647)

/** No control characters, and no half of one that is written as two: the database has no room for them. */
const isOneLine = z.regex(/^[^\p{Cc}\p{Cs}]*$/u)
export const areLines = z.regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u)

/**
 * What turns the text beside it around. Nobody types it; it comes with what is copied elsewhere, and whoever
 * reads a name with it, an operator who decides about that among them, reads other words.
 */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const straight = z.overwrite((typed: string) => typed.replaceAll(TURNS, ''))

/** Text of 1 to `max` characters on one line. */
export function text(max: number) {
  return z.string().check(straight, z.trim(), z.minLength(1), z.maxLength(max), isOneLine)
}

/** Of a picture that was uploaded. */
export const UploadId = text(64)

/** An address or an account as it was typed: spaces are refused by name, not taken away in silence. */
export const AsTyped = z.string().check(z.maxLength(200))

/** Digits of Bengali keyboards, and digits, letters and marks of wide ones, are what everybody else writes. */
function inLatin(typed: string): string {
  const narrow = typed.normalize('NFKC')
  return narrow.replaceAll(/[০-৯]/g, (digit) => `${digit.charCodeAt(0) - 0x09e6}`)
}

/** Text that some clients send as a number: codes, dial codes, phone numbers. */
export function digits(max: number): z.ZodMiniString<string> {
  const typed = z.transform((value: unknown) => {
    if (typeof value === 'number') return `${value}`
    return typeof value === 'string' ? inLatin(value) : value
  })
  return z.pipe(typed, text(max)) as unknown as z.ZodMiniString<string>
}

/** A decimal string such as `12.50000000` outside, units of 10^-8 inside. Zero or more, at most 8 decimals. */
export const Amount = z.codec(z.string().check(z.regex(/^\d{1,19}(\.\d{1,8})?$/)), z.bigint(), {
  decode: (value, context) => {
    const units = parseAmount(value)
    if (units !== undefined) return units
    context.issues.push({ code: 'custom', input: value, message: 'amount too large' })
    return z.NEVER
  },
  encode: (units) => {
    if (units < 0n || units > UNITS_MAX) throw new RangeError('amount out of range')
    return formatAmount(units)
  },
})

/** As `Amount`, for what adds up without an end: a volume. */
export const Volume = z.codec(z.string().check(z.regex(/^\d{1,40}\.\d{8}$/)), z.bigint(), {
  decode: (value) => BigInt(value.replace('.', '')),
  encode: (units) => formatAmount(units),
})

/** As `Amount`, with a sign: rows of a statement. */
export const SignedAmount = z.codec(
  z.string().check(z.regex(/^-?\d{1,19}(\.\d{1,8})?$/)),
  z.bigint(),
  {
    decode: (value, context) => {
      const units = parseAmount(value.replace('-', ''))
      if (units !== undefined) return value.startsWith('-') ? -units : units
      context.issues.push({ code: 'custom', input: value, message: 'amount too large' })
      return z.NEVER
    },
    encode: (units) => formatAmount(units),
  },
)

/** ISO 8601 UTC text outside, a Date inside. */
export const Timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (value) => new Date(value),
  encode: isoTime,
})

export const languages = ['en', 'zh', 'kr', 'jp', 'hk', 'spa', 'bx', 'ban'] as const
export type Language = (typeof languages)[number]
export const LanguageCode = z.enum(languages)

export const Nothing = z.object({})

/** A page of a list: `limit` 1 to 200. */
export const paging = { limit: optional(int(1, 200)), page: optional(int(1, 100_000)) }

export function list<T extends z.core.$ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.int(), page: z.int(), limit: z.int() })
}
