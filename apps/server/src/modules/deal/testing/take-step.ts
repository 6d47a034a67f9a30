import { randomBytes } from 'node:crypto'

import type { Heard } from '@btbc/client/client.ts'
import {
  cancelDeal,
  cancelDealTogether,
  confirmDeal,
  disputeDeal,
  openDeal,
  payDeal,
  quoteDeal,
} from '@btbc/contract/deal.ts'
import { pauseOffer, stockOffer } from '@btbc/contract/offer.ts'
import { proposeDealDecision } from '@btbc/contract/operator/dispute.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { wayNames } from '@btbc/contract/payee.ts'
import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { expect } from 'vitest'

import { callOperator } from '#testing/operators.ts'
import { newKey, ok, type TestMember } from '#testing/server.ts'
import { stepUp } from '#testing/step-up.ts'

import type { Death, Step } from './steps.ts'
import { both, memberOf, pick, toldOf, type World } from './both-worlds.ts'
import { isRunning, type PlainDeal, type Turn } from './plain-deals.ts'

/** One step, in the house and in the table. */
export async function take(world: World, each: Step): Promise<void> {
  const { plain } = world
  switch (each.do) {
    case 'buy':
      return await purchase(world, each)
    case 'wait':
      await world.pass(each.minutes)
      if (each.killed === undefined) return await world.sweep()
      return await world.sweepKilled(each.killed)
    case 'jump':
      return await world.pass(each.minutes)
    case 'down':
      return await world.stayDown(each.minutes)
    case 'stock': {
      const offer = pick(plain.offers, each.which)
      return await move(world, { offer, change: each.coins * UNIT }, each.killed)
    }
    case 'show':
      for (const offer of plain.offers) await show(world, offer, false)
      return
    case 'decide':
      return await decision(world, each)
    case 'pay':
    case 'cancel':
    case 'confirm':
    case 'cancelTogether':
    case 'dispute':
      return await turnOf(world, each)
  }
}

async function turnOf(world: World, each: Extract<Step, { as: string }>): Promise<void> {
  const { plain, members } = world
  const running = plain.deals.filter(isRunning)
  const deal = running.length > 0 ? pick(running, each.which) : plain.deals.at(-1)
  if (!deal) return
  const sides = [deal.buyer, deal.offer.seller]
  const right = each.do === 'confirm' || each.which % 3 === 0 ? deal.offer.seller : deal.buyer
  const isBuyers = each.do === 'pay' || each.do === 'cancel'
  const id =
    each.as === 'right'
      ? isBuyers
        ? deal.buyer
        : right
      : (members.find((other) => sides.includes(other.id) === (each.as === 'other'))?.id ?? right)
  const as = memberOf(world, id)
  await both(world, each.killed, {
    house: await askOf(world, each.do, { deal, as }),
    table: () => plain.turn(deal, id, each.do, world.now()),
  })
}

type Ask = (key: string) => Promise<Heard>

async function askOf(
  world: World,
  what: Turn,
  { deal: { id }, as }: { deal: PlainDeal; as: TestMember },
): Promise<Ask> {
  const { server } = world
  switch (what) {
    case 'pay': {
      const pic = await pictureOf(world, as)
      return (key) => server().call(payDeal, { id, pic }, { as, key })
    }
    case 'cancel':
      return (key) => server().call(cancelDeal, { id }, { as, key })
    case 'confirm': {
      const proof = await stepUp(server(), as, 'deal_confirm', { id: String(id) })
      return (key) => server().call(confirmDeal, { id, proof }, { as, key })
    }
    case 'cancelTogether':
      return (key) => server().call(cancelDealTogether, { id }, { as, key })
    case 'dispute':
      return (key) => server().call(disputeDeal, { id, reason: 'It is late.' }, { as, key })
  }
}

