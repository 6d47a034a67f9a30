import * as z from 'zod/mini'

import type { CommonRefusal, RefusalCode } from '#refusals.ts'
import type { StepUp } from '#step-up.ts'

/** As long as a client of the seeds that got no answer asks once more by itself. */
export const SAME_WITHIN_S = 10

/** What the product keeps for a member: a read shows some of it, a change alters some of it. */
export type Tag =
  | 'addresses'
  | 'balances'
  | 'campaigns'
  | 'deals'
  | 'deposits'
  | 'feedback'
  | 'funds'
  | 'identity'
  | 'keys'
  | 'launches'
  | 'locks'
  | 'machines'
  | 'member'
  | 'notices'
  | 'offers'
  | 'orders'
  | 'output'
  | 'payees'
  | 'packets'
  | 'points'
  | 'runs'
  | 'security'
  | 'sessions'
  | 'solvency'
  | 'withdrawals'

/**
 * One call of the product: what it takes, what it answers, which refusals it can give.
 * Server, app, OpenAPI page and tests all read this one value.
 */
export type Endpoint<
  Shape extends z.core.$ZodLooseShape = z.core.$ZodLooseShape,
  Answer extends z.core.$ZodType = z.core.$ZodType,
  Access extends 'anyone' | 'member' = 'anyone' | 'member',
  Code extends RefusalCode = RefusalCode,
> = {
  /** Under /api. */
  path: string
  /** GET and POST forms of one call are the same call: query string or JSON body. */
  methods: readonly ('GET' | 'POST')[]
  access: Access
  /** True when the call changes something: never cached, takes an Idempotency-Key. */
  changes: boolean
  /** After a change, what a client has read about the same is asked for again. */
  about: readonly Tag[]
  /**
   * Clients of the seeds send no Idempotency-Key: the same request again within so many seconds is
   * the same one, and gets its answer.
   */
  sameWithin_s?: number
  /** The answer holds a secret that is shown once: where it is stored for a replay, it is sealed. */
  confidential?: boolean
  /** The request holds what can be guessed, a password or a PIN: what is kept to know it again cannot. */
  holdsSecret?: boolean
  /** What is so from then on, whatever was before: asked for once more it is meant once more. */
  sets?: boolean
  /** New business: refused until the member has agreed to the terms that hold. */
  business?: boolean
  /** The fresh proof it asks for; a use case that does not ask for it is undone. */
  stepUp?: StepUp
  request: Shape
  response: Answer
  refusals: readonly Code[]
  summary: string
}

export function endpoint<
  const Shape extends z.core.$ZodLooseShape,
  Answer extends z.core.$ZodType,
  const Access extends 'anyone' | 'member',
  const Code extends RefusalCode,
  const Path extends string,
>(
  definition: Endpoint<Shape, Answer, Access, Code> & {
    path: Path
    stepUp?: StepUp<keyof Shape & string>
  },
): Endpoint<Shape, Answer, Access, Code> & { path: Path } {
  return definition
}

type Asked = { request: z.core.$ZodLooseShape }
export type Answered = { response: z.core.$ZodType }

/** What a use case receives: parsed, with amounts as units and times as dates. */
export type Request<E extends Asked> = z.output<z.ZodMiniObject<E['request']>>
/** What a client sends: JSON, amounts and times as text. */
export type RequestJson<E extends Asked> = z.input<z.ZodMiniObject<E['request']>>
/** What a use case returns. */
export type Response<E extends Answered> = z.output<E['response']>
/** What a client receives: JSON, amounts and times as text. */
export type ResponseJson<E extends Answered> = z.input<E['response']>
/** What a call can be refused with: what it lists, and what any can be on its way. */
export type RefusalOf<E extends { refusals: readonly RefusalCode[] }> =
  | E['refusals'][number]
  | CommonRefusal
