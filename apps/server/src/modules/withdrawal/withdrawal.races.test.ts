import type { Heard } from '@btbc/client/client.ts'
import { decideCase } from '@btbc/contract/operator/case.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { logIn } from '@btbc/contract/session.ts'
import { cancelWithdrawal, requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { callOperator, hire, lookAtCase } from '#testing/operators.ts'
import { newKey, ok, refusal, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { decide, listOf, out, OUTSIDE, spotOf, start } from '#testing/withdrawals.ts'

/** Many at once: exactly what one after the other would have given. */

const { USDT } = currencies
const AT_ONCE = 64

/** How many came through; the others must have been told this and nothing else. */
function countOk(answers: readonly Heard[], code: RefusalCode): number {
  const refused = answers.flatMap((answer) => (answer.type === 'ok' ? [] : [answer.code]))
  expect(refused.filter((each) => each !== code)).toEqual([])
  return answers.length - refused.length
}

async function sessionsOf(server: TestServer, member: TestMember, count: number) {
  return await Promise.all(
    Array.from({ length: count }, async () => ({
      token: ok(
        await server.call(logIn, {
          user_string: member.mail,
          password: member.password,
          type: 1,
        }),
      ),
    })),
  )
}

test('64 withdrawals of one balance from several sessions: exactly what the balance covers', async () => {
  const { server, ada } = await start(1000n)
  const sessions = [ada, ...(await sessionsOf(server, ada, 3))]
  const request = { currency: USDT.id, address: OUTSIDE, number: '100' }
  const payload = { currency: '3', address: OUTSIDE, number: '100' }
  const proofs: string[] = []
  for (let n = 0; n < AT_ONCE; n += 1) proofs.push(await stepUp(server, ada, 'withdraw', payload))
  const answers = await Promise.all(
    proofs.map((proof, n) =>
      server.call(
        requestWithdrawal,
        { ...request, proof },
        { as: sessions[n % 4] ?? ada, key: newKey() },
      ),
    ),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(10)
  const codes = answers.flatMap((answer) => (answer.type === 'ok' ? [] : [answer.code]))
  expect(new Set(codes)).toEqual(new Set(['insufficient_balance']))
  expect(await spotOf(server, ada)).toEqual({ available: 0n, held: 1000n * UNIT })
  const drawn = await listOf(server, ada)
  expect(new Set(drawn.map(({ order_no: drawNo }) => drawNo)).size).toBe(10)
})

test('one proof sent 32 times at once is good for one withdrawal', async () => {
  const { server, ada } = await start(1000n)
  const proof = await stepUp(server, ada, 'withdraw', {
    currency: '3',
    address: OUTSIDE,
    number: '10',
  })
  const request = { currency: USDT.id, address: OUTSIDE, number: '10', proof }
  const answers = await Promise.all(
    Array.from({ length: 32 }, () =>
      server.call(requestWithdrawal, request, { as: ada, key: newKey() }),
    ),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect((await spotOf(server, ada)).held).toBe(10n * UNIT)
})

test('one key is one withdrawal and one answer', async () => {
  const { server, ada } = await start(1000n)
  const proof = await stepUp(server, ada, 'withdraw', {
    currency: '3',
    address: OUTSIDE,
    number: '10',
  })
  const request = { currency: USDT.id, address: OUTSIDE, number: '10', proof }
  const key = newKey()
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => server.call(requestWithdrawal, request, { as: ada, key })),
  )
  const [first] = answers.map((answer) => ok(answer))
  for (const answer of answers) expect(ok(answer)).toEqual(first)
  expect((await spotOf(server, ada)).held).toBe(10n * UNIT)
})

test('limits hold however many ask at once', async () => {
  const { server, ada } = await start(30_000n)
  const payload = { currency: '3', address: OUTSIDE, number: '900' }
  const proofs: string[] = []
  for (let n = 0; n < 32; n += 1) proofs.push(await stepUp(server, ada, 'withdraw', payload))
  const request = { currency: USDT.id, address: OUTSIDE, number: '900' }
  const answers = await Promise.all(
    proofs.map((proof) =>
      server.call(requestWithdrawal, { ...request, proof }, { as: ada, key: newKey() }),
    ),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(11)
})

test('cancelled 32 times at once, it comes back once', async () => {
  const { server, ada } = await start(1000n)
  const { id } = ok(await out(server, ada))
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => server.call(cancelWithdrawal, { id }, { as: ada })),
  )
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT, held: 0n })
})

