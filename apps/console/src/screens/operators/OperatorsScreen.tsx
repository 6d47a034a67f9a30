import { listOperators } from '@btbc/contract/operator/hiring.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { dateTime } from '#format.ts'
import { ChangeForm } from '#screens/operators/ChangeForm.tsx'
import { InviteForm } from '#screens/operators/InviteForm.tsx'
import { RightsTable } from '#screens/operators/RightsTable.tsx'
import { Columns } from '#shell/Columns.tsx'
import { Opened } from '#shell/Opened.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

export type Operator = Answer<typeof listOperators>['list'][number]

const PER_PAGE = 50

const columns: Column<Operator>[] = [
  { id: 'name', header: say('operators.name'), accessorFn: (row) => row.name },
  { id: 'mail', header: say('operators.mail'), accessorFn: (row) => row.mail },
  { id: 'roles', header: say('operators.roles'), accessorFn: (row) => row.roles.join(', ') },
  {
    id: 'since',
    header: say('operators.since'),
    accessorFn: (row) => row.created_at,
    cell: ({ row: { original } }) =>
      original.left_at === null
        ? dateTime(original.created_at)
        : say('operators.left', { at: dateTime(original.left_at) }),
  },
]

/** Who works here, as what, and letting others in; each change is proposed here and accepted by another. */
export function OperatorsScreen() {
  const [page, setPage] = useState(1)
  const operators = useCall(listOperators, { page, limit: PER_PAGE })
  const [chosen, setChosen] = useState<Operator>()
  const stop = () => setChosen(undefined)
  return (
    <Page title={say('shell.operators')} lead={say('operators.lead')}>
      <Columns
        aside={
          <>
            {chosen ? (
              <Opened
                key={chosen.id}
                title={say('operators.changeOf', { name: chosen.name })}
                onClose={stop}
                close={say('operators.back')}
              >
                <ChangeForm operator={chosen} onDone={stop} />
              </Opened>
            ) : (
              <Section title={say('operators.invite')}>
                <InviteForm />
              </Section>
            )}
            <Section title={say('operators.proposals')}>
              <ProposalsOf kinds={['operator.invite', 'operator.roles', 'operator.close']} />
            </Section>
            <Section title={say('operators.rights')}>
              <RightsTable />
            </Section>
          </>
        }
      >
        <Section title={say('operators.all')}>
          <Loaded query={operators} height="h-60">
            {({ list, total }) => (
              <>
                <Table
                  caption={say('operators.all')}
                  columns={[...columns, choosing(setChosen)]}
                  rows={list}
                  empty={say('operators.none')}
                />
                <Pager page={page} limit={PER_PAGE} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </Section>
      </Columns>
    </Page>
  )
}

function choosing(choose: (operator: Operator) => void): Column<Operator> {
  return {
    id: 'choose',
    header: say('operators.what'),
    accessorFn: (row) => row.id,
    cell: ({ row: { original } }) =>
      original.left_at === null && (
        <Button
          size="medium"
          variant="ghost"
          aria-label={say('operators.changeOf', { name: original.name })}
          onClick={() => choose(original)}
        >
          {say('operators.changeShort')}
        </Button>
      ),
  }
}
