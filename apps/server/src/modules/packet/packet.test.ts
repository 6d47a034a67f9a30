import { createHash } from 'node:crypto'

import {
  listHousePackets,
  proposeEndingPacket,
  proposePacket,
} from '@btbc/contract/operator/packet.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { listPackets, receivePacket } from '@btbc/contract/packet.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { parseAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { storeCaptcha } from '#modules/session/captcha.ts'
import { inHouse } from '#testing/funds.ts'
import { callOperator } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

import { openDesk, publish, reason, packetAsked } from '#testing/packets.ts'
import { logIn } from '#testing/sessions.ts'

const { USDT, BTBC } = currencies

test('a packet is published by two, its last share goes to one of all who ask, and each member has one', async () => {
  const server = await startTestServer()
  const desk = await openDesk(server)
  const members = await joinMany(server, 5)
  const [ann = lost()] = members
  const receive = (as: { token: string }, code: string) =>
    server.call(receivePacket, { code }, { as, key: newKey() })
  const propose = (asked: object) =>
    callOperator(
      server,
      proposePacket,
      { ...packetAsked({ code: 'spring-26' }), ...asked },
      { as: desk.olga },
    )

  expect(refusal(await propose({ code: 'ab 1' }))).toBe('packet_code_form')
  expect(refusal(await propose({ currency: BTBC.id + 4 }))).toBe('pool_unknown')
  expect(refusal(await propose({ budget: '1000.00000002' }))).toBe('pool_source_short')
  expect(refusal(await propose({ shares: 3 }))).toBe('packet_budget')
  const proposal = ok(await propose({}))
  expect(refusal(await propose({ code: 'SPRING26' }))).toBe('packet_code_taken')
  // Nothing is set aside, and nobody can take it, before another operator has accepted.
  expect(refusal(await receive(ann, 'SPRING26'))).toBe('packet_unavailable')
  expect(await inHouse(server, 'reserve:red_packet', USDT.id)).toBe(0n)
  const accept = { id: proposal.id, decision: 'accept' as const, reason }
  expect(refusal(await callOperator(server, decideProposal, accept, { as: desk.olga }))).toBe(
    'proposal_own',
  )
  ok(await callOperator(server, decideProposal, accept, { as: desk.otto }))
  expect(await inHouse(server, 'reserve:red_packet', USDT.id)).toBe(10n * UNIT)

  expect(ok(await receive(ann, ' ｓｐｒｉｎｇ－　26'))).toEqual({
    currency: USDT.id,
    amount: '5.00000000',
  })
  expect(refusal(await receive(ann, 'SPRING26'))).toBe('packet_taken')
  const others = await Promise.all(members.slice(1).map((as) => receive(as, 'SPRING26')))
  expect(others.filter(({ type }) => type === 'ok')).toHaveLength(1)
  expect(others.filter(({ type }) => type !== 'ok').map(refusal)).toEqual(
    Array.from({ length: 3 }, () => 'packet_empty'),
  )
  const rewards = await balanceOf(server.db, memberAccount(ann.id, 'micro', USDT.id))
  expect(rewards.available).toBe(5n * UNIT)
  // One is over before all of it is taken, others are for somebody else.
  await publish(server, desk, { code: 'HALFHALF' })
  await publish(server, desk, { code: 'FORKNOWN', audience: 'verified' })
  await publish(server, desk, { code: 'NEWCOMER', audience: 'new', currency: BTBC.id })
  ok(await receive(ann, 'HALFHALF'))
  expect(refusal(await receive(ann, 'FORKNOWN'))).toBe('packet_not_for_you')
  ok(await receive(ann, 'NEWCOMER'))
  server.clock.passBusiness({ days: 1 })
  expect(refusal(await receive(members[1] ?? ann, 'HALFHALF'))).toBe('packet_ended')
  await server.app.jobs.sweep()
  expect(await inHouse(server, 'pool:red_packet', USDT.id)).toBe((1000n - 10n - 5n) * UNIT)
  expect(await inHouse(server, 'reserve:red_packet', USDT.id)).toBe(0n)
  const { list } = ok(await callOperator(server, listHousePackets, {}, { as: desk.olga }))
  expect(list.map(({ code, state, taken }) => [code, state, taken])).toEqual([
    ['NEWCOMER', 'ended', 1],
    ['FORKNOWN', 'ended', 0],
    ['HALFHALF', 'ended', 1],
    ['SPRING26', 'ended', 2],
  ])
  // Two end one before its time; who had a share keeps it.
  await publish(server, desk, { code: 'TOOEARLY' })
  ok(await receive(ann, 'TOOEARLY'))
  const newest = ok(await callOperator(server, listHousePackets, {}, { as: desk.olga })).list[0]
  const early = { id: newest?.id ?? 0, reason }
  const ending = ok(await callOperator(server, proposeEndingPacket, early, { as: desk.olga }))
  expect(ending.summary).toContain('5 USDT of it are left, 1 of 2 shares are taken')
  expect(refusal(await callOperator(server, proposeEndingPacket, early, { as: desk.otto }))).toBe(
    'proposal_pending',
  )
  const end = { ...accept, id: ending.id }
  ok(await callOperator(server, decideProposal, end, { as: desk.otto }))
  expect(refusal(await receive(members[1] ?? ann, 'TOOEARLY'))).toBe('packet_ended')
  expect(await inHouse(server, 'reserve:red_packet', USDT.id)).toBe(0n)
  expect(refusal(await callOperator(server, proposeEndingPacket, early, { as: desk.olga }))).toBe(
    'packet_not_open',
  )
  // What nobody accepts within three days leaves its code to others.
  const late = packetAsked({ code: 'SLEEPING', hours: 200 })
  ok(await callOperator(server, proposePacket, late, { as: desk.olga }))
  const short = packetAsked({ code: 'TOOSHORT', hours: 1 })
  const { id } = ok(await callOperator(server, proposePacket, short, { as: desk.olga }))
  server.clock.passBusiness({ hours: 1 })
  const tooLate = { ...accept, id }
  expect(refusal(await callOperator(server, decideProposal, tooLate, { as: desk.otto }))).toBe(
    'packet_over',
  )
  server.clock.passBusiness({ days: 3 })
  await server.app.jobs.sweep()
  await publish(server, desk, { code: 'SLEEPING' })
  const books = ok(await server.call(readSolvency)).currencies
  expect(books.every(({ agrees }) => agrees)).toBe(true)
})

test('a packet is open as much longer as the house stood still', async () => {
  const server = await startTestServer()
  const desk = await openDesk(server)
  const [ann = lost(), ben = lost()] = await joinMany(server, 2)
  const receive = (as: { token: string }) =>
    server.call(receivePacket, { code: 'SPRING26' }, { as, key: newKey() })
  await publish(server, desk, { code: 'SPRING26' })
  await server.app.jobs.sweep()
  server.clock.pass({ days: 3 })
  await server.app.jobs.sweep()
  for (const member of [ann, ben]) member.token = (await logIn(server, member, true)).token
  const [shown] = ok(await server.call(listPackets, {}, { as: ann })).list
  expect(shown?.ends_at).toBe('2026-03-05T12:00:00.000Z')
  await server.pass({ hours: 23 })
  ok(await receive(ann))
  await server.pass({ hours: 1 })
  expect(refusal(await receive(ben))).toBe('packet_ended')
})

test('whoever has a share, or comes too late for one, waits for nobody who takes theirs', async () => {
  const server = await startTestServer()
  const desk = await openDesk(server)
  const [ann = lost(), ben = lost(), cid = lost()] = await joinMany(server, 3)
  const receive = (as: { token: string }) =>
    server.call(receivePacket, { code: 'SPRING26' }, { as, key: newKey() })
  await publish(server, desk, { code: 'SPRING26' })
  ok(await receive(ann))
  const whileTaken = async (as: { token: string }) =>
    await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('red_packet').selectAll().forUpdate().execute()
      return refusal(await receive(as))
    })
  expect(await whileTaken(ann)).toBe('packet_taken')
  ok(await receive(ben))
  expect(await whileTaken(cid)).toBe('packet_empty')
})

