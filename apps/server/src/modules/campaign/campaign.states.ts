import { defineStates } from '#platform/state-machine.ts'

/** What a campaign, a prize that was won, and a prize that is asked for go through. */

export const campaignStates = defineStates({
  table: 'campaign',
  name: 'Campaign',
  states: {
    proposed: 'waits for another operator, nothing is set aside',
    dropped: 'nobody accepted it',
    open: 'its budget is set aside, invites count between its dates',
    ended: 'its list stands, its prizes are promised; claims may wait for an operator',
    closed: 'what nobody won is back in the pool; prizes that vest may wait for their day',
  },
  starts: ['proposed'],
  ends: ['dropped', 'closed'],
  endedAt: 'closed_at',
  transitions: {
    drop: { from: ['proposed'], to: 'dropped' },
    publish: { from: ['proposed'], to: 'open' },
    end: { from: ['open'], to: 'ended' },
    close: { from: ['ended'], to: 'closed' },
  },
})

export const awardStates = defineStates({
  table: 'campaign_award',
  name: 'Prize of a campaign',
  states: {
    promised: 'in reserve until its day',
    held: 'in reserve as long as two operators hold the rewards of its member',
    paid: 'in the Rewards wallet',
  },
  starts: ['promised'],
  ends: ['paid'],
  endedAt: 'paid_at',
  transitions: {
    pay: { from: ['promised'], to: 'paid' },
    hold: { from: ['promised'], to: 'held' },
    release: { from: ['held'], to: 'promised' },
  },
})

export const claimStates = defineStates({
  table: 'campaign_claim',
  name: 'Claim of a prize',
  states: {
    waiting: 'waits for an operator',
    accepted: 'the prize is promised',
    refused: 'not accepted; may be asked for again while the campaign runs, three times in all',
    lapsed: 'nobody decided within a week of the end',
  },
  starts: ['waiting'],
  ends: ['accepted', 'refused', 'lapsed'],
  endedAt: 'decided_at',
  transitions: {
    accept: { from: ['waiting'], to: 'accepted' },
    reject: { from: ['waiting'], to: 'refused' },
    lapse: { from: ['waiting'], to: 'lapsed' },
    ask: { from: ['refused'], to: 'waiting' },
  },
})
