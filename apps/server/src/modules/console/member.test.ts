import { findMembers, inspectMember, proposeUnfreezing } from '@btbc/contract/operator/member.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

const reason = 'spoke to the owner'

test('a member is found by the whole of what they give, and shown masked', async () => {
  const server = await startTestServer()
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const find = async (query: string) =>
    ok(await callOperator(server, findMembers, { query }, { as: sue }))
  const [found] = await find('ada@example.test')
  expect(found).toMatchObject({ id: ada.id, name: 'a***a@example.test' })
  expect(await find(String(ada.id))).toMatchObject([{ id: ada.id }])
  expect(await find(found?.account_number ?? '')).toMatchObject([{ id: ada.id }])
  for (const part of ['ada', 'ada@', '%', '1', 'a***a@example.test', '99999999999']) {
    expect(await find(part), part).toEqual([])
  }
  const member = ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  expect(member).toMatchObject({ identity: 'none', frozen_at: null, sessions: 1 })
  expect(member.balances).toContainEqual({
    wallet: 'change',
    currency: 28,
    available: '50.00000000',
    held: '0.00000000',
  })
  expect(JSON.stringify(member)).not.toContain('ada@example.test')
  const unknown = await callOperator(server, inspectMember, { id: 5 }, { as: sue })
  expect(refusal(unknown)).toBe('member_not_found')
})

test('an account is unfrozen by two, once', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const fin = await hire(server, 'Fin', ['finance'])
  const unfreeze = (as: { token: string }) =>
    callOperator(server, proposeUnfreezing, { id: ada.id, reason }, { as })
  expect(refusal(await unfreeze(sue))).toBe('member_not_frozen')
  await server.db
    .updateTable('member')
    .set({ frozen_at: server.clock.now(), frozen_network: '127.0.0.1' })
    .where('id', '=', ada.id)
    .execute()
  expect(refusal(await unfreeze(fin))).toBe('operator_not_allowed')
  const { id } = ok(await unfreeze(sue))
  expect(refusal(await unfreeze(rita))).toBe('proposal_pending')
  const accept = (as: { token: string }) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })
  expect(refusal(await accept(sue))).toBe('proposal_own')
  expect(refusal(await accept(fin))).toBe('operator_not_allowed')
  const answers = await Promise.all(Array.from({ length: 32 }, () => accept(rita)))
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)
  const member = ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  expect(member.frozen_at).toBeNull()
})
