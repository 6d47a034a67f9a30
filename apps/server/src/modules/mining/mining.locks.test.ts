import { readProfile } from '@btbc/contract/account.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import type { Tx } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { buyMachines } from '#modules/machine/machine.buying.ts'
import { give } from '#testing/funds.ts'
import { newKey, ok, startTestServer, type TestServer } from '#testing/server.ts'

import { buyLaunches } from './mining.launches.ts'
import { startRun } from './mining.starts.ts'
import { settleMember } from './mining.ts'

/**
 * `serve` runs a transaction again that ended in a deadlock, at the price of a second of waiting.
 * Here nothing is run again: two transactions that take their locks in different orders fail.
 */
test('starts, purchases, reads and sweeps of many members never wait for each other in a circle', async () => {
  const server = await startTestServer()
  await server.app.jobs.stop()
  const lead = await server.join('lead@example.test')
  const code = ok(await server.call(readProfile, {}, { as: lead })).extension_code
  const ids = [lead.id]
  for (let n = 0; n < 11; n += 1) {
    const member = await server.join(`member${n}@example.test`, { extensionCode: code })
    ids.push(member.id)
  }
  for (const id of ids) await give(server, id, currencies.USDT.id, 200n)

  for (let day = 0; day < 3; day += 1) {
    const now = server.clock.now()
    await Promise.all([
      ...ids.flatMap((memberId) => [
        attempt(server, (tx) => startRun(tx, { memberId, now, wallNow: now })),
        attempt(server, async (tx) => {
          const purchase = { memberId, modelId: 1, now, wallNow: now }
          const [sale] = await buyMachines(tx, [purchase], { waits: true })
          if (typeof sale === 'function') sale()
        }),
        attempt(server, (tx) =>
          buyLaunches(tx, { memberId, times: 1, now, wallNow: now, id: newKey() }),
        ),
        attempt(server, (tx) => settleMember(tx, memberId, now)),
        attempt(server, (tx) => startRun(tx, { memberId, now, wallNow: now })),
      ]),
      server.app.jobs.sweep(),
      server.app.jobs.sweep(),
      server.join(`late${day}@example.test`, { extensionCode: code }),
    ])
    server.clock.pass({ hours: 24 })
  }
  await server.app.jobs.sweep()
  const books = ok(await server.call(readSolvency)).currencies
  expect(books.filter((row) => !row.agrees)).toEqual([])
})

/** Expected noes are fine; a deadlock is not one. */
async function attempt(server: TestServer, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  try {
    await server.db.transaction().execute(work)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
