import { openDatabase } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { give } from '@btbc/ledger/testing.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '#app.ts'
import { readConfig } from '#config.ts'
import { startTestClock } from '#testing/clock.ts'
import { startTestServer } from '#testing/server.ts'
import { advance } from '#testing/time-machine.ts'

test('the time machine of one server moves every server on the database', async () => {
  const first = await startTestServer({ timeMachine: true }, { goesOn: true })
  const db = openDatabase(first.databaseUrl)
  const config = readConfig({
    BTBC_SAMPLE: '0',
    BTBC_LIQUIDITY: '0',
    BTBC_TIME_MACHINE: '1',
    BTBC_DATA_DIR: first.dataDirectory,
  })
  const second = await createApp({ db, clock: startTestClock(), config })
  onTestFinished(async () => {
    await second.http.close()
    await second.jobs.stop()
    await db.destroy()
  })
  const url = await second.http.listen({ host: '127.0.0.1', port: 0 })

  await advance(first.url, 3_600)
  await expect.poll(() => nowAt(url)).toBe('2026-03-01T13:00:00.000Z')
  await advance(url, 60)
  await expect.poll(() => nowAt(first.url)).toBe('2026-03-01T13:01:00.000Z')
  expect(await nowAt(url)).toBe('2026-03-01T13:01:00.000Z')
})

test('what began before a jump and ends after it is posted no earlier than the jump', async () => {
  const server = await startTestServer({ timeMachine: true })
  const account = memberAccount((await server.join('ada@example.test')).id, 'change', 3)
  const before = server.clock.now()
  await advance(server.url, 86_400)
  await give(server.db, account, 2n, server.clock.now())
  await give(server.db, account, 1n, before)
  expect(await audit(server.db)).toEqual([])
})

test('whoever moves the clock is answered although what became due cannot be done yet, and is told what is left', async () => {
  const server = await startTestServer({ timeMachine: true })
  const holding = await server.db.startTransaction().execute()
  onTestFinished(async () => void (holding.isRolledBack || (await holding.rollback().execute())))
  await sql`lock table run in access exclusive mode`.execute(holding)
  expect(await advance(server.url, 86_400)).toContain('close ended runs')
  await holding.rollback().execute()
  await expect.poll(() => advance(server.url, 0)).toEqual([])
  expect(await nowAt(server.url)).toBe('2026-03-02T12:00:00.000Z')
})

test('every answer to members and operators says what time the house has it, a refusal too', async () => {
  const server = await startTestServer({ timeMachine: true })
  const saidBy = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`)
    return [((await answer.json()) as { type: string }).type, answer.headers.get('house-time')]
  }
  for (const seconds of [0, 3_600]) {
    await advance(server.url, seconds)
    const now = String(server.clock.now().getTime())
    expect(await saidBy('/api/currency/quotation_new')).toEqual(['ok', now])
    expect(await saidBy('/api/machine/team')).toEqual([999, now])
    expect(await saidBy('/operator/api/me')).toEqual([999, now])
  }
})

async function nowAt(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/dev/clock`)).json()) as { now: string }
  return answer.now
}
