import { readProfile } from '@btbc/contract/account.ts'
import { sendDealMessage } from '@btbc/contract/deal-messages.ts'
import { disputeDeal, openDeal, payDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { addFeedback } from '@btbc/contract/feedback.ts'

import { call, join, logIn, ok, sendPicture } from '#api.ts'
import { inDatabase } from '#database.ts'
import type { Product } from '#product.ts'

/** What members do before operators have something to decide. */

/** Bob has paid, and asks operators before the house's own seller answers; answers the deal. */
export async function disputeOne(url: string): Promise<number> {
  const bob = { token: await logIn(url, 'bob@btbc.test', 'btbc-test-1') }
  const order = { acc: '720', pay_way: 'bank' } as const
  const { rate } = ok(await call(url, quoteDeal, order, bob))
  const id = ok(await call(url, openDeal, { ...order, rate }, bob))
  const pic = await sendPicture(url, { ...bob, purpose: 'deal' })
  ok(await call(url, payDeal, { id, pic }, bob))
  ok(await call(url, disputeDeal, { id, reason: 'I paid, see the picture.' }, bob))
  const shown = await sendPicture(url, { ...bob, purpose: 'deal' })
  ok(await call(url, sendDealMessage, { id, text: 'Here it is again.', pic: shown }, bob))
  return id
}

/** So many messages in one feedback, more than a member may write in days; answers which. */
export async function talkAtLength(
  { url, dataDirectory }: Product,
  token: string,
  count: number,
): Promise<number> {
  const { id } = ok(await call(url, addFeedback, { content: 'Is my output lost?' }, { token }))
  const member = ok(await call(url, readProfile, {}, { token, method: 'GET' }))
  const values = Array.from({ length: count }, (_, at) => ({
    feedback_id: id,
    member_id: member.id,
    at: new Date(),
    text: `Message ${at + 1}`,
  }))
  await inDatabase(
    dataDirectory,
    async (db) => await db.insertInto('feedback_message').values(values).execute(),
  )
  return id
}

/**
 * One of them invited all others; answers that one's token. All sit at this machine, where a network says
 * nothing: theirs is written down.
 */
export async function plantGroup({ url, dataDirectory }: Product, size: number): Promise<string> {
  const leader = await join(url, 'planted-1@example.test')
  const { extension_code: invite } = ok(
    await call(url, readProfile, {}, { token: leader.token, method: 'GET' }),
  )
  const mails = Array.from({ length: size - 1 }, (_, at) => `planted-${at + 2}@example.test`)
  const others = await Promise.all(mails.map((mail) => join(url, mail, invite)))
  const ids = [leader, ...others].map(({ id }) => id)
  const moved = { ip: '203.0.113.7' }
  await inDatabase(
    dataDirectory,
    async (db) =>
      await db.updateTable('session').set(moved).where('member_id', 'in', ids).execute(),
  )
  return leader.token
}
