import * as z from 'zod/mini'

import { REASON_MAX, REASON_MIN } from '#operator/reason-rules.ts'
import { areLines } from '#wire.ts'

/** Why an operator did something, or what a member is answered: written into the audit log as it stands. */
export const Reason = z
  .string()
  .check(z.trim(), z.minLength(REASON_MIN), z.maxLength(REASON_MAX), areLines)

/** Who did something and when. */
export const Person = z.object({ id: z.int(), name: z.string() })

const FigureText = z.string().check(z.maxLength(30))

/** The figures of a setting by their names, as a person types them: `1.5`. */
export const TypedFigures = z.record(FigureText, FigureText)
