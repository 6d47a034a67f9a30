import { claimCampaignPrize, readCampaign } from '@btbc/contract/campaign.ts'
import { proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { decideCase, listCases, readCase } from '@btbc/contract/operator/case.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/durations.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer } from '#testing/server.ts'

const reason = 'Not in the group'

test('a prize that was refused three times is not asked for again, and is there for others', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance', 'support'])
  const [ann, ben] = [await server.join('ann@btbc.test'), await server.join('ben@btbc.test')]
  const daysFrom = (days: number) =>
    new Date(server.clock.now().getTime() + days * DAY_MS).toISOString()
  const terms = {
    title: 'Spring of invites',
    rules: 'Test funds only.',
    starts_at: daysFrom(0),
    ends_at: daysFrom(10),
    prizes: [{ kind: 'claim' as const, low: 1, most: 1, usdt: '1', btbc: '0' }],
    reason,
  }
  const { id } = ok(await callOperator(server, proposeCampaign, terms, { as: olga }))
  const accepted = { id, decision: 'accept', reason } as const
  ok(await callOperator(server, decideProposal, accepted, { as: otto }))
  const look = async () => ok(await server.call(readCampaign, {}, { as: ann }))
  const prize = (await look()).campaign?.prizes[0]?.id ?? 0
  const claim = (as: { token: string }) =>
    server.call(claimCampaignPrize, { prize, note: 'ann in the group' }, { as, key: newKey() })
  const queue = 'campaign_claim'
  const waiting = async () =>
    ok(await callOperator(server, listCases, { queue }, { as: otto })).list

  const told: string[] = []
  for (const left of [2, 1, 0]) {
    expect(ok(await claim(ann)).asks_left).toBe(left)
    const [asked] = await waiting()
    const shown = { queue, id: asked?.id ?? 0 } as const
    told.push(ok(await callOperator(server, readCase, shown, { as: otto })).after_reject)
    const verdict = { ...shown, decision: 'reject', reason } as const
    ok(await callOperator(server, decideCase, verdict, { as: otto }))
    expect((await look()).mine.claims).toEqual([
      { prize, state: 'refused', reason, asks_left: left },
    ])
  }
  expect(told[1]).toContain('may ask again')
  expect(told[2]).toContain('cannot ask again')
  expect(refusal(await claim(ann))).toBe('campaign_claim_final')
  expect(await waiting()).toEqual([])
  ok(await claim(ben))
})
