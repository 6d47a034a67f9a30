import { listHouseCampaigns } from '@btbc/contract/operator/campaign.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { dateTime, money } from '#format.ts'
import { CampaignForm } from '#screens/campaigns/CampaignForm.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Campaign = Answer<typeof listHouseCampaigns>['list'][number]

const SHOWN = 20

const sums = {
  budget: 'campaigns.budget',
  awarded: 'campaigns.awarded',
  paid: 'campaigns.paid',
  returned: 'campaigns.returned',
} as const

function sumColumn(sum: keyof typeof sums): Column<Campaign> {
  return {
    id: sum,
    header: say(sums[sum]),
    accessorFn: ({ budgets }) =>
      budgets.map(({ currency, [sum]: amount }) => money(amount, currency)).join(' + '),
    meta: { amount: true },
    cell: ({ row: { original } }) =>
      original.budgets.map(({ currency, [sum]: amount }) => (
        <p key={currency} className="whitespace-nowrap">
          {money(amount, currency)}
        </p>
      )),
  }
}

const columns: Column<Campaign>[] = [
  {
    id: 'title',
    header: say('campaigns.name'),
    accessorFn: ({ title }) => title,
    cell: ({ row: { original } }) => <p className="min-w-36 font-semibold">{original.title}</p>,
  },
  { id: 'state', header: say('campaigns.state'), accessorFn: ({ state }) => state },
  sumColumn('budget'),
  sumColumn('awarded'),
  sumColumn('paid'),
  sumColumn('returned'),
  {
    id: 'starts',
    header: say('campaigns.starts'),
    accessorFn: (row) => row.starts_at,
    cell: ({ row: { original } }) => dateTime(original.starts_at),
  },
  {
    id: 'ends',
    header: say('campaigns.ends'),
    accessorFn: (row) => row.ends_at,
    cell: ({ row: { original } }) => dateTime(original.ends_at),
  },
]

/** What was published, and proposing one more. */
export function CampaignsScreen() {
  const [page, setPage] = useState(1)
  const campaigns = useCall(listHouseCampaigns, { page, limit: SHOWN })
  return (
    <Page title={say('shell.campaigns')} lead={say('campaigns.lead')}>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <Section title={say('campaigns.soFar')}>
          <Loaded query={campaigns} height="h-96">
            {({ list, total }) => (
              <>
                <Table
                  caption={say('campaigns.soFar')}
                  columns={columns}
                  rows={list}
                  empty={say('campaigns.none')}
                />
                <Pager page={page} limit={SHOWN} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </Section>
        <div className="grid content-start gap-6">
          <Section title={say('campaigns.publish')}>
            <CampaignForm />
          </Section>
          <Section title={say('campaigns.proposals')}>
            <ProposalsOf kinds={['campaign.publish']} />
          </Section>
        </div>
      </div>
    </Page>
  )
}
