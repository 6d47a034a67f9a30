import path from 'node:path'

import { readProfile } from '@btbc/contract/account.ts'
import { disputeDeal, openDeal, payDeal, quoteDeal, sendDealMessage } from '@btbc/contract/deal.ts'
import { openDatabase } from '@btbc/database/database.ts'
import { findRunningPostgres } from '@btbc/database/postgres.ts'

import { call, join, logIn, ok, sendPicture } from '#api.ts'
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
  const postgres = findRunningPostgres(path.join(dataDirectory, 'postgres'))
  const db = openDatabase(postgres?.url ?? '', { connectionsMax: 1 })
  await db.updateTable('session').set({ ip: '203.0.113.7' }).where('member_id', 'in', ids).execute()
  await db.destroy()
  return leader.token
}
