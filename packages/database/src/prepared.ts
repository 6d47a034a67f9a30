/**
 * Statements that a connection plans once, under a name: those made for it, and whatever else is asked
 * often. PostgreSQL parses and plans any other at each use, which costs more than its few rows.
 */

import { DatabaseError } from 'pg'
import { AnsweringClient } from '#answering-client.ts'

/** A statement that came this often will come again. */
const ASKED_OFTEN = 20
/** Each connection of the pool keeps the plans of all of them in memory. */
const NAMED_MAX = 400
const LONGEST = 4_000
const COUNTED_MAX = 2_000

type Named = { name: string; text: string }

/** By their text. */
const made = new Map<string, Named>()

/** Values whose type the text says. */
const ARRAY = /\$\d+::(\w+\[\])/g
const MOMENT = /\$\d+::(timestamptz)(?!\[)/g

/**
 * Puts such values behind a select of their own. PostgreSQL takes ten for the length of an array that it
 * does not know and a third of a table for what is before a moment, so a plan with the values would
 * always seem worth making anew for the few that are asked for. So it never knows, whichever it makes.
 */
function hide(values: RegExp, text: string): string {
  return text.replaceAll(values, '(select $&)::$1')
}

/** Makes a statement one that each connection plans once, under this name. */
export function prepare(name: string, text: string): string {
  const hidden = hide(MOMENT, hide(ARRAY, text))
  made.set(hidden, { name, text: hidden })
  return hidden
}

/** Names of one database's statements: those of another may mean other tables. */
class StatementNames {
  private readonly often = new Map<string, Named>()
  private readonly counts = new Map<string, number>()
  /** Names say which one they are of, so that a new one makes every connection plan anew. */
  generation = 1

  /** As what a statement goes to the server; one without values is not worth a name. */
  of(text: string, values: unknown): Named | undefined {
    const known = made.get(text) ?? this.often.get(text) ?? this.count(text, values)
    if (known === undefined || this.generation === 1) return known
    return { ...known, name: `${known.name}_${this.generation}` }
  }

  private count(text: string, values: unknown): Named | undefined {
    const isCounted = Array.isArray(values) && values.length > 0 && text.length <= LONGEST
    if (!isCounted || this.often.size >= NAMED_MAX) return undefined
    const count = (this.counts.get(text) ?? 0) + 1
    if (count < ASKED_OFTEN) {
      if (this.counts.size >= COUNTED_MAX) this.counts.clear()
      this.counts.set(text, count)
      return undefined
    }
    this.counts.delete(text)
    const named = { name: `often_${this.often.size}`, text: hide(ARRAY, text) }
    this.often.set(text, named)
    return named
  }
}

/** Somebody has changed a table meanwhile: the plan would answer with other columns than it said. */
function isOutOfDate(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}

type Heard = { error: Error | null; result?: unknown }
type Hear = (error: Heard['error'], result?: unknown) => void

/**
 * What the server answers. Not by the promise of `pg`: that writes a function into its query, which V8 takes
 * for old from the start, and keeps with the query and its values long after the answer (decision 095).
 */
async function answerTo(ask: (hear: Hear) => unknown): Promise<unknown> {
  const heard = await new Promise<Heard>((resolve) => {
    ask((error, result) => resolve({ error, result }))
  })
  if (heard.error === null) return heard.result
  // Where it was read says nothing.
  Error.captureStackTrace(heard.error)
  throw heard.error
}

/** A client for the connections to one database that sends statements under their names; Kysely names none. */
export function preparingClient() {
  const names = new StatementNames()
  return class PreparingClient extends AnsweringClient {
    // The signature of `query` has eight forms; Kysely uses this one, and the others pass through.
    override query(...parameters: unknown[]): never {
      const send: (...values: unknown[]) => unknown = super.query.bind(this)
      const [text, values] = parameters
      if (typeof text !== 'string' || parameters.length > 2) return send(...parameters) as never
      const named = names.of(text, values)
      if (named === undefined) return answerTo((hear) => send(text, values ?? [], hear)) as never
      const asked = names.generation
      return answerTo((hear) => send({ ...named, values }, hear)).catch((error: unknown) => {
        if (!isOutOfDate(error)) throw error
        if (names.generation === asked) names.generation += 1
        // Inside a transaction nothing more can be asked: whoever opened it does it all again.
        if (this.getTransactionStatus() === 'E') throw error
        return this.query(text, values)
      }) as never
    }
  }
}
