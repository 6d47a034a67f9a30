import { readProfile } from '@btbc/contract/account.ts'
import { listSales, quoteDeal } from '@btbc/contract/deal.ts'
import {
  addOffer,
  applyToSell,
  editOffer,
  listOffers,
  pauseOffer,
  readSeller,
  stockOffer,
} from '@btbc/contract/offer.ts'
import { listOwnNotices } from '@btbc/contract/notice.ts'
import { decideCase, listCases, readCase } from '@btbc/contract/operator/case.ts'
import { proposeSellerEnd } from '@btbc/contract/operator/member-acts.ts'
import { LOOK } from '@btbc/contract/operator/look.ts'
import { inspectMember } from '@btbc/contract/operator/member.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { bought, confirmed, joinSeller, offered, paid } from '#testing/sellers.ts'
import { newKey, ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

const reason = 'Buyers waited for hours.'
const ORDER = { acc: '720', pay_way: 'bank' } as const

async function start() {
  const server = await startTestServer({ rateLimits: false })
  const sam = await joinSeller(server, 'sam@example.test', 1000n)
  const ben = await server.join('ben@example.test')
  const sue = await hire(server, 'Sue', ['support'])
  const rita = await hire(server, 'Rita', ['risk'])
  const as = sam
  return {
    server,
    sam,
    ben,
    sue,
    propose: (member: { id: number } = sam) =>
      callOperator(server, proposeSellerEnd, { id: member.id, reason }, { as: sue }),
    decide: (id: number, by = rita, decision: 'accept' | 'reject' = 'accept') =>
      callOperator(server, decideProposal, { id, decision, reason: 'I see the same' }, { as: by }),
    selling: async () =>
      ok(await callOperator(server, inspectMember, { id: sam.id }, { as: rita })).selling,
    me: async () => ok(await server.call(readSeller, {}, { as })),
    offers: async () => ok(await server.call(listOffers, {}, { as })).list,
    ask: () => server.call(applyToSell, {}, { as, key: newKey() }),
    pause: (id: number, paused: boolean) =>
      server.call(pauseOffer, { id, paused }, { as, key: newKey() }),
    move: (id: number, change: string) =>
      server.call(stockOffer, { id, change }, { as, key: newKey() }),
    quote: (by: TestMember) => server.call(quoteDeal, ORDER, { as: by }),
    held: async () => {
      const { held } = await balanceOf(
        server.db,
        memberAccount(sam.id, 'legal', currencies.USDT.id),
      )
      return held / UNIT
    },
  }
}

test('two operators end what a member sells: offers leave the sale, the stock stays theirs, deals go on to their end', async () => {
  const house = await start()
  const { server, sam, ben, sue } = house
  const [first, other] = [
    await offered(server, sam, { stock: '600' }),
    await offered(server, sam, { stock: '50', price: '7.3' }),
  ]
  const deal = await bought(server, ben, ORDER)
  await paid(server, ben, deal)

  expect(refusal(await house.propose(ben))).toBe('member_not_seller')
  const { id, summary } = ok(await house.propose())
  expect(summary).toContain(`s***m@example.test, member ${sam.id}, is no seller any more`)
  expect(refusal(await house.propose())).toBe('proposal_pending')
  expect(await house.selling()).toMatchObject({ is_seller: true, proposal: { id, decides: true } })
  expect(refusal(await house.decide(id, sue))).toBe('proposal_own')
  expect((await house.me()).state).toBe('seller')
  ok(await house.quote(ben))
  const answers = await Promise.all(Array.from({ length: 8 }, () => house.decide(id)))
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1)

  expect(await house.me()).toMatchObject({ state: 'ended', reason })
  expect(ok(await server.call(readProfile, {}, { as: sam })).is_seller).toBe(0)
  expect(await house.selling()).toEqual({ is_seller: false, proposal: null })
  expect(refusal(await house.propose())).toBe('member_not_seller')
  expect(refusal(await house.quote(ben))).toBe('no_seller')
  const told = ok(await server.call(listOwnNotices, {}, { as: sam })).list
  expect(JSON.stringify(told)).toContain(reason)

  const as = sam
  const terms = { price: '7.2', min: '100', max: '1000', ways: ['bank'] }
  for (const attempt of [
    () => server.call(addOffer, terms, { as, key: newKey() }),
    () => server.call(editOffer, { ...terms, id: first }, { as, key: newKey() }),
    () => house.pause(first, false),
    () => house.move(first, '1'),
  ]) {
    expect([String(attempt), refusal(await attempt())]).toEqual([String(attempt), 'not_a_seller'])
  }
  // What runs ends as it would have, and what is left is taken out.
  expect(ok(await server.call(listSales, {}, { as })).list).toMatchObject([{ id: deal }])
  ok(await confirmed(server, sam, deal))
  expect(await house.held()).toBe(550n)
  ok(await house.move(first, '-500'))
  ok(await house.move(other, '-50'))
  expect(await house.held()).toBe(0n)
  expect(await house.offers()).toMatchObject([
    { id: other, paused: true, is_live: false, stock: '0.00000000' },
    { id: first, paused: true, is_live: false, stock: '0.00000000' },
  ])
  const log = await server.db
    .selectFrom('operator_audit')
    .select(['action', 'reason'])
    .where('subject', '=', `member ${sam.id}`)
    .where('action', '<>', LOOK)
    .orderBy('position')
    .execute()
  expect(log).toEqual([
    { action: 'member.seller.end', reason },
    { action: 'proposal.decide', reason: 'I see the same' },
  ])
})

