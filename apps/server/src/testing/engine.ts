import { onTestFinished } from 'vitest'

import { type EngineParts, startEngine } from '#modules/exchange/engine/engine.ts'
import type { Command } from '#modules/exchange/engine/queue.ts'
import { storeIn } from '#modules/exchange/engine/store.ts'
import type { Outcome } from '#modules/exchange/exchange.ts'
import type { Unanswered } from '#modules/exchange/place-once.ts'

import { readOrder, type TestExchange, told } from './exchange.ts'

/** An engine instead of the exchange of a test: parts of it may fail, or take their time. */
export async function startEngineIn({ db, exchange }: TestExchange, parts: Partial<EngineParts>) {
  await exchange.stop()
  const failures: string[] = []
  const report = (error: unknown, what: string) => void failures.push(`${what}: ${String(error)}`)
  const ratesOf = () => ({ maker: 1000, taker: 1000 })
  const now = () => new Date('2026-03-01T12:00:00.000Z')
  const store = storeIn(db)
  const engine = await startEngine({ store, owner: 'test', report, ratesOf, now, ...parts })
  onTestFinished(() => engine.stop())
  const submit = (command: Unanswered<Command>) =>
    new Promise<Outcome[]>((answer) => engine.submit({ ...command, answer }))
  const place = async (...texts: string[]) =>
    (await submit({ kind: 'place', orders: texts.map((text) => readOrder(text)) })).map(told)
  return { engine, failures, submit, place }
}
