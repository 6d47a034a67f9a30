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
import { Opened } from '#shell/Opened.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Campaign = Answer<typeof listHouseCampaigns>['list'][number]

const SHOWN = 20

type Sum = 'budget' | 'awarded'

/** Each of them over what came of it. */
const sums = {
  budget: { name: 'campaigns.budget', of: 'returned', says: 'campaigns.ofReturned' },
  awarded: { name: 'campaigns.awarded', of: 'paid', says: 'campaigns.ofPaid' },
} as const

function sumColumn(sum: Sum): Column<Campaign> {
  const { name, of, says } = sums[sum]
  return {
    id: sum,
    header: say(name),
    // Of more than one currency there is no order.
    enableSorting: false,
    meta: { amount: true },
    cell: ({ row: { original } }) =>
      original.budgets.map(({ currency, [sum]: amount, [of]: came }) => (
        <p key={currency} className="whitespace-nowrap">
          {money(amount, currency)}
          <br />
          <span className="text-small text-mut">
            {say(says, { amount: money(came, currency) })}
          </span>
        </p>
      )),
  }
}

const columns: Column<Campaign>[] = [
  { id: 'state', header: say('campaigns.state'), accessorFn: ({ state }) => state },
  sumColumn('budget'),
  sumColumn('awarded'),
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
        {chosen && <Whole key={chosen.id} campaign={chosen} onClose={() => setChosen(undefined)} />}
      </Columns>
    </Page>
  )
}

/** Whoever accepts it reads here what it promises. */
function Whole({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const title = say('campaigns.promisesOf', { title: campaign.title })
  return (
    <Opened title={title} onClose={onClose} close={say('shell.close')}>
      <Promised id={campaign.id} title={title} />
    </Opened>
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
