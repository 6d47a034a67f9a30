/** A client that finds out when nobody answers any more, however quietly the other end went. */

import type { Socket } from 'node:net'
import { Client, type ClientConfig, DatabaseError } from 'pg'

/** After so much silence a connection is asked by this machine whether it is still there, for ten seconds more. */
const SILENT_MS = 10_000
/** By the server's as well: a session of somebody who is gone keeps its locks no longer than that. */
const AT_THE_SERVER =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=5 -c tcp_user_timeout=30000'
const CONNECT_MS_MAX = 15_000
/** Beyond the time that the server gives a statement: for its commit, and the way to and fro. */
const ON_THE_WAY_MS_MAX = 5_000
/** How often the server is asked whether it works at a statement that may take as long as it likes. */
const ASK_EVERY_MS = 10_000
const ASKING_MS_MAX = 5_000
const GOODBYE_MS_MAX = 3_000
/** Of a process that stood still the looks count, not the time: what came meanwhile is read between two. */
const LOOK_EVERY_MS = 1_000

const LIMIT = /^set (local )?statement_timeout = (\d+)$/

type Wire = {
  connection: { stream: Pick<Socket, 'bytesRead' | 'destroyed' | 'destroy'> }
  processID: number
}

/**
 * The server keeps the limits of statements, and may be just what is gone. Whoever waits for an answer
 * longer than the limit in force has lost the connection.
 */
class Answering extends Client {
  readonly #url: string | undefined
  #limitMs: number
  /** Of the transaction that goes on. */
  #ownLimitMs: number | undefined
  #isAsked = false
  #isLeaving = false
  #silentMs = 0
  /** After so much of it the server said that it does not work at what is waited for. */
  #forgottenMs = Infinity
  #bytesRead = 0
  #looking: NodeJS.Timeout | undefined

  constructor(config: ClientConfig) {
    super({
      connectionTimeoutMillis: CONNECT_MS_MAX,
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENT_MS,
      options: `${config.options ?? ''} ${AT_THE_SERVER}`,
    })
    this.#url = config.connectionString
    this.#limitMs = config.statement_timeout || Infinity
    this.on('drain', () => {
      this.#isAsked = false
    })
  }

  // Both have many forms, which pass through.
  override query(...parameters: unknown[]): never {
    const [asked] = parameters
    this.#noteLimit(typeof asked === 'string' ? asked : '')
    // Who leaves sends nothing more.
    if (!this.#isAsked && !this.#isLeaving) {
      this.#isAsked = true
      this.#wait()
    }
    const send: (...values: unknown[]) => unknown = super.query.bind(this)
    return send(...parameters) as never
  }

  override end(...parameters: unknown[]): never {
    this.#isLeaving = true
    this.#wait()
    const leave: (...values: unknown[]) => unknown = super.end.bind(this)
    return leave(...parameters) as never
  }

  #noteLimit(asked: string): void {
    if (this.getTransactionStatus() !== 'T') this.#ownLimitMs = undefined
    const [, local, ms] = (asked.startsWith('set ') ? LIMIT.exec(asked) : null) ?? []
    if (ms === undefined) return
    if (local === undefined) this.#limitMs = Number(ms) || Infinity
    else this.#ownLimitMs = Number(ms) || Infinity
  }

  #wait(): void {
    this.#silentMs = 0
    this.#forgottenMs = Infinity
    this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  #look(): void {
    const { connection, processID } = this as unknown as Wire
    const { stream } = connection
    if (stream.destroyed) return clearInterval(this.#looking)
    const hasHeard = stream.bytesRead !== this.#bytesRead
    this.#bytesRead = stream.bytesRead
    if (hasHeard || !(this.#isAsked || this.#isLeaving)) return this.#wait()
    this.#silentMs += LOOK_EVERY_MS
    if (!this.#isAsked) {
      if (this.#silentMs > GOODBYE_MS_MAX) stream.destroy()
      return
    }
    const limitMs = this.#ownLimitMs ?? this.#limitMs
    const mostMs = Math.min(limitMs + ON_THE_WAY_MS_MAX, this.#forgottenMs + LOOK_EVERY_MS)
    if (this.#silentMs > mostMs) {
      stream.destroy(new Error('Connection terminated: an answer did not come'))
    } else if (limitMs === Infinity && this.#silentMs % ASK_EVERY_MS === 0) {
      void this.#askAbout(processID)
    }
  }

  /** Over another connection; an answer that was sent meanwhile has come a look later. */
  async #askAbout(pid: number): Promise<void> {
    const askedAfterMs = this.#silentMs
    if (await isWorking(this.#url, pid)) return
    if (this.#silentMs >= askedAfterMs) this.#forgottenMs = this.#silentMs
  }
}

/** Whether the server works at something for the session of this process; not when nobody answers there. */
async function isWorking(url: string | undefined, pid: number): Promise<boolean> {
  const client = new AnsweringClient({ connectionString: url, statement_timeout: ASKING_MS_MAX })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_stat_activity where pid = $1 and state = 'active'`,
      [pid],
    )
    return rowCount === 1
  } catch (error) {
    // Who says no is there, and may work.
    return error instanceof DatabaseError
  } finally {
    void client.end()
  }
}

export const AnsweringClient: typeof Client = Answering
