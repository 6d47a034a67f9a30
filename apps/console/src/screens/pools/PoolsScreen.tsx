import { say } from '@btbc/contract/operator/operator-text.ts'
import { listPools } from '@btbc/contract/operator/pool.ts'
import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { money } from '#format.ts'
import { FundForm } from '#screens/pools/FundForm.tsx'
import { Columns } from '#shell/Columns.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Pool = Answer<typeof listPools>[number]

const columns: Column<Pool>[] = [
  { id: 'name', header: say('pools.name'), accessorFn: (row) => row.name.replace('_', ' ') },
  { id: 'currency', header: say('overview.currency'), accessorFn: (row) => row.currency_name },
  {
    id: 'available',
    header: say('users.available'),
    accessorFn: (row) => Number(row.available),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.available, original.currency),
  },
  {
    id: 'sources',
    header: say('pools.filledFrom'),
    accessorFn: (row) => row.sources.join(', '),
    cell: ({ row: { original } }) => (
      <span className="text-mut">
        {original.sources.length === 0 ? say('pools.source') : original.sources.join(', ')}
      </span>
    ),
  },
]

export function PoolsScreen() {
  const pools = useCall(listPools, {})
  return (
    <Page title={say('shell.pools')} lead={say('pools.lead')}>
      <Columns
        aside={
          <>
            <Section title={say('pools.fill')}>
              <Loaded query={pools}>{(list) => <FundForm pools={list} />}</Loaded>
            </Section>
            <Section title={say('pools.soFar')}>
              <ProposalsOf kinds={['pool.fund']} />
            </Section>
          </>
        }
      >
        <Section title={say('pools.setAside')}>
          <Loaded query={pools} height="h-96">
            {(list) => (
              <Table caption={say('pools.caption')} columns={columns} rows={list} empty="" />
            )}
          </Loaded>
        </Section>
      </Columns>
    </Page>
  )
}