/** An upload of this member's, as it stands before it is used for anything. */
async function pictureOf(
  { db, pictures, now }: World,
  { id: memberId }: TestMember,
): Promise<string> {
  const file = randomBytes(16).toString('hex')
  await pictures.write(file, Buffer.alloc(1))
  const at = new Date(now())
  const kept = { created_at: at, sent_at: at, delete_at: new Date(now() + 60_000) }
  await db
    .insertInto('upload')
    .values({ id: file, member_id: memberId, bytes: 1, file, sealed_key: Buffer.alloc(1), ...kept })
    .execute()
  return file
}

/** One operator proposes a part for the buyer, and the other accepts it, perhaps of a server that dies. */
async function decision(world: World, each: Extract<Step, { do: 'decide' }>): Promise<void> {
  const { plain, desk, server } = world
  const deal = pick(
    plain.deals.filter(({ state }) => state === 'disputed'),
    each.which,
  )
  if (!deal) return
  const { percent } = each
  const proposed = { id: deal.id, buyer_percent: percent, reason: 'Seen' }
  const { id } = ok(await callOperator(server(), proposeDealDecision, proposed, { as: desk[0] }))
  const accepted = { id, decision: 'accept', reason: 'Seen as well' } as const
  const ask = () => callOperator(server(), decideProposal, accepted, { as: desk[1] })
  const first = each.killed === undefined ? await ask() : await world.askKilled(each.killed, ask)
  // The console asks without a key: that it was decided is heard in its own words.
  if (!first) expect(['ok', 'proposal_decided']).toContain(toldOf(await ask()))
  else expect(toldOf(first)).toBe('ok')
  expect(plain.decide(deal, BigInt(percent), world.now())).toBe('ok')
}

/** A price that was shown, perhaps an offer that is gone by then, and the purchase. */
async function purchase(world: World, each: Extract<Step, { do: 'buy' }>): Promise<void> {
  const { plain, members, server } = world
  const as = pick(members, each.who)
  if (!as) return
  const order = { buyer: as.id, fiat: each.fiat * UNIT, way: each.way }
  const wanted = { acc: String(each.fiat), pay_way: wayNames[each.way] }
  const seen = plain.match(order)
  const quote = await server().call(quoteDeal, wanted, { as })
  expect(quote.type === 'ok').toBe(seen !== undefined)
  if (!seen || quote.type !== 'ok') return
  expect(quote.message.rate).toBe(formatAmount(seen.price))
  if (each.between === 'pause') await show(world, seen, true)
  if (each.between === 'drain') await move(world, { offer: seen, change: -seen.stock }, undefined)
  const { rate } = quote.message
  await both(world, each.killed, {
    house: (key) => server().call(openDeal, { ...wanted, rate }, { as, key }),
    table: (heard) => {
      const stopped = plain.stopped(as.id, world.now())
      if (stopped !== 'ok') return stopped
      const offer = plain.match(order)
      if (offer && offer !== seen) return 'price_changed'
      if (offer) plain.open(Number(ok(heard)), order, offer, world.now())
      // Which no it is when nobody's offer fits is tested beside the matching.
      else expect(heard.type).not.toBe('ok')
      return toldOf(heard)
    },
  })
}

async function move(
  world: World,
  { offer, change }: { offer: PlainDeal['offer'] | undefined; change: bigint },
  killed: Death | undefined,
): Promise<void> {
  if (!offer || change === 0n) return
  const { plain, server } = world
  const as = memberOf(world, offer.seller)
  const moved = { id: offer.id, change: formatAmount(change) }
  await both(world, killed, {
    house: (key) => server().call(stockOffer, moved, { as, key }),
    table: () => plain.stock(offer, change),
  })
}

async function show(world: World, offer: PlainDeal['offer'], paused: boolean): Promise<void> {
  const as = memberOf(world, offer.seller)
  ok(await world.server().call(pauseOffer, { id: offer.id, paused }, { as, key: newKey() }))
  offer.isPaused = paused
}
