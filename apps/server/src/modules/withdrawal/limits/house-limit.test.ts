import { requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { cancelWithdrawal, readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { startTestChain, type TestChain } from '#testing/chain.ts'
import { give } from '#testing/funds.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { decideAsSeen, enter, hire } from '#testing/operators.ts'
import { settle } from '#testing/settings.ts'
import { ok, startTestServer, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { listOf, OTHER, out, OUTSIDE } from '#testing/withdrawals.ts'

/** Two who may send to an address that has waited its day. */
async function start(limits: { hour: string; day: string }, parts: { chain?: TestChain } = {}) {
  const server = await startTestServer({ rateLimits: false }, parts)
  const olivia = await hire(server, 'Olivia', ['finance'])
  const [ada, bob] = [await server.join('ada@example.test'), await server.join('bob@example.test')]
  const now = server.clock.now()
  for (const each of [ada, bob]) {
    const memberId = each.id
    await acceptIdentity(server, each)
    await give(server, memberId, currencies.USDT.id, 1000n)
    await server.db
      .insertInto('saved_address')
      .values({
        member_id: memberId,
        address: OUTSIDE,
        name: 'mine',
        added_at: now,
        usable_at: now,
      })
      .execute()
  }
  await settle(server, 'limits.house', limits)
  return { server, ada, bob, olivia }
}

test('what all members withdraw in an hour and a day has an end, which says when it opens and calls operators', async () => {
  const { server, ada, bob, olivia } = await start({ hour: '300', day: '450' })

  ok(await out(server, ada, { number: '140' }))
  expect(await calls(server)).toEqual([])
  server.clock.pass({ minutes: 10 })
  const { id } = ok(await out(server, bob, { number: '150' }))
  const told = (how: string, window: string) => ({
    recipient: olivia.mail,
    subject: `BTBC (TEST): ${how} of what may leave in one ${window} is asked for`,
  })
  const halves = [told('half', 'hour'), told('half', 'day')]
  expect(await calls(server)).toEqual(halves)

  // 140 of 290 leave the hour at 13:00; 150 at 13:10.
  const hour = { code: 'withdrawal_house_limit', details: { until: '2026-03-01T13:00:00.000Z' } }
  expect(await out(server, ada, { number: '20' })).toMatchObject(hour)
  const later = { ...hour, details: { until: '2026-03-01T13:10:00.000Z' } }
  expect(await out(server, ada, { number: '151' })).toMatchObject(later)
  expect(await calls(server)).toEqual([...halves, told('all', 'hour')])
  const infoOf = async (as: TestMember) =>
    ok(await server.call(readWithdrawalTerms, { type: '3' }, { as }))
  expect((await infoOf(ada)).max).toBe('10.00000000')

  // What came back has not left, but had a place: whoever takes it back again and again comes to an end.
  ok(await server.call(cancelWithdrawal, { id }, { as: bob }))
  expect((await infoOf(bob)).day_left).toBe('9850.00000000')
  ok(await out(server, ada, { number: '160' }))
  server.clock.pass({ hours: 1 })
  const day = { code: 'withdrawal_house_limit', details: { until: '2026-03-02T12:00:00.000Z' } }
  expect(await out(server, bob, { number: '151' })).toMatchObject(day)
  server.clock.pass({ hours: 23 })
  ok(await out(server, bob, { number: '151' }))
})

test('what waits for its address or for people takes no room; let go together, it goes by turns', async () => {
  const chain = await startTestChain()
  const { server, ada, bob } = await start({ hour: '300', day: '3000' }, { chain })
  for (const number of ['200', '150', '150', '100']) {
    ok(await out(server, ada, { number, address: OTHER }))
  }
  const bank = await toBank(server, ada)
  ok(await out(server, bob, { number: '300' }))
  await server.pass({ seconds: 0 })
  // Worth more than may leave in an hour, it would never be let go.
  expect(await out(server, bob, { number: '301', address: OTHER })).toMatchObject({
    code: 'withdrawal_house_limit',
  })

  await server.pass({ hours: 24 })
  const waits = async () => (await listOf(server, ada)).map(({ next }) => next.by).toReversed()
  const hour = (n: number) => `2026-03-02T${n}:00:00.000Z`
  expect(await waits()).toEqual([null, hour(13), hour(13), hour(14)])
  const late = { code: 'withdrawal_house_limit', details: { until: hour(14) } }
  expect(await out(server, bob, { number: '60' })).toMatchObject(late)

  // A bank is paid when there is room for it.
  const paid = { queue: 'bank_withdrawal', id: bank, decision: 'accept', reason: 'paid' } as const
  const omar = await hire(server, 'Omar', ['finance'])
  const second = await hire(server, 'Oona', ['finance'])
  ok(await decideAsSeen(server, paid, { as: omar }))
  expect(await decideAsSeen(server, paid, { as: second })).toMatchObject(late)

  // Whatever was missed while nobody looked is let go one hour after the other as well.
  server.clock.pass({ hours: 5 })
  await server.app.jobs.sweep()
  expect(await waits()).toEqual([null, null, null, hour(18)])
  await server.pass({ hours: 1 })
  ok(await decideAsSeen(server, paid, { as: { token: await enter(server, second) } }))
})

async function toBank(server: TestServer, as: TestMember): Promise<number> {
  const asked = { amount: '100', bank_code: 'TESTNATIONAL', bank_no: 'TEST-0001-2345' }
  const proof = await stepUp(server, as, 'bank_withdraw', asked)
  const request = { ...asked, real_name: 'Ada Test', proof }
  return ok(await server.call(requestBankWithdrawal, request, { as })).id
}

async function calls(server: TestServer) {
  return await server.db
    .selectFrom('outbox')
    .select(['recipient', 'subject'])
    .where('subject', 'like', '%may leave%')
    .orderBy('id')
    .execute()
}