test('withdrawing and cancelling at once leaves every withdrawal held or back, never both', async () => {
  const { server, ada } = await start(1000n)
  const first = ok(await out(server, ada))
  const payload = { currency: '3', address: OUTSIDE, number: '100' }
  const proofs: string[] = []
  for (let n = 0; n < 16; n += 1) proofs.push(await stepUp(server, ada, 'withdraw', payload))
  const request = { currency: USDT.id, address: OUTSIDE, number: '100' }
  const ask = (proof: string) =>
    server.call(requestWithdrawal, { ...request, proof }, { as: ada, key: newKey() })
  const cancel = (_: string, n: number) =>
    server.call(cancelWithdrawal, { id: first.id + n }, { as: ada })
  const [asked, cancelled] = await Promise.all([
    Promise.all(proofs.map(ask)),
    Promise.all(proofs.map(cancel)),
  ])
  const drawn = countOk(asked, 'insufficient_balance')
  const back = countOk(cancelled, 'withdrawal_not_found')
  expect(drawn).toBeGreaterThanOrEqual(9)
  const waiting = (await listOf(server, ada)).filter(({ state }) => state === 'pending')
  expect(waiting).toHaveLength(1 + drawn - back)
  const held = BigInt(waiting.length) * 100n * UNIT
  expect(await spotOf(server, ada)).toEqual({ available: 1000n * UNIT - held, held })
})

test('a freeze that comes at the same time leaves what was before it waiting, and refuses all after it', async () => {
  const { server, ada } = await start(1000n)
  const payload = { currency: '3', address: OUTSIDE, number: '10' }
  const proofs: string[] = []
  for (let n = 0; n < 32; n += 1) proofs.push(await stepUp(server, ada, 'withdraw', payload))
  const last = await stepUp(server, ada, 'withdraw', payload)
  const request = { currency: USDT.id, address: OUTSIDE, number: '10' }
  const freeze = server.db
    .updateTable('member')
    .set({ frozen_at: server.clock.now(), frozen_network: '127.0.0.1' })
    .where('id', '=', ada.id)
  const [answers] = await Promise.all([
    Promise.all(
      proofs.map((proof) =>
        server.call(requestWithdrawal, { ...request, proof }, { as: ada, key: newKey() }),
      ),
    ),
    freeze.execute(),
  ])
  const taken = answers.filter(({ type }) => type === 'ok').length
  const codes = answers.flatMap((answer) => (answer.type === 'ok' ? [] : [answer.code]))
  for (const code of codes) expect(code).toBe('account_frozen')
  const after = await server.call(requestWithdrawal, { ...request, proof: last }, { as: ada })
  expect(refusal(after)).toBe('account_frozen')
  expect((await spotOf(server, ada)).held).toBe(BigInt(taken) * 10n * UNIT)
  await server.pass({ hours: 25 })
  for (const { state } of await listOf(server, ada)) expect(state).toBe('pending')
})

test('accepted and rejected at once, a large withdrawal is decided once', async () => {
  const { server, ada } = await start(5000n)
  const { id } = ok(await out(server, ada, { number: '2000' }))
  const decisions = Array.from({ length: 16 }, (_, n) =>
    decide(server, id, n % 2 === 0 ? 'accept' : 'reject', 'race'),
  )
  const outcomes = await Promise.allSettled(decisions)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [row] = await listOf(server, ada)
  const { held } = await spotOf(server, ada)
  expect(held).toBe(row?.state === 'rejected' ? 0n : 2000n * UNIT)
})

test('one operator cannot let a large withdrawal go, two can, once', async () => {
  const { server, ada } = await start(5000n)
  const { id } = ok(await out(server, ada, { number: '2000' }))
  const olivia = await hire(server, 'Olivia', ['risk'])
  const accept = {
    queue: 'coin_withdrawal',
    id,
    decision: 'accept',
    reason: 'known member',
  } as const
  const alone = await Promise.all(
    Array.from({ length: 8 }, () => callOperator(server, decideCase, accept, { as: olivia })),
  )
  expect(
    alone.filter((answer) => answer.type === 'ok' && answer.message.outcome === 'accepted'),
  ).toEqual([])
  await server.pass({ hours: 25 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'pending', next: { who: 'operator' } }])
  const omar = await hire(server, 'Omar', ['finance'])
  const seen = await lookAtCase(server, accept, omar)
  const after = await Promise.all(
    Array.from({ length: 8 }, () => callOperator(server, decideCase, seen, { as: omar })),
  )
  expect(after.filter(({ type }) => type === 'ok')).toHaveLength(1)
  await server.pass({ seconds: 1 })
  expect(await listOf(server, ada)).toMatchObject([{ state: 'approved' }])
})
