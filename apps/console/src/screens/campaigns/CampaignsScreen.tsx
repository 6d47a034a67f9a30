import { listHouseCampaigns } from '@btbc/contract/operator/campaign.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { dateTime, money } from '#format.ts'
import { CampaignForm } from '#screens/campaigns/CampaignForm.tsx'
import { Promised } from '#screens/campaigns/Promised.tsx'
import { Columns } from '#shell/Columns.tsx'
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
    // Of more than one currency there is no order.
    enableSorting: false,
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
  { id: 'state', header: say('campaigns.state'), accessorFn: ({ state }) => state },
  sumColumn('budget'),
  sumColumn('awarded'),
  sumColumn('paid'),
  sumColumn('returned'),
  {
    id: 'starts',
    header: say('campaigns.begins'),
    accessorFn: (row) => row.starts_at,
    cell: ({ row: { original } }) => dateTime(original.starts_at),
  },
  {
    id: 'ends',
    header: say('campaigns.over'),
    accessorFn: (row) => row.ends_at,
    cell: ({ row: { original } }) => dateTime(original.ends_at),
  },
]

/** What was published, and proposing one more. */
export function CampaignsScreen() {
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<Campaign>()
  const campaigns = useCall(listHouseCampaigns, { page, limit: SHOWN })
  return (
    <Page title={say('shell.campaigns')} lead={say('campaigns.lead')}>
      <Columns
        aside={
          <>
            <Section title={say('campaigns.publish')}>
              <CampaignForm />
            </Section>
            <Section title={say('campaigns.proposals')}>
              <ProposalsOf kinds={['campaign.publish']} />
            </Section>
          </>
        }
      >
        <Section title={say('campaigns.soFar')}>
          <Loaded query={campaigns} height="h-96">
            {({ list, total }) => (
              <>
                <Table
                  caption={say('campaigns.soFar')}
                  columns={[named(setChosen), ...columns]}
                  rows={list}
                  empty={say('campaigns.none')}
                />
                <Pager page={page} limit={SHOWN} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </Section>
        {chosen && <Opened {...chosen} />}
      </Columns>
    </Page>
  )
}

/** Whoever accepts it reads here what it promises. */
function Opened({ id, title: name }: Campaign) {
  const title = say('campaigns.promisesOf', { title: name })
  return (
    <Section title={title}>
      <Promised key={id} id={id} title={title} />
    </Section>
  )
}

/** By its name: the way to what it promises stands beside it. */
function named(choose: (campaign: Campaign) => void): Column<Campaign> {
  return {
    id: 'title',
    header: say('campaigns.name'),
    accessorFn: ({ title }) => title,
    cell: ({ row: { original } }) => (
      <div className="grid min-w-44 gap-2">
        <p className="font-semibold">{original.title}</p>
        <Button
          size="medium"
          variant="ghost"
          aria-label={say('campaigns.promisesOf', { title: original.title })}
          onClick={() => choose(original)}
        >
          {say('campaigns.promises')}
        </Button>
      </div>
    ),
  }
}
