import * as z from 'zod/mini'

import { REASON_MIN } from '#operator/reason-rules.ts'

/** Why an operator did something: written into the audit log as it stands. */
export const Reason = z
  .string()
  .check(z.trim(), z.minLength(REASON_MIN), z.maxLength(500), z.regex(/^\P{Cc}*$/u))

/** Why a case was decided so, or what its member is answered. */
export const DecisionWords = z
  .string()
  .check(z.trim(), z.minLength(REASON_MIN), z.maxLength(500), z.regex(/^[\P{Cc}\n]*$/u))

/** Who did something and when. */
export const Person = z.object({ id: z.int(), name: z.string() })
