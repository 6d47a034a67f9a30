/** Connections to PostgreSQL, and the two handles everybody works with: `Db` and `Tx`. */

import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Client, Pool, types } from 'pg'
import type { Tables } from '#tables.ts'

export type Db = Kysely<Tables>
/** An open transaction. What moves money takes one, so that it cannot run outside of any. */
export type Tx = Transaction<Tables>

const CONNECTIONS_MAX = 12
const STATEMENT_MAX_MS = 30_000
const LOCK_WAIT_MAX_MS = 10_000
const IDLE_IN_TRANSACTION_MAX_MS = 60_000

types.setTypeParser(types.builtins.INT8, BigInt)
// Sums of int8 columns. One with decimals throws here: money has no fractions of a unit.
types.setTypeParser(types.builtins.NUMERIC, BigInt)
// A day is not a moment: it stays the text it is.
types.setTypeParser(types.builtins.DATE, String)

/**
 * Every statement of ours finds its few rows by an index. A plan made while a table was small must
 * not scan it for ever, so plans that read whole tables are the last choice on our connections; what
 * does read whole tables, such as the audit, says so by itself.
 */
const PLANS = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

export function openDatabase(url: string, options: { connectionsMax?: number } = {}): Db {
  const pool = new Pool({
    connectionString: url,
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    statement_timeout: STATEMENT_MAX_MS,
    lock_timeout: LOCK_WAIT_MAX_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
    options: PLANS,
    Client: PreparingClient,
  })
  // A server that goes away breaks idle connections; the pool replaces them at the next use.
  pool.on('error', () => undefined)
  // One that breaks between two statements of a transaction says so too; the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

const preparedNames = new Map<string, string>()

/** Makes a statement one that each connection plans once, under this name. */
export function prepare(name: string, text: string): string {
  preparedNames.set(text, name)
  return text
}

/** Runs a statement given to `prepare`, with its values in their wire form. */
export async function runPrepared<Row>(
  database: Db | Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await database.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return rows
}

/** Sends the statements given to `prepare` under their names; Kysely itself names none. */
class PreparingClient extends Client {
  // The signature of `query` has eight forms; Kysely uses this one, and the others pass through.
  override query(...parameters: unknown[]): never {
    const [text, values] = parameters
    const name = typeof text === 'string' ? preparedNames.get(text) : undefined
    const sent = name === undefined ? parameters : [{ name, text, values }, ...parameters.slice(2)]
    const send: (...values: unknown[]) => unknown = super.query.bind(this)
    return send(...sent) as never
  }
}
