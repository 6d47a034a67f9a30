/** Connections to PostgreSQL, and the two handles everybody works with: `Db` and `Tx`. */

import { setTimeout as sleep } from 'node:timers/promises'

import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type Transaction,
  type TransactionBuilder,
} from 'kysely'
import { type ClientBase, DatabaseError, Pool, type PoolConfig, types } from 'pg'
import { AnsweringClient } from '#answering-client.ts'
import { watched } from '#commits.ts'
import { preparingClient } from '#prepared.ts'
import { type Behind, standBackFor } from '#stand-back.ts'
import type { Tables } from '#tables.ts'

export type Db = Kysely<Tables>
/** An open transaction. What moves money takes one, so that it cannot run outside of any. */
export type Tx = Transaction<Tables>

const CONNECTIONS_MAX = 12
/** So many stay open with the plans that they have made: a house at rest needs three or four now and then. */
const CONNECTIONS_KEPT = 4
const STATEMENT_MAX_MS = 30_000
const LOCK_WAIT_MAX_MS = 10_000
/** Whoever gets no connection in this time is told that the server is busy. */
const CONNECTION_WAIT_MAX_MS = 15_000
const IDLE_IN_TRANSACTION_MAX_MS = 60_000
/** How often a line that only listens is asked for a sign, and how long that may take. */
const ASK_LISTENER_EVERY_MS = 5_000
const HEARING_MS_MAX = 5_000

types.setTypeParser(types.builtins.INT8, BigInt)
// Sums of int8 columns. One with decimals throws here: money has no fractions of a unit.
types.setTypeParser(types.builtins.NUMERIC, BigInt)
// JavaScript reads what PostgreSQL writes in half of the driver's time, but for what is far in the past or endless.
const readMoment: (text: string) => unknown = types.getTypeParser(types.builtins.TIMESTAMPTZ)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => {
  const moment = new Date(text)
  return text.startsWith('00') || Number.isNaN(moment.getTime()) ? readMoment(text) : moment
})
// A day is not a moment: it stays the text it is.
types.setTypeParser(types.builtins.DATE, String)

/**
 * Every statement of ours finds its few rows by an index. A plan made while a table was small must
 * not scan it for ever, so plans that read whole tables are the last choice on our connections; what
 * does read whole tables, such as the audit, says so by itself. Nor is a plan for few rows worth
 * compiling or sharing among processes, whatever it is guessed to cost.
 */
const PLANS =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off -c max_parallel_workers_per_gather=0'

export function openDatabase(
  url: string,
  options: { connectionsMax?: number; connectionWaitMaxMs?: number; statementMaxMs?: number } = {},
): Db {
  return open(url, {
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    min: CONNECTIONS_KEPT,
    connectionTimeoutMillis: options.connectionWaitMaxMs ?? CONNECTION_WAIT_MAX_MS,
    statement_timeout: options.statementMaxMs ?? STATEMENT_MAX_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
    options: PLANS,
  })
}

/**
 * Connections for long work: no statement of it waits for the disk, each stays open, and a statement
 * ends when we are gone. When nobody waits for it, the server may work for it when others have nothing
 * to do; so it reads by itself, and not by PostgreSQL's helpers, who stand back for nobody.
 */
export function openInBackground(
  url: string,
  { connectionsMax, standsBack }: { connectionsMax: number; standsBack: Behind | undefined },
): Db {
  return open(url, {
    max: connectionsMax,
    idleTimeoutMillis: 0,
    options: `${PLANS} -c synchronous_commit=off -c client_connection_check_interval=1s -c effective_io_concurrency=0`,
    ...(standsBack && { onConnect: (client: ClientBase) => standBackFor(client, standsBack) }),
  })
}

/**
 * One connection apart from all others: what is done over it waits for none of them, and takes as long
 * as it takes. A statement ends when we are gone. Others may see it by its name.
 */
