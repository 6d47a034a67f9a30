import { listRecords } from '@btbc/contract/mining.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import {
  countAirdrop,
  listAirdropMembers,
  listAirdrops,
  listLeftOut,
  proposeAirdrop,
} from '@btbc/contract/operator/airdrop.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { checkIn, exchangePoints } from '@btbc/contract/points.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { languages } from '@btbc/contract/wire.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { drain, inHouse } from '#testing/funds.ts'
import { callOperator } from '#testing/operators.ts'
import { openDesk, reason } from '#testing/packets.ts'
import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

const { BTBC, LAUNCH, POINT } = currencies

const launches = {
  title: 'Seven more for everybody',
  group: {},
  pool: 'welcome' as const,
  currency: LAUNCH.id as number,
  amount: '7',
  members: 4,
  reason,
}

test('an airdrop is counted, proposed and accepted by two, and each of its members has it once, is told and can read it', async () => {
  const server = await startTestServer()
  const { olga, otto } = await openDesk(server)
  const [ann, bob, cid, dan] = await joinFour(server)
  const freeze = async ({ id }: { id: number }) => {
    const frozen = { frozen_at: server.clock.now(), frozen_network: '-' }
    await server.db.updateTable('member').set(frozen).where('id', '=', id).execute()
  }
  // Who is frozen when it is proposed is not in it.
  const fay = await server.join('fay@example.test')
  await freeze(fay)
  const propose = (terms: object) =>
    callOperator(server, proposeAirdrop, { ...launches, ...terms }, { as: olga })
  const accept = (id: number, as = otto) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })

  expect(refusal(await propose({ members: 9 }))).toBe('airdrop_count_differs')
  expect(refusal(await propose({ group: { accepted_identity: true } }))).toBe('airdrop_nobody')
  expect(refusal(await propose({ group: { numbers: ['999999999'] } }))).toBe(
    'airdrop_number_unknown',
  )
  expect(refusal(await propose({ group: { everybody: true } }))).toBe('unknown_field')
  expect(refusal(await propose({ pool: 'points' }))).toBe('pool_unknown')
  expect(refusal(await propose({ amount: '0.5' }))).toBe('invalid_request')
  expect(refusal(await propose({ amount: '2000000' }))).toBe('pool_source_short')
  const { words, ...figures } = ok(
    await callOperator(server, countAirdrop, count({}), { as: olga }),
  )
  expect({ words, ...figures }).toEqual({
    words: 'all members',
    members: 4,
    frozen: 1,
    total: '28.00000000',
    worth: '0.00000000',
  })
  const proposal = ok(await propose({}))
  expect(proposal.summary).toBe(
    'Airdrop “Seven more for everybody”: 7 LAUNCH for each of 4 (all members; 1 frozen are left out), 28 LAUNCH from pool:welcome',
  )
  // Who comes later is not in it, and who is frozen meanwhile is left out.
  const eve = await server.join('eve@example.test')
  await freeze(cid)
  expect(await inHouse(server, 'reserve:airdrop', LAUNCH.id)).toBe(0n)
  expect(refusal(await accept(proposal.id, olga))).toBe('proposal_own')
  const pool = await inHouse(server, 'pool:welcome', LAUNCH.id)
  ok(await accept(proposal.id))
  expect(refusal(await accept(proposal.id))).toBe('proposal_decided')
  expect(await inHouse(server, 'reserve:airdrop', LAUNCH.id)).toBe(28n)
  await server.app.jobs.sweep()
  for (const [member, has] of [
    [ann, 14n],
    [bob, 14n],
    [cid, 7n],
    [dan, 14n],
    [eve, 7n],
    [fay, 7n],
  ] as const) {
    const held = await balanceOf(server.db, memberAccount(member.id, 'launches', LAUNCH.id))
    expect(held.available).toBe(has)
  }
  expect(await inHouse(server, 'reserve:airdrop', LAUNCH.id)).toBe(0n)
  expect(await inHouse(server, 'pool:welcome', LAUNCH.id)).toBe(pool - 21n)
  const { list } = ok(await callOperator(server, listAirdrops, {}, { as: olga }))
  expect(list).toMatchObject([{ state: 'ended', given: 3, left_out: 1, total: '28.00000000' }])
  const id = list[0]?.id ?? 0
  const left = ok(await callOperator(server, listLeftOut, { id }, { as: olga }))
  expect(left).toMatchObject({ total: 1, list: [{ id: cid.id }] })
  expect(refusal(await callOperator(server, listLeftOut, { id: 99 }, { as: olga }))).toBe(
    'airdrop_not_found',
  )
  const texts = new Set<string>()
  for (const language of languages) {
    const notices = ok(await server.call(listOwnNotices, {}, { as: ann, language }))
    expect(notices.list).toMatchObject([{ kind: 'rewards', link: '/' }])
    texts.add(notices.list[0]?.text ?? '')
    const records = ok(await server.call(listRecords, { limit: 1 }, { as: ann, language }))
    expect(records.data).toMatchObject([{ value: '7.00000000', currency_name: 'LAUNCH' }])
  }
  expect(texts.size).toBe(languages.length)
  expect([...texts][0]).toBe(
    '“Seven more for everybody”: 7 starts were added to your account at BTBC. Each start is one mining run of 24 hours.',
  )
  // Nobody asked for mail about it.
  const mails = await server.db.selectFrom('outbox').select('text').execute()
  expect(mails.filter(({ text }) => text.includes('Seven more'))).toEqual([])
  expect(agreed(ok(await server.call(readSolvency)).currencies)).toBe(true)
})

