/** Connections that break where a test says, at one statement of one transaction. */

import { Client } from 'pg'

/** Before a statement is sent, or after it was done: of a commit nobody then hears. */
export type Break = { statement: number; when: 'unsent' | 'unheard' }

export type Breaker = {
  /** The next transaction that begins breaks at this statement, or at its commit if it comes first. */
  arm(next: Break): void
  /** Whether one broke. */
  disarm(): boolean
  stop(): void
}

type Query = (this: Client, ...asked: unknown[]) => unknown
type Wire = { connection: { stream: { destroy(): void } } }

/** Of all connections of this process. */
export function openBreaker(): Breaker {
  const prototype = Client.prototype as unknown as { query: Query }
  const real = prototype.query
  let armed: Break | undefined
  let victim: Client | undefined
  let statements = 0
  /** Which break this statement meets, if any. */
  const breakAt = (client: Client, text: unknown): Break | undefined => {
    if (armed && !victim && text === 'begin') {
      victim = client
      statements = 0
    }
    if (!armed || victim !== client) return undefined
    statements += 1
    if (statements < armed.statement && text !== 'commit') return undefined
    const met = armed
    armed = undefined
    return met
  }
  prototype.query = function (...asked) {
    const met = breakAt(this, textOf(asked[0]))
    if (met?.when === 'unsent') cut(this)
    return real.apply(this, met?.when === 'unheard' ? unheard(this, asked) : asked)
  }
  return {
    arm(next) {
      armed = next
      victim = undefined
    },
    disarm() {
      const hasBroken = armed === undefined
      armed = undefined
      victim = undefined
      return hasBroken
    },
    stop() {
      prototype.query = real
    },
  }
}

/** What was asked, but whoever hears the answer hears that the connection is gone. */
function unheard(client: Client, asked: readonly unknown[]): unknown[] {
  const hear = asked.at(-1)
  if (typeof hear !== 'function') throw new Error('Somebody asks who hears of nothing')
  const hearNothing = (error: Error | null) => {
    if (error === null) cut(client)
    hear(error ?? new Error('Connection terminated unexpectedly'))
  }
  return [...asked.slice(0, -1), hearNothing]
}

function cut(client: Client): void {
  const { connection } = client as unknown as Wire
  connection.stream.destroy()
}

function textOf(asked: unknown): unknown {
  return typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked
}
