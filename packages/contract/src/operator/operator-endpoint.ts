import type * as z from 'zod/mini'

import type { Role } from '#operator/rights.ts'
import type { RefusalCode } from '#refusals.ts'

/** One call of the console. It lives under a prefix and a kind of session of its own. */
export type OperatorEndpoint<
  Shape extends z.core.$ZodLooseShape = z.core.$ZodLooseShape,
  Answer extends z.core.$ZodType = z.core.$ZodType,
  Access extends 'anyone' | 'operator' = 'anyone' | 'operator',
  Code extends RefusalCode = RefusalCode,
> = {
  /** Under /operator/api. */
  path: string
  method: 'GET' | 'POST'
  access: Access
  /** Whoever holds one of these may call it. Empty only where nobody is logged in yet. */
  roles: readonly Role[]
  /** True when it is an action: it is written into the audit log with its reason, and takes an Idempotency-Key. */
  changes: boolean
  /** Where a body may be larger than usual: then its caller is known before it is read. */
  bodyBytesMax?: number
  /** It changes nothing but that it is written down: asked for again, it is looked at and noted again. */
  isLook?: true
  /** What is answered is a file, without an envelope, and may take its time to write. */
  isFile?: true
  request: Shape
  response: Answer
  refusals: readonly Code[]
  summary: string
}

export function operatorEndpoint<
  const Shape extends z.core.$ZodLooseShape,
  Answer extends z.core.$ZodType,
  const Access extends 'anyone' | 'operator',
  const Code extends RefusalCode,
>(
  definition: OperatorEndpoint<Shape, Answer, Access, Code>,
): OperatorEndpoint<Shape, Answer, Access, Code> {
  return definition
}