export function openApart(
  url: string,
  { name, idleMaxMs = IDLE_IN_TRANSACTION_MAX_MS }: { name?: string; idleMaxMs?: number } = {},
): Db {
  return open(url, {
    max: 1,
    connectionTimeoutMillis: CONNECTION_WAIT_MAX_MS,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: idleMaxMs,
    // Who looks for it finds it for as long as it is not ended.
    ...(name !== undefined && { application_name: name, idleTimeoutMillis: 0 }),
    options: `${PLANS} -c client_connection_check_interval=1s`,
  })
}

function open(url: string, config: PoolConfig & { statement_timeout?: number }): Db {
  const pool = new Pool({
    connectionString: url,
    lock_timeout: LOCK_WAIT_MAX_MS,
    Client: preparingClient(),
    ...config,
  })
  // A server that goes away breaks idle connections; the pool replaces them at the next use.
  pool.on('error', () => undefined)
  // One that breaks between two statements of a transaction says so too; the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db: Db = new Database({ dialect: new PostgresDialect({ pool }) })
  places.set(db, { url, statementMaxMs: config.statement_timeout ?? STATEMENT_MAX_MS })
  return db
}

class Database extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return watched(this, super.transaction())
  }
}

export { DatabaseError }
export { prepare } from '#prepared.ts'

type Place = { url: string; statementMaxMs: number }

const places = new WeakMap<Db, Place>()

function placeOf(db: Db): Place {
  const place = places.get(db)
  if (!place) throw new Error('Another connection needs a database that was opened here')
  return place
}

/** Where this database is, for a process of ours that opens it too. */
export function urlOf(db: Db): string {
  return placeOf(db).url
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

/** What a server that goes down says: a statement may have been committed just before. */
const FAREWELLS = '57P'

/** Whether the server itself said no: the statement did nothing, and neither does its transaction. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && !error.code?.startsWith(FAREWELLS)
}

/** A statement given to `prepare`, with its values in their wire form. */
export type Statement = { text: string; values: readonly unknown[] }

/** A connection that sends each statement at once, without waiting for the answers before it. */
export type Pipeline = {
  run: <Row>(statement: Statement) => Promise<Row[]>
  close: () => Promise<void>
}

/**
 * Opens one to the same database, apart from the others; its plans never depend on the values. In a
 * deadlock with another connection that one has to give way, where the server allows to say so.
 */
export async function openPipeline(
  db: Db,
  lockWaitMaxMs: number,
  statementMaxMs = placeOf(db).statementMaxMs,
): Promise<Pipeline> {
  const config = {
    connectionString: urlOf(db),
    statement_timeout: statementMaxMs,
    lock_timeout: lockWaitMaxMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MAX_MS,
    options: `${PLANS} -c plan_cache_mode=force_generic_plan`,
    pipeline: true,
  }
  const PreparingClient = preparingClient()
  const client = new PreparingClient(config)
  // What breaks it is thrown by the statement that meets it.
  client.on('error', () => undefined)
  await client.connect()
  const set: Promise<unknown> = client.query(`set deadlock_timeout = ${lockWaitMaxMs}`)
  await set.catch(() => undefined)
  return {
    async run<Row>({ text, values }: Statement) {
      const answer: Promise<{ rows: Row[] }> = client.query(text, [...values])
      return (await answer).rows
    },
    close: async () => await client.end().catch(() => undefined),
  }
}

/**
 * A connection of its own that hears what is notified on a channel, by any server of this database.
 * `ended` resolves when it is over, whoever ended it.
 */
export async function openListener(
  db: Db,
  channel: string,
  hear: (payload: string) => void,
): Promise<{ ended: Promise<void>; close: () => Promise<void> }> {
  const client = new AnsweringClient({
    connectionString: urlOf(db),
    statement_timeout: HEARING_MS_MAX,
  })
  const ended = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  client.on('notification', ({ payload }) => hear(payload ?? ''))
  await client.connect()
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
  // Nothing may be notified for hours: who answers would notify.
  const askOn = async () => {
    for (;;) {
      await sleep(ASK_LISTENER_EVERY_MS, undefined, { ref: false })
      await client.query('select')
    }
  }
  void askOn().catch(() => undefined)
  return { ended, close: async () => await client.end().catch(() => undefined) }
}
