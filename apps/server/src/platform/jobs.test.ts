import { setTimeout as pause } from 'node:timers/promises'

import { readProfile } from '@btbc/contract/account.ts'
import { placeBuy } from '@btbc/contract/exchange.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { openGateway } from '#payment-provider/gateway.ts'
import { give } from '#testing/funds.ts'
import { TEST_KEY } from '#testing/gateway.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { startMuteServer } from '#testing/outsiders.ts'
import { ok, startTestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { DAY_MS, MINUTE_MS } from './durations.ts'
import { startJobs } from './jobs.ts'

const { BTC, USDT } = currencies
const OUTSIDE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a mail server and a payment provider that say nothing hold up no run, no quote and no withdrawal', async () => {
  const mail = await startMuteServer()
  const provider = await startMuteServer()
  const url = `http://${provider.address}`
  const gateway = openGateway({ url, innerUrl: url, key: TEST_KEY })
  const settings = { mailUrl: `smtp://${mail.address}`, liquidity: true, rateLimits: false }
  const server = await startTestServer(settings, { gateway, goesOn: true })
  const ada = await server.join('ada@example.test')
  await acceptIdentity(server, ada)
  await give(server, ada.id, USDT.id, 50_000n)
  ok(await server.call(startRun, {}, { as: ada, method: 'GET' }))
  const asked = { currency: USDT.id as number, address: OUTSIDE, number: '100' }
  const proof = await stepUp(server, ada, 'withdraw', { ...asked, currency: `${asked.currency}` })
  ok(await server.call(requestWithdrawal, { ...asked, proof }, { as: ada }))
  await expect.poll(mail.waiting).toBeGreaterThan(0)
  await expect.poll(provider.waiting).toBeGreaterThan(0)

  const run = () => server.db.selectFrom('run').select('state').executeTakeFirst()
  const withdrawal = () => server.db.selectFrom('withdrawal').select('state').executeTakeFirst()
  const asks = () => server.app.exchange.depth(BTC.id, 20).asks.length
  const refills = () => server.db.selectFrom('emission_refill').select('day').execute()
  // Of this day: a chore that had begun it would book it after what is of the next.
  await expect.poll(refills).toHaveLength(1)
  server.clock.passBusiness({ hours: 24 })
  const buy = { legal_id: 3, currency_id: BTC.id, price: '', num: '0.1', mode: 1 } as const
  expect(ok(await server.call(placeBuy, buy, { as: ada })).status).toBe('filled')
  // Sooner than anybody gives up on those who say nothing: then all of it goes on in any case.
  const sooner = { timeout: 7000 }
  await expect.poll(run, sooner).toEqual({ state: 'closed' })
  await expect.poll(withdrawal, sooner).toEqual({ state: 'approved' })
  await expect.poll(asks, sooner).toBe(10)
  await server.app.jobs.sweep()
  const sent = server.db.selectFrom('outbox').select('id').where('sent_at', 'is not', null)
  expect(await sent.execute()).toEqual([])
})

test('what need not be looked at each second is not, but whoever asks for a sweep has it done', async () => {
  const { db, clock } = await startTestServer()
  const looks: string[] = []
  const looksOf = (name: string) => looks.filter((each) => each === name).length
  const sweepOf = (name: string) => ({
    name,
    async run() {
      looks.push(name)
      return 0
    },
  })
  const failures: unknown[] = []
  const jobs = startJobs({
    db,
    clock,
    log: { error: (failure: unknown) => void failures.push(failure) },
    sweeps: [sweepOf('often'), { ...sweepOf('seldom'), everyMs: MINUTE_MS }],
    chores: [],
    outside: [],
  })
  await expect.poll(() => looksOf('often')).toBeGreaterThan(2)
  expect(looksOf('seldom')).toBe(1)
  await jobs.sweep()
  expect(looksOf('seldom')).toBe(2)
  await jobs.stop()
  expect(failures).toEqual([])
})

test('a chore is done as often as it says, rests after work, and goes on at once when more waits or it failed', async () => {
  const { db, clock } = await startTestServer()
  const runs: string[] = []
  const runsOf = (name: string) => runs.filter((each) => each === name).length
  const choreOf = (name: string, work: () => Promise<unknown> = async () => undefined) => ({
    name,
    run: async () => {
      runs.push(name)
      return await work()
    },
  })
  const failing = async () => {
    if (runsOf('fails') === 1) throw new Error('once')
  }
  const failures: unknown[] = []
  const jobs = startJobs({
    db,
    clock,
    log: { error: (failure: unknown) => void failures.push(failure) },
    sweeps: [],
    chores: [
      { ...choreOf('seldom'), everyMs: MINUTE_MS },
      { ...choreOf('again', async () => 'again'), everyMs: MINUTE_MS },
      { ...choreOf('fails', failing), everyMs: MINUTE_MS },
      { ...choreOf('rests', () => pause(50)), restPerWork: 10_000 },
    ],
    outside: [choreOf('often')],
  })
  await expect.poll(() => Math.min(runsOf('often'), runsOf('again'))).toBeGreaterThan(3)
  expect(['seldom', 'fails', 'rests'].map(runsOf)).toEqual([1, 2, 1])
  expect(failures).toHaveLength(1)
  await jobs.stop()
})

test('a wall that is a year ahead for a while makes nobody forgotten, and nothing that is being sent due again', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  server.clock.setWall(365 * DAY_MS)
  const due_at = new Date(server.clock.wallNow().getTime() + 2 * MINUTE_MS)
  await server.db.updateTable('outbox').set({ due_at }).execute()
  await server.app.jobs.sweep()
  expect(await server.db.selectFrom('outbox').select('due_at').execute()).toEqual([{ due_at }])
  server.clock.setWall(-365 * DAY_MS)
  ok(await server.call(readProfile, {}, { as: ada }))
})
