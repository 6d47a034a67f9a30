import { readSecurity } from '@btbc/contract/security.ts'
import { requestBankWithdrawal } from '@btbc/contract/bank-withdrawal.ts'
import { keepToKnown, stopKeepingToKnown } from '@btbc/contract/freeze.ts'
import { addAddress, removeAddress } from '@btbc/contract/saved-address.ts'
import { quoteWithdrawal } from '@btbc/contract/withdrawal.ts'
import { expect, test } from 'vitest'

import { decideAsSeen, hire } from '#testing/operators.ts'
import { ok, refusal, type TestMember, type TestServer } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import { OTHER, out, OUTSIDE, start } from '#testing/withdrawals.ts'

async function save(server: TestServer, as: TestMember, address: string): Promise<number> {
  const proof = await stepUp(server, as, 'address_add', { address })
  return ok(await server.call(addAddress, { address, name: 'mine', proof }, { as })).id
}

async function end(server: TestServer, as: TestMember) {
  const proof = await stepUp(server, as, 'known_only_end', {})
  return await server.call(stopKeepingToKnown, { proof }, { as })
}

async function toBank(server: TestServer, as: TestMember, account = 'TEST-0001-2345') {
  const asked = { amount: '20', bank_code: 'TESTNATIONAL', bank_no: account }
  const proof = await stepUp(server, as, 'bank_withdraw', asked)
  const request = { ...asked, real_name: 'Ada Test', proof }
  return await server.call(requestBankWithdrawal, request, { as })
}

test('who pays known receivers only pays nobody else, from at once to a day after it was ended', async () => {
  const { server, ada } = await start()
  const state = async () => ok(await server.call(readSecurity, {}, { as: ada }))
  expect(await state()).toMatchObject({ known_only: false, known_only_ends_at: null })
  expect(refusal(await end(server, ada))).toBe('known_only_off')
  ok(await server.call(keepToKnown, {}, { as: ada }))
  expect(await state()).toMatchObject({ known_only: true, known_only_ends_at: null })

  expect(refusal(await out(server, ada))).toBe('withdrawal_address_unknown')
  const quote = { currency: 3, amount: '10', address: OUTSIDE }
  expect(refusal(await server.call(quoteWithdrawal, quote, { as: ada }))).toBe(
    'withdrawal_address_unknown',
  )
  const id = await save(server, ada, OUTSIDE)
  // Saved a moment ago, it waits its day as any new address does.
  expect(ok(await out(server, ada))).toMatchObject({ state: 'pending' })
  ok(await server.call(removeAddress, { id }, { as: ada }))
  expect(refusal(await out(server, ada))).toBe('withdrawal_address_unknown')

  expect(refusal(await server.call(stopKeepingToKnown, {}, { as: ada }))).toBe('step_up_required')
  const { ends_at: endsAt } = ok(await end(server, ada))
  await server.pass({ hours: 23 })
  expect(refusal(await out(server, ada, { address: OTHER }))).toBe('withdrawal_address_unknown')
  // Ended again, it does not begin again; switched on again, it does not end.
  expect(ok(await end(server, ada)).ends_at).toBe(endsAt)
  ok(await server.call(keepToKnown, {}, { as: ada }))
  await server.pass({ hours: 24 })
  expect(refusal(await out(server, ada, { address: OTHER }))).toBe('withdrawal_address_unknown')
  ok(await end(server, ada))
  await server.pass({ hours: 24 })
  expect(await state()).toMatchObject({ known_only: false, known_only_ends_at: null })
  ok(await out(server, ada, { address: OTHER }))
  const { rows } = await changesTold(server, ada)
  expect(rows).toEqual(['on', 'off', 'on', 'off'])
})

test('a bank account is known once operators have paid it', async () => {
  const { server, ada } = await start()
  const { id } = ok(await toBank(server, ada))
  ok(await server.call(keepToKnown, {}, { as: ada }))
  expect(refusal(await toBank(server, ada))).toBe('bank_account_unknown')
  const paid = { queue: 'bank_withdrawal', id, decision: 'accept', reason: 'paid' } as const
  for (const name of ['Olivia', 'Omar']) {
    ok(await decideAsSeen(server, paid, { as: await hire(server, name, ['finance']) }))
  }
  ok(await toBank(server, ada))
  expect(refusal(await toBank(server, ada, 'TEST-0001-9999'))).toBe('bank_account_unknown')
})

async function changesTold(server: TestServer, { mail }: TestMember) {
  const told = await server.db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', mail)
    .where('text', 'like', '%withdrawals %')
    .orderBy('id')
    .execute()
  return { rows: told.map(({ text }) => (text.includes('known receivers only') ? 'on' : 'off')) }
}
