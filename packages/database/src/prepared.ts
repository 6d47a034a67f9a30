/**
 * Statements that a connection plans once, under a name: those made for it, and whatever else is asked
 * often. PostgreSQL parses and plans any other at each use, which costs more than its few rows.
 */

import { Client, DatabaseError } from 'pg'

/** A statement that came this often will come again. */
const ASKED_OFTEN = 20
/** Each connection of the pool keeps the plans of all of them in memory. */
const NAMED_MAX = 400
const LONGEST = 4_000
const COUNTED_MAX = 2_000

const made = new Map<string, string>()
const often = new Map<string, string>()
const counts = new Map<string, number>()
/** Names say which one they are of, so that a new one makes every connection plan anew. */
let generation = 1

/** Makes a statement one that each connection plans once, under this name. */
export function prepare(name: string, text: string): string {
  made.set(text, name)
  return text
}

/** Under which name a statement goes to the server; one without values is not worth one. */
function nameOf(text: string, values: unknown): string | undefined {
  const known = made.get(text) ?? often.get(text)
  if (known !== undefined) return generation === 1 ? known : `${known}_${generation}`
  const isCounted = Array.isArray(values) && values.length > 0 && text.length <= LONGEST
  if (!isCounted || often.size >= NAMED_MAX) return undefined
  const count = (counts.get(text) ?? 0) + 1
  if (count < ASKED_OFTEN) {
    if (counts.size >= COUNTED_MAX) counts.clear()
    counts.set(text, count)
    return undefined
  }
  counts.delete(text)
  often.set(text, `often_${often.size}`)
  return nameOf(text, values)
}

/** Somebody has changed a table meanwhile: the plan would answer with other columns than it said. */
function isOutOfDate(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}

/** Sends statements under their names; Kysely itself names none. */
export class PreparingClient extends Client {
  // The signature of `query` has eight forms; Kysely uses this one, and the others pass through.
  override query(...parameters: unknown[]): never {
    const send: (...values: unknown[]) => unknown = super.query.bind(this)
    const [text, values] = parameters
    const name = typeof text === 'string' ? nameOf(text, values) : undefined
    if (name === undefined || parameters.length > 2) return send(...parameters) as never
    const asked = generation
    const answer = send({ name, text, values }) as Promise<unknown>
    return answer.catch((error: unknown) => {
      if (!isOutOfDate(error)) throw error
      if (generation === asked) generation += 1
      // Inside a transaction nothing more can be asked: whoever opened it does it all again.
      if (this.getTransactionStatus() === 'E') throw error
      return this.query(text, values)
    }) as never
  }
}
