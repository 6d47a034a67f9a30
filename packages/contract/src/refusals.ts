import type { Facts } from './format-text.ts'
import english from './texts/en/refusals.json' with { type: 'json' }
import { undecidedOnTheWay } from './undecided.ts'

/** Every expected no, by its stable code. A code never changes its meaning; its text may. */
export type RefusalCode = keyof typeof english

export const refusalCodes = Object.keys(english) as RefusalCode[]

/** With these nothing was done: it is refused so each time, or after its key was looked at. */
const decidedOnTheWay = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'invalid_request',
  'unknown_field',
  'cross_site',
  'key_reused',
  'terms_due',
] as const

/** What any call can be refused with on its way, whatever it does. */
export const commonRefusals = [
  ...undecidedOnTheWay,
  ...decidedOnTheWay,
] as const satisfies readonly RefusalCode[]
export type CommonRefusal = (typeof commonRefusals)[number]

export type RefusalDetails = Facts

/**
 * An expected no. Thrown, it undoes everything the call did; nothing is lost, nothing half done.
 * The few calls that must remember a refused try (a wrong code) return it instead: see `serve`.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    // Its code says all: to write down the stack as well took a quarter of a call that is refused.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(code)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}

/**
 * Thrown where something counted must be kept: what was written before it is committed, nothing
 * after it was done. So whoever throws it is asked before anything else is written.
 */
export class CountedRefusal extends Refusal {}
