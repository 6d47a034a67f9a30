import { requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { totals } from '@btbc/ledger/balances.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { newKey } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { OTHER, OUTSIDE, spotOf, start } from '#testing/withdrawals.ts'

/** Fields that fit alone and not together: whatever is mixed, nothing leaves without its own proof. */

const RUNS = 150
const { USDT } = currencies

const currency = fc.constantFrom(1, 3, 18, 28, 32, 1001, 0, -3, '3', 'USDT', null)
const address = fc.constantFrom(
  OUTSIDE,
  OTHER,
  ` ${OUTSIDE}`,
  '0x',
  '',
  null,
  7,
  [OUTSIDE],
  '\u0000',
)
const amount = fc.constantFrom(
  '100',
  '1.5',
  '0',
  '-1',
  '1e3',
  '1e30',
  '0.000000001',
  '',
  100,
  null,
  {},
)
const rate = fc.constantFrom('1', 1, '0', '100', -1, 1e30, 'NaN', null, [])
const loose = { maxKeys: 3 }

const requests = fc.record(
  {
    currency,
    address,
    number: amount,
    rate,
    quote_id: fc.oneof(fc.string({ maxLength: 70 }), fc.constant(null)),
    proof: fc.constantFrom('PROOF', 'made-up', '', null, 1),
    code: fc.constantFrom('000000', '', 'abc', null, {}),
    from_field: fc.option(fc.constantFrom('legal', 'lever'), { nil: undefined }),
  },
  { requiredKeys: [] },
)

test('mixed fields are refused by name, and only the proved request leaves', async () => {
  const { server, ada } = await start(1000n)
  const before = await totals(server.db)
  const proved = { currency: '3', address: OUTSIDE, number: '100' }
  const proof = await stepUp(server, ada, 'withdraw', proved)
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        'idempotency-key': newKey(),
      },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { type: string; code?: string }
  }
  await fc.assert(
    fc.asyncProperty(requests, fc.object(loose), async (request, extra) => {
      const isProved =
        String(request.currency) === '3' &&
        request.address === OUTSIDE &&
        request.number === '100' &&
        request.proof === 'PROOF'
      if (isProved) return
      const filled = { ...request, ...(request.proof === 'PROOF' ? { proof } : {}) }
      for (const body of [filled, { ...filled, ...extra }]) {
        const answer = await post(requestWithdrawal.path, body)
        expect(answer, JSON.stringify(body)).toMatchObject({ type: 'error' })
        expect(answer.code).not.toBe('internal')
      }
    }),
    { numRuns: RUNS },
  )
  expect(await totals(server.db)).toEqual(before)
  const last = { currency: 3, address: OUTSIDE, number: '100', proof }
  expect(await post(requestWithdrawal.path, last)).toMatchObject({ type: 'ok' })
  expect((await spotOf(server, ada, USDT.id)).held).toBe(100n * 10n ** 8n)
})
