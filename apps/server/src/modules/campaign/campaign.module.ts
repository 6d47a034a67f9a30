import { defineModule } from '#module.ts'

import { campaignSweeps } from './campaign.jobs.ts'
import { campaignPublishing } from './campaign.publish.ts'
import { claimQueue } from './campaign.queue.ts'
import { serveCampaigns, serveHouseCampaigns } from './campaign.routes.ts'
import { openSampleCampaign } from './campaign.sample.ts'
import { campaignStandsStill } from './campaign.standstill.ts'
import { awardStates, campaignStates, claimStates } from './campaign.states.ts'

export const campaignModule = defineModule({
  seed: openSampleCampaign,
  calls({ serve, serveOperator }) {
    serveCampaigns(serve)
    serveHouseCampaigns(serveOperator)
  },
  queues: () => [claimQueue],
  proposals: () => [campaignPublishing],
  states: [campaignStates, awardStates, claimStates],
  standsStill: [campaignStandsStill],
  sweeps: () => campaignSweeps,
})
