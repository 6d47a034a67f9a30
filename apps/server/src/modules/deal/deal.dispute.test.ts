import { setLanguage } from '@btbc/contract/account.ts'
import { cancelDealTogether, disputeDeal } from '@btbc/contract/deal.ts'
import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { readTimeline } from '@btbc/contract/operator/member.ts'
import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import {
  listDisputes,
  proposeDealDecision,
  readDispute,
  readDisputePicture,
} from '@btbc/contract/operator/dispute.ts'
import { expect, test } from 'vitest'

import { callOperator, hire, type TestOperator } from '#testing/operators.ts'
import { bought, confirmed, offered, paid } from '#testing/sellers.ts'
import { newKey, ok, refusal, type TestMember, type TestServer } from '#testing/server.ts'

import { legalOf, look, ORDER, start } from './testing/start.ts'

test('what is paid and not confirmed is for operators: one proposes a split, another accepts, and both sides read why', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, ORDER)
  await paid(server, ben, id)
  await server.pass({ minutes: 30 })
  const [ria, sue] = [await hire(server, 'Ria', ['risk']), await hire(server, 'Sue', ['support'])]
  expect(await look(server, ben, id)).toMatchObject({
    state: 'disputed',
    is_sure: 3,
    next: { who: 'operator', by: '2026-03-02T12:30:00.000Z' },
    dispute: { by: null },
  })
  const state = (as: TestMember, reason: string) =>
    server.call(disputeDeal, { id, reason }, { as, key: newKey() })
  ok(await server.call(setLanguage, { lang: 'spa' }, { as: sam }))
  ok(await state(ben, 'I paid all of it.'))
  expect(refusal(await state(ben, 'Really.'))).toBe('deal_disputed')
  ok(await state(sam, 'Only a half arrived.'))
  const waiting = ok(await callOperator(server, listDisputes, {}, { as: ria }))
  expect(waiting.list).toMatchObject([{ id, number: '100.00000000', opened_by: null }])
  const found = ok(await callOperator(server, readDispute, { id }, { as: ria }))
  expect(found).toMatchObject({
    buyer_reads: 'en',
    seller_reads: 'spa',
    buyer_statement: 'I paid all of it.',
    seller_statement: 'Only a half arrived.',
    pictures: [{ label: 'Payment, by the buyer' }],
  })
  const view = { id, picture: found.pictures[0]?.id ?? '', reason: 'To see the payment' }
  ok(await callOperator(server, readDisputePicture, view, { as: ria }))
  expect(await looksAt(server, id)).toBe(1)
  const propose = (percent: number, as: TestOperator) => {
    const request = { id, buyer_percent: percent, reason: 'A half arrived' }
    return callOperator(server, proposeDealDecision, request, { as })
  }
  const proposal = ok(await propose(50, ria))
  expect(refusal(await propose(100, sue))).toBe('proposal_pending')
  const decide = (as: TestOperator) => {
    const request = { id: proposal.id, decision: 'accept' as const, reason: 'I see the same' }
    return callOperator(server, decideProposal, request, { as })
  }
  expect(refusal(await decide(ria))).toBe('proposal_own')
  expect(await legalOf(server, sam)).toEqual([700n, 300n])
  ok(await decide(sue))
  expect(await legalOf(server, sam)).toEqual([700n, 250n])
  expect(await legalOf(server, ben)).toEqual([50n, 0n])
  for (const as of [sam, ben]) {
    expect(await look(server, as, id)).toMatchObject({
      state: 'split',
      is_sure: 1,
      outcome: {
        buyer_number: '50.00000000',
        seller_number: '50.00000000',
        reason: 'A half arrived',
      },
    })
  }
  const over = ok(await callOperator(server, readDispute, { id }, { as: ria }))
  expect(over).toMatchObject({
    state: 'split',
    proposed: false,
    proposal: { state: 'accepted', made_by: { name: 'Ria' }, decided_by: { name: 'Sue' } },
  })
  expect(over.history.map(({ operator, reason }) => `${operator.name}: ${reason}`)).toEqual([
    'Sue: I see the same',
    'Ria: A half arrived',
    'Ria: To see the payment',
  ])
  // Whatever was done about the deal was done about both of its sides.
  for (const { id: member_id } of [sam, ben]) {
    const log = ok(await callOperator(server, readAuditLog, { member_id }, { as: ria })).list
    const acts = ['proposal.decide', 'dispute.decide', 'dispute.picture']
    expect(log.slice(0, 3).map(({ action }) => action)).toEqual(acts)
    const asked = { id: member_id, kind: 'decision' as const }
    const lines = ok(await callOperator(server, readTimeline, asked, { as: ria })).list
    expect(lines.slice(0, 3).map(({ title, detail }) => `${title}, ${detail}`)).toEqual([
      'Sue accepted the proposal, a disputed deal: “I see the same”',
      `Ria proposed how it ends, Deal ${id}: “A half arrived”`,
      `Ria looked at a picture, Deal ${id}: “To see the payment”`,
    ])
  }
  expect(refusal(await confirmed(server, sam, id))).toBe('deal_ended')
  expect(refusal(await propose(50, ria))).toBe('deal_not_disputed')

  // The two may finish or cancel after all, whatever an operator has proposed.
  const next = await bought(server, ben, ORDER)
  await paid(server, ben, next)
  const dispute = { id: next, reason: 'It is late.' }
  ok(await server.call(disputeDeal, dispute, { as: ben, key: newKey() }))
  const late = async () =>
    ok(await callOperator(server, readOverview, {}, { as: ria })).alerts.filter(
      ({ kind }) => kind === 'dispute_late',
    )
  server.clock.passBusiness({ hours: 23 })
  expect(await late()).toEqual([])
  server.clock.passBusiness({ hours: 1 })
  expect(await late()).toMatchObject([{ text: expect.stringContaining(`Deal ${next}`) }])
  const proposed = { id: next, buyer_percent: 100, reason: 'The money is there' }
  const pending = ok(await callOperator(server, proposeDealDecision, proposed, { as: ria }))
  const both = (as: TestMember) =>
    server.call(cancelDealTogether, { id: next }, { as, key: newKey() })
  expect(ok(await both(ben)).cancelled).toBe(false)
  expect(refusal(await both(ben))).toBe('deal_cancel_asked')
  expect(ok(await both(sam)).cancelled).toBe(true)
  // Nobody is asked any more for what the two have ended themselves.
  expect(ok(await callOperator(server, readDispute, { id: next }, { as: sue })).proposal).toEqual({
    ...pending,
    state: 'expired',
    decided_at: server.clock.now().toISOString(),
  })
  expect(await legalOf(server, sam)).toEqual([700n, 250n])
  expect(await legalOf(server, ben)).toEqual([50n, 0n])
})

async function looksAt(server: TestServer, id: number): Promise<number> {
  const rows = await server.db
    .selectFrom('operator_audit')
    .select('position')
    .where('subject', '=', `deal ${id}`)
    .where('action', 'like', '%icture%')
    .execute()
  return rows.length
}
