import { findMembers, inspectMember, proposeUnfreezing } from '@btbc/contract/operator/member.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { expect, test } from 'vitest'

import { getMember } from '#modules/account/index.ts'
import { acceptIdentity } from '#testing/identity.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { ok, refusal, startTestServer } from '#testing/server.ts'

const reason = 'spoke to the owner'
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

test('a member is found by what belongs to them, shown masked, and who asked is written down', async () => {
  const server = await startTestServer({ rateLimits: false })
  const ada = await server.join('ada@example.test')
  const bob = await server.join('bob@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const fin = await hire(server, 'Fin', ['finance'])
  await acceptIdentity(server, ada)
  const addedAt = server.clock.now()
  const saved = { member_id: bob.id, address: WALLET, name: 'mine' }
  await server.db
    .insertInto('saved_address')
    .values({ ...saved, added_at: addedAt, usable_at: addedAt })
    .execute()
  const find = async (query: string, as = sue) => {
    const found = ok(await callOperator(server, findMembers, { query }, { as }))
    return found.map(({ id, by }) => [id, by])
  }
  const [{ account_number: account, extension_code: code, mobile }, paper] = [
    await getMember(server.db, ada.id),
    await server.db.selectFrom('identity').select('name').executeTakeFirstOrThrow(),
  ]
  const wants: readonly (readonly [query: string, id: number, by: string])[] = [
    ['ada@example.test', ada.id, 'mail'],
    ['ADA@ex', ada.id, 'mail'],
    ['ada', ada.id, 'mail'],
    [String(ada.id), ada.id, 'number'],
    [account, ada.id, 'account'],
    [mobile ?? '', ada.id, 'phone'],
    [code.toLowerCase(), ada.id, 'code'],
    [paper.name.slice(0, 4).toUpperCase(), ada.id, 'name'],
    [WALLET.toLowerCase(), bob.id, 'wallet'],
  ]
  for (const [query, id, by] of wants) expect(await find(query), query).toEqual([[id, by]])
  expect(await find('127.0.0.1')).toEqual([
    [ada.id, 'network'],
    [bob.id, 'network'],
  ])
  // Papers and networks are not the business of who looks after the money.
  expect(await find(paper.name, fin)).toEqual([])
  expect(await find('127.0.0.1', fin)).toEqual([])
  const nothing = ['ad', '%', '1', 'a***a@example.test', '99999999999', `0x${'ab'.repeat(32)}`]
  for (const query of nothing) expect(await find(query), query).toEqual([])
  const log = await server.db
    .selectFrom('operator_audit')
    .select(['action', 'subject', 'details'])
    .where('action', '=', 'members')
    .orderBy('position')
    .execute()
  const [first] = log
  expect(first).toEqual({
    action: 'members',
    subject: `member ${ada.id}`,
    details: { asked: 'a***a@example.test', found: String(ada.id) },
  })
  expect(log).toHaveLength(wants.length + nothing.length + 3)
  const member = ok(await callOperator(server, inspectMember, { id: ada.id }, { as: sue }))
  expect(member).toMatchObject({ identity: 'verified', frozen_at: null, sessions: 1 })
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
