import {
  claimCampaignPrize as claimCampaignPrizeCall,
  listCampaigns as listCampaignsCall,
  readCampaign as readCampaignCall,
  readDraw as readDrawCall,
} from '@btbc/contract/campaign.ts'
import {
  listHouseCampaigns as listHouseCampaignsCall,
  proposeCampaign as proposeCampaignCall,
  readHouseCampaign as readHouseCampaignCall,
} from '@btbc/contract/operator/campaign.ts'

import type { Serve } from '#http/serve.ts'
import type { ServeOperator } from '#modules/operator/index.ts'

import { claimPrize } from './campaign.claims.ts'
import { listHouseCampaigns, proposeCampaign, readHouseCampaign } from './campaign.publish.ts'
import { listCampaigns, readCampaign, readDraw } from './campaign.read.ts'

const PER_PAGE = 50

export function serveCampaigns(serve: Serve): void {
  serve(readCampaignCall, ({ tx, request: { id }, caller: { memberId }, language, now }) =>
    readCampaign(tx, { id, memberId, language, now }),
  )
  serve(listCampaignsCall, ({ tx, request: { page = 1, limit = PER_PAGE }, now }) =>
    listCampaigns(tx, { page, limit, now }),
  )
  serve(readDrawCall, ({ tx, request: { id, page = 1, limit = PER_PAGE } }) =>
    readDraw(tx, { id, page, limit }),
  )
  serve(claimCampaignPrizeCall, ({ tx, request, caller: { memberId }, now }) =>
    claimPrize(tx, { ...request, memberId, now }),
  )
}

export function serveHouseCampaigns(serve: ServeOperator): void {
  serve(listHouseCampaignsCall, ({ tx, request: { page = 1, limit = PER_PAGE } }) =>
    listHouseCampaigns(tx, { page, limit }),
  )
  serve(readHouseCampaignCall, ({ tx, request: { id } }) => readHouseCampaign(tx, id))
  serve(proposeCampaignCall, async ({ tx, request, caller, random, now, note }) => {
    const proposal = await proposeCampaign(tx, { request, caller, random, now })
    note(proposal.subject, { proposal: String(proposal.id), summary: proposal.summary })
    return proposal
  })
}
