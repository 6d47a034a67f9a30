// @vitest-environment jsdom
import { listCampaigns } from '@btbc/contract/campaign.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { type Campaign, CampaignScreen, type Whole } from '#screens/campaign/CampaignScreen.tsx'
import { shownAt } from '#testing/shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const prize = { high: null, most: 2, usdt_most: '3.00', btbc: '1.00', taken: 1 }
const campaign: Campaign = {
  id: 2,
  title: 'Spring',
  sample: false,
  phase: 'closed',
  rules: 'Bring friends.',
  starts_at: '2026-03-01T12:00:00.000Z',
  ends_at: '2026-03-11T12:00:00.000Z',
  vests_at: '2026-03-21T12:00:00.000Z',
  budgets: [],
  prizes: [{ ...prize, id: 7, kind: 'claim', low: 1, usdt: '3.00' }],
  entrants: 0,
  invites: 0,
  seed_hash: '00',
  seed: null,
  list_hash: null,
  drawn: null,
}
const award = { id: 1, prize: 7, currency: 3, currency_name: 'USDT', amount: '3.00' }
const mine: Whole['mine'] = {
  invites: 0,
  place: null,
  ticket: null,
  awards: [{ ...award, paid: true, pays_at: '2026-03-02T12:00:00.000Z' }],
  claims: [],
}

async function open(shown: Campaign, of = mine) {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({
      type: 'ok',
      message: url.includes(listCampaigns.path)
        ? { list: [], total: 0, page: 1, limit: 20 }
        : { campaign: shown, leaders: [], mine: of },
    }),
  )
  await shownAt(CampaignScreen, paths.campaign())
  await screen.findByText('Spring')
}

test('what is won says for what, and what is asked for when it is paid', async () => {
  await open(campaign)
  expect(screen.getAllByText('Joined the community')).toHaveLength(2)
  screen.getByText(/^1 of 2 given or asked for · 3\.00\sUSDT once accepted$/)
  cleanup()
  await open({ ...campaign, vests_at: null })
  screen.getByText(/ · 3\.00\sUSDT \+ 1\.00\sBTBC once accepted$/)
})

test('a campaign that is over says that no invite was counted, and not that none counts yet', async () => {
  await open(campaign)
  expect(screen.getAllByText('No invite was counted')).toHaveLength(2)
})

test('a prize about which nobody decides in time is not promised for ever', async () => {
  const claim = { prize: 7, state: 'waiting' as const, asks_left: 2 }
  const asked = { ...claim, decide_by: '2026-03-03T12:00:00.000Z' }
  await open({ ...campaign, phase: 'ended' }, { ...mine, claims: [asked] })
  screen.getByText(
    / and are late\. It can still be accepted until a week after the campaign has ended\.$/,
  )
})