test('points of an airdrop are worth what any point is, groups narrow, and what nobody accepts is forgotten', async () => {
  const server = await startTestServer()
  const { olga, otto } = await openDesk(server)
  const [ann, bob] = await joinFour(server)
  ok(await server.call(checkIn, {}, { as: ann }))
  const number = await numberOf(server, ann.id)
  const day = (days: number) =>
    new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const counted = async (group: object) => {
    const answer = await callOperator(server, countAirdrop, count(group), { as: olga })
    return answer.type === 'ok' ? answer.message.members : refusal(answer)
  }
  expect(await counted({ joined_from: day(0) })).toBe(4)
  expect(await counted({ joined_from: day(1) })).toBe('airdrop_nobody')
  expect(await counted({ joined_before: day(0) })).toBe('airdrop_nobody')
  expect(await counted({ joined_before: day(1), numbers: [number] })).toBe(1)
  expect(await counted({ active: true })).toBe('airdrop_nobody')
  expect(await counted({ team_of: number })).toBe('airdrop_nobody')
  expect(await counted({ team_of: '100000000' })).toBe('airdrop_number_unknown')

  const propose = async (terms: object) =>
    await callOperator(server, proposeAirdrop, { ...launches, ...terms }, { as: olga })
  const accept = async (id: number) =>
    await callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as: otto })
  const numbers = [number, await numberOf(server, bob.id)]
  const group = { numbers }
  const points = { group, pool: 'points', currency: POINT.id, amount: '30', members: 2 }
  const proposed = ok(await propose(points))
  // Whoever accepts it reads to whom: few are named, and all are listed.
  expect(proposed.summary).toContain(`(members with the account numbers ${numbers.join(', ')})`)
  const to = ok(await callOperator(server, listAirdropMembers, { id: 1 }, { as: otto }))
  expect(to.list.map((each) => each.account_number)).toEqual(numbers)
  const long = count({ numbers: Array.from({ length: 21 }, () => number) })
  expect(ok(await callOperator(server, countAirdrop, long, { as: olga })).words).toBe(
    'members of a list of 21 account numbers',
  )
  ok(await accept(proposed.id))
  expect(await inHouse(server, 'reserve:airdrop', BTBC.id)).toBe((6n * UNIT) / 10n)
  await server.app.jobs.sweep()
  expect(ok(await server.call(exchangePoints, { amount: 35 }, { as: ann }))).toMatchObject({
    btbc: '0.35000000',
  })
  // Who never checked in begins a row as anybody does.
  expect(ok(await server.call(checkIn, {}, { as: bob }))).toMatchObject({ points: 35, streak: 1 })
  await drain(server, 'pool:points', BTBC.id, UNIT / 2n)
  expect(refusal(await propose(points))).toBe('pool_source_short')

  const coins = { pool: 'campaign', currency: BTBC.id, amount: '0.5' }
  const late = ok(await propose(coins))
  server.clock.passBusiness({ days: 3 })
  await server.app.jobs.sweep()
  expect(refusal(await accept(late.id))).toBe('proposal_decided')
  const { list } = ok(await callOperator(server, listAirdrops, {}, { as: olga }))
  expect(list.map(({ state, words }) => [state, words])).toEqual([
    ['dropped', 'all members'],
    ['ended', `members with the account numbers ${numbers.join(', ')}`],
  ])
  expect(agreed(ok(await server.call(readSolvency)).currencies)).toBe(true)
})

test('what the pool of welcomes needs for who joins, also once more is granted, goes into no airdrop', async () => {
  const server = await startTestServer()
  const { olga, otto } = await openDesk(server)
  await joinFour(server)
  const accept = async (id: number) =>
    await callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as: otto })
  const coins = { ...launches, currency: BTBC.id, amount: '10' }
  const propose = () => callOperator(server, proposeAirdrop, coins, { as: olga })
  // Four joined in the last week: 50 BTBC for as many, and 60 once that is agreed on.
  await drain(server, 'pool:welcome', BTBC.id, 280n * UNIT - 1n)
  const { id } = ok(await propose())
  const raise = { name: 'join.welcome', value: { btbc: '60', launches: '7' }, reason }
  ok(await accept(ok(await callOperator(server, proposeSetting, raise, { as: olga })).id))
  const short = { code: 'pool_source_short', details: { needed: '280.00000000' } }
  expect(await accept(id)).toMatchObject(short)
  expect(await propose()).toMatchObject(short)
  await drain(server, 'pool:welcome', LAUNCH.id, 55n)
  const starts = await callOperator(server, proposeAirdrop, launches, { as: olga })
  expect(starts).toMatchObject({ code: 'pool_source_short', details: { needed: '56' } })
})

function count(group: object) {
  const { title: _title, members: _members, reason: _reason, ...terms } = launches
  return { ...terms, group }
}

async function joinFour(server: TestServer) {
  return [
    await server.join('ann@example.test'),
    await server.join('bob@example.test'),
    await server.join('cid@example.test'),
    await server.join('dan@example.test'),
  ] as const
}

async function numberOf(server: TestServer, id: number): Promise<string> {
  const { account_number: number } = await server.db
    .selectFrom('member')
    .select('account_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return number
}

function agreed(all: readonly { agrees: boolean | null }[]): boolean {
  return all.every(({ agrees }) => agrees === true)
}
