import { cancelDealTogether, quoteDeal } from '@btbc/contract/deal.ts'
import { rateDeal } from '@btbc/contract/deal-standing.ts'
import { readStanding } from '@btbc/contract/account.ts'
import { readSeller } from '@btbc/contract/offer.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { bought, confirmed, joinSeller, offered, paid } from '#testing/sellers.ts'
import { newKey, ok, refusal, type TestMember, type TestServer } from '#testing/server.ts'

import { auditDealFigures, auditDeals } from './deal.audit.ts'
import { look, ORDER, start } from './testing/start.ts'

test('each side of a finished deal leaves one thumb and a line, which others read with what it stands on', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  const id = await bought(server, ben, ORDER)
  const eve = await server.join('eve@example.test')
  const rate = (as: TestMember, words: object = {}) =>
    server.call(rateDeal, { id, up: true, ...words }, { as, key: newKey() })
  const waiting = async (as: TestMember) =>
    ok(await server.call(readStanding, {}, { as })).unread.deals
  expect([await waiting(ben), await waiting(sam)]).toEqual([1, 0])
  expect(refusal(await rate(ben))).toBe('deal_unfinished')
  await paid(server, ben, id)
  expect([await waiting(ben), await waiting(sam)]).toEqual([0, 1])
  expect(refusal(await rate(ben))).toBe('deal_unfinished')
  ok(await confirmed(server, sam, id))
  expect([await waiting(ben), await waiting(sam)]).toEqual([0, 0])
  for (const [as, words, code] of [
    [eve, {}, 'deal_not_found'],
    [ben, { text: '<b>good</b>' }, 'text_markup'],
    [ben, { text: 'Call 6222 0200 1111 2222' }, 'text_account_number'],
    [ben, { text: 'x'.repeat(201) }, 'invalid_request'],
    [ben, { up: 'yes' }, 'invalid_request'],
  ] as const) {
    expect(refusal(await rate(as, words))).toBe(code)
  }
  ok(await rate(ben, { text: 'Within a minute' }))
  expect(refusal(await rate(ben, { up: false }))).toBe('deal_rated')
  ok(await rate(sam, { up: false }))
  expect(await look(server, ben, id)).toMatchObject({
    ratings: { own: { up: true, text: 'Within a minute' }, theirs: { up: false, text: '' } },
    other: { up: 1, down: 0 },
    can: { rate: false },
  })
  expect((await look(server, sam, id)).other).toMatchObject({ up: 0, down: 1 })
  expect(ok(await server.call(quoteDeal, ORDER, { as: ben })).seller).toMatchObject({
    up: 1,
    down: 0,
    lines: [{ up: true, text: 'Within a minute' }],
  })
})

test('figures of 30 days are shown from 20 deals on, decide between two at one price, and end with their day', async () => {
  const { server, sam, ben } = await start(5000n)
  const offer = await offered(server, sam, { stock: '2000' })
  const zoe = await joinSeller(server, 'zoe@example.test', 1000n)
  const newer = await offered(server, zoe, { stock: '500' })
  const id = await bought(server, ben, ORDER)
  await server.pass({ minutes: 10 })
  await paid(server, ben, id)
  await server.pass({ minutes: 7, seconds: 50 })
  ok(await confirmed(server, sam, id))
  const figures = async () => {
    await server.app.jobs.sweep()
    return ok(await server.call(readSeller, {}, { as: sam }))
  }
  const hidden = { completed_30d: null, release_minutes: null }
  expect(await figures()).toMatchObject({ deals_30d: 1, ...hidden })
  const quote = async () => ok(await server.call(quoteDeal, ORDER, { as: ben }))
  expect(await quote()).not.toHaveProperty('arrival_rate')
  const recordOf = async (of: number) =>
    (
      await server.db
        .selectFrom('offer')
        .select('record')
        .where('id', '=', of)
        .executeTakeFirstOrThrow()
    ).record
  expect([await recordOf(offer), await recordOf(newer)]).toEqual([5238, 5000])

  await splitInDispute(server, id, 18)
  expect(await figures()).toMatchObject({ deals_30d: 19, ...hidden })
  await splitInDispute(server, id, 1)
  expect(await figures()).toMatchObject({ deals_30d: 20, completed_30d: 5, release_minutes: 7 })
  expect(await quote()).toMatchObject({ arrival_rate: 5, release_minutes: 7 })
  expect(await recordOf(offer)).toBe(2750)
  expect(await recordOf(await offered(server, sam, { stock: '100' }))).toBe(2750)
  expect((await look(server, ben, await bought(server, ben, ORDER))).other.deals_30d).toBe(0)
  expect(await audited(server)).toEqual([])

  server.clock.passBusiness({ days: 31 })
  expect(await figures()).toMatchObject({ deals_30d: 0, ...hidden })
  expect(await quote()).not.toHaveProperty('arrival_rate')
  expect(await recordOf(offer)).toBe(5000)
})