test('random shares are the budget together, and follow from a seed that was committed and is told after the end', async () => {
  const server = await startTestServer()
  const desk = await openDesk(server)
  const members = await joinMany(server, 5)
  await publish(server, desk, {
    code: 'LUCKYDAY',
    budget: '7.00000003',
    shares: 5,
    split: 'random',
  })
  const look = async () =>
    ok(await server.call(listPackets, {}, { as: members[0] ?? lost() })).list[0]
  const before = await look()
  expect(before).toMatchObject({ seed: null, ended: false, taken: 0, mine: null })
  const amounts: bigint[] = []
  for (const as of members) {
    const { amount } = ok(await server.call(receivePacket, { code: 'LUCKYDAY' }, { as }))
    amounts.push(parseAmount(amount) ?? 0n)
  }
  expect(amounts.reduce((sum, each) => sum + each, 0n)).toBe(700_000_003n)
  expect(new Set(amounts).size).toBeGreaterThan(1)
  await server.app.jobs.sweep()
  const after = await look()
  expect(after).toMatchObject({ ended: true, left: '0.00000000', mine: { place: 0 } })
  const seed = after?.seed ?? ''
  expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(
    before?.seed_hash,
  )
  expect(amounts).toEqual(drawAgain(seed, 700_000_003n, 5))
})

