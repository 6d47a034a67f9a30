import { say } from '@btbc/contract/operator/operator-text.ts'
import { readOverview } from '@btbc/contract/operator/reconciliation.ts'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalList } from '#desk/ProposalList.tsx'
import { Arrivals } from '#screens/overview/Arrivals.tsx'
import { Course } from '#screens/overview/Course.tsx'
import { Halted } from '#screens/overview/Halted.tsx'
import { Alerts, Reconciliation } from '#screens/overview/Reconciliation.tsx'
import { StuckNonces } from '#screens/overview/StuckNonces.tsx'
import { Stops } from '#screens/overview/Stops.tsx'
import { WhatWaits } from '#screens/overview/Waiting.tsx'
import { Columns } from '#shell/Columns.tsx'
import { Page, Section } from '#shell/Page.tsx'

export function OverviewScreen() {
  const overview = useCall(readOverview, {})
  return (
    <Page title={say('shell.overview')}>
      <div className="grid grid-cols-1 gap-6">
        <Loaded query={overview} height="h-13">
          {(data) => (
            <>
              <Alerts overview={data} />
              <Halted overview={data} />
              <StuckNonces />
              <Stops overview={data} />
            </>
          )}
        </Loaded>
        <WhatWaits />
        <Course />
        <Columns aside={<Proposals />}>
          <Loaded query={overview}>{(data) => <Reconciliation overview={data} />}</Loaded>
          {overview.data && <Arrivals overview={overview.data} />}
        </Columns>
      </div>
    </Page>
  )
}

function Proposals() {
  return (
    <div id="proposals" className="scroll-mt-10">
      <Section title={say('overview.proposals')}>
        <ProposalList of={{ state: 'pending' }} empty={say('overview.nothingProposed')} />
      </Section>
    </div>
  )
}