test("a cancel by both is on nobody's record, and what one buyer buys on a day of one seller is there once", async () => {
  const { server, sam, ben } = await start(2000n)
  await offered(server, sam, { stock: '2000' })
  const finish = async (buyer: TestMember) => {
    const id = await bought(server, buyer, ORDER)
    await paid(server, buyer, id)
    ok(await confirmed(server, sam, id))
  }
  const counted = async () => {
    await server.app.jobs.sweep()
    expect(await audited(server)).toEqual([])
    return ok(await server.call(readSeller, {}, { as: sam })).deals_30d
  }
  const cancelled = await bought(server, ben, ORDER)
  await paid(server, ben, cancelled)
  for (const as of [sam, ben]) {
    ok(await server.call(cancelDealTogether, { id: cancelled }, { as, key: newKey() }))
  }
  expect(await counted()).toBe(0)
  await finish(ben)
  await finish(ben)
  expect(await counted()).toBe(1)
  await finish(ben)
  expect(await counted()).toBe(1)
  await finish(await server.join('eve@example.test'))
  expect(await counted()).toBe(2)
  server.clock.passBusiness({ hours: 24 })
  await finish(ben)
  expect(await counted()).toBe(3)
})

test('a confirm whose clock is behind that of the payment is a release like any other', async () => {
  const { server, sam, ben } = await start()
  await offered(server, sam, { stock: '300' })
  for (const ahead of ['0 ms', '1 ms']) {
    server.clock.passBusiness({ hours: 24 })
    const id = await bought(server, ben, ORDER)
    await paid(server, ben, id)
    await sql`update deal set paid_at = paid_at + ${ahead}::interval where id = ${id}`.execute(
      server.db,
    )
    ok(await confirmed(server, sam, id))
  }
  await server.app.jobs.sweep()
  expect(await audited(server)).toEqual([])
  const figures = server.db.selectFrom('deal_figures').select(['completed', 'release_minutes'])
  expect(await figures.where('seller_id', '=', sam.id).execute()).toEqual([
    { completed: 2, release_minutes: 0 },
  ])
})

async function audited({ db }: TestServer) {
  return [...(await auditDeals(db)), ...(await auditDealFigures(db))]
}

/** More deals like this one, of which operators gave the buyer too little to be booked. */
async function splitInDispute(server: TestServer, id: number, count: number): Promise<void> {
  const now = server.clock.now()
  await sql`
    with opened as (
      insert into deal (offer_id, seller_id, buyer_id, way, payee_id, terms, price, fiat, number,
        created_at, turn_at, due_at)
      select offer_id, seller_id, buyer_id, way, payee_id, terms, price, fiat, number, ${now}, ${now}, ${now}
      from deal, generate_series(1, ${count}::integer) where id = ${id} returning id
    ) select count(*) from opened`.execute(server.db)
  await sql`
    update deal set state = 'paid', paid_at = ${now},
      picture = (select picture from deal where id = ${id})
    where state = 'open'`.execute(server.db)
  await sql`
    update deal set state = 'disputed', disputed_at = ${now} where state = 'paid'`.execute(
    server.db,
  )
  await sql`
    update deal set state = 'split', closed_at = ${now}, due_at = null, to_buyer = 0
    where state = 'disputed'`.execute(server.db)
}