test('guessed codes are counted for the member: after three a picture is asked for, after five nothing is heard', async () => {
  const server = await startTestServer()
  const desk = await openDesk(server)
  await publish(server, desk, { code: 'SPRING26' })
  const [as = lost(), other = lost()] = await joinMany(server, 2)
  const guess = (code: string, picture: object = {}) =>
    server.call(receivePacket, { code, ...picture }, { as, key: newKey(), language: 'zh' })
  const wallNow = server.clock.wallNow()
  const draw = (answer: string) =>
    server.db.transaction().execute((tx) => storeCaptcha(tx, { t: 'nonce', answer, wallNow }))
  expect(refusal(await server.call(receivePacket, {}, { as }))).toBe('packet_code_required')
  const first = await guess('WRONG1')
  expect(first).toMatchObject({ code: 'packet_unavailable', message: '红包不可用' })
  expect(refusal(await guess('WRONG2'))).toBe('packet_unavailable')
  expect(await guess('WRONG3')).toMatchObject({ details: { captcha: 1 } })
  expect(refusal(await guess('SPRING26'))).toBe('captcha_required')
  await draw('ABCDE')
  expect(refusal(await guess('SPRING26', { captcha_t: 'nonce', vercode: 'WRONG' }))).toBe(
    'captcha_wrong',
  )
  await draw('ABCDE')
  const read = { captcha_t: 'nonce', vercode: 'abcde' }
  expect(refusal(await guess('WRONG4', read))).toBe('packet_unavailable')
  await draw('ABCDE')
  expect(refusal(await guess('SPRING26', read))).toBe('packet_locked')
  ok(await server.call(receivePacket, { code: 'SPRING26' }, { as: other }))
  server.clock.pass({ minutes: 16 })
  ok(await server.call(receivePacket, { code: 'SPRING26' }, { as }))
})

async function joinMany(server: TestServer, count: number) {
  const all = []
  for (let n = 0; n < count; n += 1) all.push(await server.join(`member${n}@example.test`))
  return all
}

/** As the page on the economy says it. */
function drawAgain(seed: string, budget: bigint, shares: number): bigint[] {
  const drawn: bigint[] = []
  let left = budget
  for (let place = 0; place < shares - 1; place += 1) {
    const average = left / BigInt(shares - place)
    const low = average / 10n > 1n ? average / 10n : 1n
    const digest = createHash('sha256').update(`${seed}:${place}`).digest('hex').slice(0, 32)
    const share = low + (BigInt(`0x${digest}`) % (2n * average - 2n * low + 1n))
    drawn.push(share)
    left -= share
  }
  return [...drawn, left]
}

function lost(): never {
  throw new Error('there is no such member')
}
