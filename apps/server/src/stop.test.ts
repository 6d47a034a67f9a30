import { connect } from 'node:net'

import { transferCoins } from '@btbc/contract/wallet.ts'
import { runPrepared } from '@btbc/database/database.ts'
import { accountId, memberAccount } from '@btbc/ledger/account.ts'
import { lockStatement } from '@btbc/ledger/lock.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, onTestFinished, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { startKillable } from '#testing/killable.ts'
import { ok, startTestServer } from '#testing/server.ts'
import { waitForWaiting } from '#testing/waiting.ts'

const { USDT } = currencies

test('a server that is told to stop answers what it was asked, gives the markets back and ends well', async () => {
  const server = await startTestServer()
  const ann = await server.join('ann@example.test')
  await give(server, ann.id, USDT.id, 10n)
  await server.app.exchange.stop()
  const process = await startKillable(server)
  const owners = async () => {
    const rows = await server.db.selectFrom('market_lease').select('owner').execute()
    return new Set(rows.map(({ owner }) => owner))
  }
  expect(await owners()).not.toContain(null)
  // Of the lines to it one was asked something and is kept, one has said nothing yet.
  const { url } = process.server
  const health = async () => (await fetch(`${url}/health`)).status
  expect(await health()).toBe(200)
  const silent = connect(Number(new URL(url).port), '127.0.0.1')
  silent.on('error', () => undefined)
  onTestFinished(() => void silent.destroy())
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onTestFinished(() => end.resolve())
  const holding = server.db.transaction().execute(async (tx) => {
    const account = accountId(memberAccount(ann.id, 'change', USDT.id))
    const { text, values } = lockStatement(Float64Array.of(account))
    await runPrepared(tx, text, values)
    held.resolve()
    await end.promise
  })
  await held.promise
  const asked = {
    number: '1',
    from_field: 'change',
    to_field: 'legal',
    currency_id: USDT.id,
  } as const
  const moving = process.server.call(transferCoins, asked, { as: ann })
  await waitForWaiting(server.db)
  const ended = process.stop()
  await expect.poll(() => health().catch(() => 'nobody')).not.toBe(200)
  end.resolve()
  await holding
  ok(await moving)
  expect(await ended).toBe(0)
  expect([...(await owners())]).toEqual([null])
})
