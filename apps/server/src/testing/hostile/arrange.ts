import { proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { readCampaign } from '@btbc/contract/campaign.ts'

import { DAY_MS } from '#platform/durations.ts'
import { callOperator } from '#testing/operators.ts'
import { type Desk, openDesk, publish, reason } from '#testing/packets.ts'
import { acceptSeller, fillLegal, offered } from '#testing/sellers.ts'
import { ok, type TestMember, type TestServer } from '#testing/server.ts'

/** What there is to be had in the house: sellers with stock, red packets, and a campaign with prizes. */

const PACKETS = 8
/** Whole USDT of each. */
export const STOCK = 20_000n

export async function openSales(
  server: TestServer,
  { sellers }: { sellers: readonly TestMember[] },
): Promise<void> {
  for (const seller of sellers) {
    await acceptSeller(server, seller)
    await fillLegal(server, seller, STOCK)
    await offered(server, seller, { stock: '10000' })
  }
}

/** Answers the codes of packets of a few shares each, and the ids of prizes that can be claimed. */
export async function openGifts(
  server: TestServer,
  [as]: readonly TestMember[],
): Promise<{ codes: string[]; prizes: number[] }> {
  const desk = await openDesk(server)
  const codes = Array.from({ length: PACKETS }, (_, n) => `HOUSE${n}`)
  const terms = { shares: 3, split: 'random', hours: 240 } as const
  for (const code of codes) await publish(server, desk, { code, ...terms })
  await openCampaign(server, desk)
  const { campaign } = ok(await server.call(readCampaign, {}, { ...(as && { as }) }))
  const claims = campaign?.prizes.filter(({ kind }) => kind === 'claim') ?? []
  return { codes, prizes: claims.map(({ id }) => id) }
}

async function openCampaign(server: TestServer, { olga, otto }: Desk): Promise<void> {
  const daysFrom = (days: number) =>
    new Date(server.clock.now().getTime() + days * DAY_MS).toISOString()
  const prize = { kind: 'claim', low: 1, usdt: '1', btbc: '5' } as const
  const terms = {
    title: 'Spring of invites',
    rules: 'Whoever invites most wins.\nTest funds only.',
    starts_at: daysFrom(0),
    ends_at: daysFrom(10),
    prizes: [1, 2, 5].map((most) => ({ ...prize, most })),
    reason,
  }
  const { id } = ok(await callOperator(server, proposeCampaign, terms, { as: olga }))
  const accepted = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, accepted, { as: otto }))
}
