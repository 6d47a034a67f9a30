import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { addOffer } from '@btbc/contract/offer.ts'
import { confirmDeal, openDeal, payDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { addPayee, type PayWay, payWays } from '@btbc/contract/payee.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { currencies } from '@btbc/money/currency.ts'

import { giveFactors } from './factors.ts'
import { give } from './funds.ts'
import { acceptIdentity } from './identity.ts'
import { stepUp } from './step-up.ts'
import { uploaded } from './upload.ts'
import { newKey, ok, type TestMember, type TestServer } from './server.ts'

/** Sellers for tests about something else. How one becomes a seller is tested in `modules/offer`. */

export async function acceptSeller(server: TestServer, member: TestMember): Promise<void> {
  await giveFactors(server, member)
  const now = server.clock.now()
  const { id } = await server.db
    .insertInto('seller')
    .values({ member_id: member.id, asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const set = { state: 'seller', decided_at: now } as const
  await server.db.updateTable('seller').set(set).where('id', '=', id).execute()
  await server.db
    .updateTable('member')
    .set({ is_seller: true })
    .where('id', '=', member.id)
    .execute()
  for (const way of payWays) ok(await server.call(addPayee, { way }, { as: member, key: newKey() }))
}

/** A seller with an accepted identity and so many whole USDT in the P2P wallet. */
export async function joinSeller(
  server: TestServer,
  mail: string,
  coins: bigint,
): Promise<TestMember> {
  const seller = await server.join(mail)
  await acceptIdentity(server, seller)
  await acceptSeller(server, seller)
  await fillLegal(server, seller, coins)
  return seller
}

export async function fillLegal(
  server: TestServer,
  member: TestMember,
  coins: bigint,
): Promise<void> {
  const { id } = currencies.USDT
  await give(server, member.id, id, coins)
  const move = { from_field: 'change', to_field: 'legal', currency_id: id } as const
  const request = { ...move, number: String(coins) }
  ok(await server.call(transferCoins, request, { as: member, key: newKey() }))
}

/** Buys at the price of this moment; answers the number of the deal. */
export async function bought(
  server: TestServer,
  buyer: TestMember,
  order: { acc: string; pay_way: PayWay },
): Promise<number> {
  const { rate } = ok(await server.call(quoteDeal, order, { as: buyer }))
  return ok(await server.call(openDeal, { ...order, rate }, { as: buyer, key: newKey() }))
}

/** Says that a deal is paid, with a picture. */
export async function paid(server: TestServer, buyer: TestMember, id: number): Promise<void> {
  const pic = await uploaded(server, buyer, 'deal')
  ok(await server.call(payDeal, { id, pic }, { as: buyer, key: newKey() }))
}

/** The seller has the money. */
export async function confirmed(server: TestServer, seller: TestMember, id: number) {
  const proof = await stepUp(server, seller, 'deal_confirm', { id: String(id) })
  return await server.call(confirmDeal, { id, proof }, { as: seller, key: newKey() })
}

/** An offer of these terms, or of any; answers its id. */
export async function offered(
  server: TestServer,
  seller: TestMember,
  terms: Partial<RequestJson<typeof addOffer>> = {},
): Promise<number> {
  const any = { min: '100', max: '5000', ways: [...payWays] }
  const price = terms.percent === undefined ? { price: '7.2' } : {}
  const request = { ...any, ...price, ...terms }
  return ok(await server.call(addOffer, request, { as: seller, key: newKey() })).id
}