test('who sells no more asks again after a day, and once accepted shows the offers there are', async () => {
  const house = await start()
  const { server, sam, ben, sue } = house
  const offer = await offered(server, sam, { stock: '300' })
  ok(await house.decide(ok(await house.propose()).id))
  expect(refusal(await house.ask())).toBe('refused_lately')
  server.clock.passBusiness({ hours: 24 })
  ok(await house.ask())
  expect((await house.me()).state).toBe('asked')
  const { list } = ok(await callOperator(server, listCases, { queue: 'seller' }, { as: sue }))
  const id = list[0]?.id ?? 0
  const read = async () =>
    ok(await callOperator(server, readCase, { queue: 'seller', id }, { as: sue }))
  expect((await read()).facts).toContainEqual({
    label: 'Why it was refused or ended',
    value: reason,
  })
  const accept = { queue: 'seller', id, decision: 'accept', reason: 'Another try' } as const
  ok(await callOperator(server, decideCase, accept, { as: sue }))
  expect(refusal(await house.quote(ben))).toBe('no_seller')
  ok(await house.pause(offer, false))
  ok(await house.quote(ben))
  ok(await house.decide(ok(await house.propose()).id))
  expect((await read()).state).toBe('cancelled')
})

test('a rejected proposal ends nothing, and one whose seller was ended meanwhile does nothing', async () => {
  const house = await start()
  const { server, sam, ben } = house
  await offered(server, sam, { stock: '300' })
  const { id } = ok(await house.propose())
  ok(await house.decide(id, undefined, 'reject'))
  expect((await house.me()).state).toBe('seller')
  ok(await house.quote(ben))
  const { id: late } = ok(await house.propose())
  await server.db.updateTable('seller').set({ state: 'ended' }).execute()
  expect(refusal(await house.decide(late))).toBe('member_not_seller')
})

test('of an end and purchases at the same moment each is whole: who came before has a deal, who came after none', async () => {
  const house = await start()
  const { server, sam } = house
  await offered(server, sam, { stock: '300' })
  await offered(server, sam, { stock: '300', price: '7.25' })
  const buyers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => server.join(`buyer${n}@example.test`)),
  )
  const { id } = ok(await house.propose())
  const outcomes = await Promise.allSettled([
    house.decide(id),
    ...buyers.map((buyer) => bought(server, buyer, ORDER)),
    house.move((await house.offers())[0]?.id ?? 0, '1'),
  ])
  expect(outcomes[0]).toMatchObject({ value: { type: 'ok' } })
  const deals = outcomes.slice(1, -1).filter(({ status }) => status === 'fulfilled').length
  const open = await server.db.selectFrom('deal').select('id').execute()
  expect(open).toHaveLength(deals)
  expect(await house.offers()).toMatchObject([{ is_live: false }, { is_live: false }])
  expect(refusal(await house.quote(buyers[0] ?? sam))).toBe('no_seller')
})
