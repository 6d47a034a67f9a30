import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { readProfile } from '@btbc/contract/account.ts'
import {
  claimCampaignPrize,
  listCampaigns,
  readCampaign,
  readDraw,
} from '@btbc/contract/campaign.ts'
import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { startRun } from '@btbc/contract/mining.ts'
import {
  listHouseCampaigns,
  proposeCampaign,
  readHouseCampaign,
} from '@btbc/contract/operator/campaign.ts'
import { decideCase, listCases } from '@btbc/contract/operator/case.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/durations.ts'
import { inHouse } from '#testing/funds.ts'
import { inTx } from '#testing/kills.ts'
import { callOperator, hire } from '#testing/operators.ts'
import { newKey, ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'
import { countHeldUp, holdOpen } from '#testing/waiting.ts'

import { closeCampaigns, endCampaigns } from './campaign.end.ts'

const { USDT, BTBC } = currencies
const reason = 'spring campaign'
const SCRIPT = path.resolve(import.meta.dirname, '../../../../../scripts/check-draw.js')

type Campaign = RequestJson<typeof proposeCampaign>

/** Begins now and runs for ten days, where nothing else is said. */
function campaignFrom(server: TestServer, campaign: Partial<Campaign> = {}): Campaign {
  return {
    title: 'Spring of invites',
    rules: 'Whoever invites most wins.\nTest funds only.',
    starts_at: daysFrom(server, 0),
    ends_at: daysFrom(server, 10),
    vests_at: daysFrom(server, 20),
    prizes: [
      { kind: 'place', low: 1, most: 1, usdt: '20', btbc: '80' },
      { kind: 'tier', low: 1, high: 1, most: 1, usdt: '3', btbc: '0' },
      { kind: 'invite', low: 2, most: 10, usdt: '0', btbc: '10' },
      { kind: 'draw', low: 1, high: 2, most: 1, usdt: '1', usdt_most: '10', btbc: '8' },
      { kind: 'claim', low: 1, most: 1, usdt: '0', btbc: '5' },
    ],
    reason,
    ...campaign,
  }
}

function daysFrom(server: TestServer, days: number): string {
  return new Date(server.clock.now().getTime() + days * DAY_MS).toISOString()
}

test('a campaign goes from its publishing by two to a draw that a script of its own checks, and to its last prize', async () => {
  const server = await startTestServer()
  const olga = await hire(server, 'Olga', ['finance'])
  const otto = await hire(server, 'Otto', ['finance', 'support'])
  const [ann, ben, cid] = [
    await server.join('ann@btbc.test'),
    await server.join('ben@btbc.test'),
    await server.join('cid@btbc.test'),
  ]
  const codes = new Map<number, string>()
  for (const as of [ann, ben]) {
    codes.set(as.id, ok(await server.call(readProfile, {}, { as })).extension_code)
  }
  const passDays = async (days: number) => {
    server.clock.passBusiness({ days })
    await server.app.jobs.sweep()
  }
  const look = async (as = ann) => ok(await server.call(readCampaign, {}, { as }))
  expect(await look()).toMatchObject({ campaign: null, leaders: [], mine: { invites: 0 } })

  const propose = (campaign: Partial<Campaign>) =>
    callOperator(server, proposeCampaign, campaignFrom(server, campaign), { as: olga })
  const [first] = campaignFrom(server).prizes
  const prize = first ?? lost()
  const odd: [string, Partial<Campaign>][] = [
    ['campaign_dates', { ends_at: daysFrom(server, -1) }],
    ['campaign_dates', { starts_at: daysFrom(server, 3), ends_at: daysFrom(server, 2) }],
    ['campaign_dates', { vests_at: daysFrom(server, 9) }],
    ['campaign_prizes', { prizes: [{ ...prize, usdt: '0', btbc: '0' }] }],
    ['campaign_prizes', { prizes: [{ ...prize, most: 2 }] }],
    ['campaign_draw_entrants', { prizes: [{ ...prize, kind: 'draw', high: 1 }] }],
    ['pool_source_short', { prizes: [{ ...prize, usdt: '600001' }] }],
  ]
  for (const [code, campaign] of odd) expect(refusal(await propose(campaign)), code).toBe(code)

  const made = ok(await propose({}))
  const other = ok(await propose({ title: 'At the same time' }))
  const decide = (id: number, as = otto) =>
    callOperator(server, decideProposal, { id, decision: 'accept', reason }, { as })
  // Nothing is set aside, and nobody sees it, before another operator has accepted.
  expect((await look()).campaign).toBeNull()
  expect(await inHouse(server, 'reserve:campaign', USDT.id)).toBe(0n)
  // Who accepts it reads all that was proposed.
  const { reason: _reason, prizes: _prizes, ...said } = campaignFrom(server)
  const { list: drafts } = ok(await callOperator(server, listHouseCampaigns, {}, { as: otto }))
  const promised = async (id: number) =>
    await callOperator(server, readHouseCampaign, { id }, { as: otto })
  const whole = ok(await promised(1))
  expect({ ...drafts.at(-1), ...whole }).toMatchObject(said)
  expect(whole.prizes.map(({ kind, low, high, most }) => [kind, low, high, most])).toEqual([
    ['place', 1, null, 1],
    ['tier', 1, 1, 1],
    ['invite', 2, null, 10],
    ['draw', 1, 2, 1],
    ['claim', 1, null, 1],
  ])
  expect(whole.prizes[3]).toMatchObject({
    usdt: '1.00000000',
    usdt_most: '10.00000000',
    btbc: '8.00000000',
  })
  expect(refusal(await promised(99))).toBe('campaign_not_found')
  expect(made.summary).toContain(
    'its BTBC paid 2026-03-21 12:00 UTC. Prizes: for place 1: 20 USDT and 80 BTBC, once at the most; for 1 invite: 3 USDT, once at the most; for each invite of who has 2 or more: 10 BTBC, 10 times at the most; for a draw, where 2 or more have 1 invite or more: 1 to 10 USDT and 8 BTBC, once at the most; for a claim: 5 BTBC, once at the most. Seed hash ',
  )
  expect(refusal(await decide(made.id, olga))).toBe('proposal_own')
  ok(await decide(made.id))
  expect(refusal(await decide(other.id))).toBe('campaign_overlap')
  expect(refusal(await propose({}))).toBe('campaign_overlap')
  expect(await inHouse(server, 'reserve:campaign', USDT.id)).toBe(33n * UNIT)
  expect(await inHouse(server, 'reserve:campaign', BTBC.id)).toBe(193n * UNIT)

  // Ann brings two, Ben one. A friend counts when their first run has ended, and not before.
  const invite = async (mail: string, of: { id: number }) => {
    const as = await server.join(mail, { extensionCode: codes.get(of.id) ?? '' })
    ok(await server.call(startRun, {}, { as }))
  }
  await invite('ann1@btbc.test', ann)
  await invite('ben1@btbc.test', ben)
  await passDays(2)
  // Of two with as many whoever was first is ahead, and so it is said: the places have prizes.
  expect((await look(ben)).mine).toMatchObject({ invites: 1, place: 2 })
  await invite('ann2@btbc.test', ann)
  expect((await look()).mine).toMatchObject({ invites: 1, place: 1 })
  await passDays(2)
  const { campaign, leaders, mine } = await look()
  expect(campaign).toMatchObject({ phase: 'running', entrants: 2, invites: 3, seed: null })
  expect(mine).toMatchObject({ invites: 2, place: 1, awards: [] })
  expect((await look(ben)).mine.place).toBe(2)
  expect((await look(cid)).mine).toMatchObject({ invites: 0, place: null, ticket: null })
  expect(leaders.map(({ place, invites }) => [place, invites])).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect(refusal(await server.call(readDraw, { id: 1 }))).toBe('campaign_not_over')

  // A prize that is claimed is looked at by an operator; there is one of it.
  const community = campaign?.prizes.find(({ kind }) => kind === 'claim')?.id ?? 0
  const claim = (as: { token: string }, note = 'ann in the group') =>
    server.call(claimCampaignPrize, { prize: community, note }, { as, key: newKey() })
  expect(refusal(await claim(ben, '<b>me</b>'))).toBe('text_markup')
  ok(await claim(ben))
  // Whoever gets none waits for nobody who asks for one at this moment.
  const whileAsked = async (as: { token: string }) =>
    await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('campaign_prize').selectAll().forUpdate().execute()
      return refusal(await claim(as))
    })
  expect(await whileAsked(ben)).toBe('campaign_claimed')
  expect(await whileAsked(cid)).toBe('campaign_prize_gone')
  expect(refusal(await claim(ben))).toBe('campaign_claimed')
  expect(refusal(await claim(cid))).toBe('campaign_prize_gone')
  const judge = async (decision: 'accept' | 'reject') => {
    const queue = 'campaign_claim'
    const { list } = ok(await callOperator(server, listCases, { queue }, { as: otto }))
    const id = list[0]?.id ?? 0
    const verdict = { queue, id, decision, reason: 'Not in the group' } as const
    ok(await callOperator(server, decideCase, verdict, { as: otto }))
    return refusal(await callOperator(server, decideCase, verdict, { as: otto }))
  }
  expect(await judge('reject')).toBe('case_decided')
  expect((await look(ben)).mine.claims).toEqual([
    {
      prize: community,
      state: 'refused',
      reason: 'Not in the group',
      asks_left: 2,
      decide_by: null,
    },
  ])
  ok(await claim(cid))
  await judge('accept')
  expect((await look(cid)).mine.awards).toMatchObject([{ amount: '5.00000000', paid: false }])

  // At the end the list stands and the seed is told; USDT are paid, BTBC wait for their day. Whoever
  // asked before it and waited for others until after it hears that it is over.
  const place = sql`update campaign_prize set most = 2 where id = ${community}`
  await place.execute(server.db)
  const letGo = await holdOpen(server, (tx) => place.execute(tx))
  const late = claim(ben)
  await expect.poll(() => countHeldUp(server)).toBe(1)
  // Nothing else meanwhile: nobody waits for a row for long.
  server.clock.passBusiness({ days: 6 })
  const moment = { now: server.clock.now(), wallNow: server.clock.wallNow() }
  await inTx(server, (tx) => endCampaigns(tx, moment.now))
  await inTx(server, (tx) => closeCampaigns(tx, moment))
  await letGo()
  await server.app.jobs.sweep()
  expect(refusal(await late)).toBe('campaign_not_running')
  expect(refusal(await claim(ben))).toBe('campaign_not_running')
  const after = await look()
  expect(after.campaign).toMatchObject({ phase: 'closed', drawn: true, entrants: 2 })
  expect(after.mine).toMatchObject({ place: 1, ticket: mine.ticket })
  const published = ok(await server.call(readDraw, { id: 1 }))
  expect(published.seed_hash).toBe(campaign?.seed_hash)
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, server.url, '1'])
  expect(stdout).toBe('The draw is right: 2 on the list, 1 drawn.\n')
  const drawn = published.list.find(({ won }) => won !== null)
  const won = BigInt((drawn?.won ?? '0').replace('.', ''))
  expect(won >= UNIT && won <= 10n * UNIT).toBe(true)
  const held = async (id: number, currency: 3 | 28) =>
    (await balanceOf(server.db, memberAccount(id, 'micro', currency))).available
  const luck = drawn?.ticket === mine.ticket ? ann : ben
  expect(await held(ann.id, USDT.id)).toBe(20n * UNIT + (luck === ann ? won : 0n))
  expect(await held(ben.id, USDT.id)).toBe(3n * UNIT + (luck === ben ? won : 0n))
  expect(await held(ann.id, BTBC.id)).toBe(0n)
  const vests = after.mine.awards.filter(({ paid }) => !paid)
  expect(vests.map(({ pays_at: at }) => at)).toContain('2026-03-21T12:00:00.000Z')

  // What nobody won is back; the rest is paid once, on its day.
  const house = ok(await callOperator(server, listHouseCampaigns, {}, { as: olga }))
  expect(house.list.map(({ state }) => state)).toEqual(['dropped', 'closed'])
  const [, { budgets } = lost()] = house.list
  expect(budgets[1]).toMatchObject({ budget: '193.00000000', awarded: '113.00000000' })
  expect(budgets[1]).toMatchObject({ paid: '0.00000000', returned: '80.00000000' })
  expect(await inHouse(server, 'reserve:campaign', BTBC.id)).toBe(113n * UNIT)
  await passDays(10)
  expect(await held(ann.id, BTBC.id)).toBe((80n + 20n + (luck === ann ? 8n : 0n)) * UNIT)
  expect(await held(cid.id, BTBC.id)).toBe(5n * UNIT)
  expect(await inHouse(server, 'reserve:campaign', BTBC.id)).toBe(0n)
  expect(ok(await server.call(listCampaigns, {}, { as: cid })).list).toHaveLength(1)
  expect(ok(await server.call(readSolvency)).currencies.every(({ agrees }) => agrees)).toBe(true)
})

function lost(): never {
  throw new Error('there is no such thing')
}
