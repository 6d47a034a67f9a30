import { readHouseCampaign } from '@btbc/contract/operator/campaign.ts'
import type { ReactNode } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'

/** What members will read stands before whoever accepts it, wherever that is. */
export function CampaignRules({ id, children }: { id: number; children: ReactNode }) {
  const campaign = useCall(readHouseCampaign, { id })
  return (
    <Loaded query={campaign}>
      {({ rules }) => (
        <>
          <p className="wrap-anywhere whitespace-pre-line">{rules}</p>
          {children}
        </>
      )}
    </Loaded>
  )
}
