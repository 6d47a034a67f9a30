import type { Sweep } from '#platform/jobs.ts'

import { payAwards } from './campaign.awards.ts'
import { closeCampaigns, endCampaigns } from './campaign.end.ts'
import { addUpInvites } from './campaign.invites.ts'
import { dropCampaigns } from './campaign.publish.ts'

/** After the sweep that closes runs: a run that ends makes an invite count. */
export const campaignSweeps: readonly Sweep[] = [
  { name: 'add up invites', run: (tx) => addUpInvites(tx) },
  { name: 'end campaigns', run: (tx, { now }) => endCampaigns(tx, now) },
  { name: 'pay prizes', run: payAwards },
  { name: 'close campaigns', run: closeCampaigns },
  { name: 'drop campaigns nobody accepted', run: (tx, { now }) => dropCampaigns(tx, now) },
]
