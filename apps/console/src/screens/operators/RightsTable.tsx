import { kindNames } from '@btbc/contract/operator/deeds.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposalRoles, queueNames, queueRoles } from '@btbc/contract/operator/rights.ts'

import { type Column, Table } from '#shell/Table.tsx'

type Right = { what: string; who: string }

const rights: readonly Right[] = [
  ...queueNames.map((queue) => ({
    what: say('operators.decides', { queue: queue.replaceAll('_', ' ') }),
    who: queueRoles[queue].join(', '),
  })),
  ...(Object.keys(kindNames) as (keyof typeof kindNames)[]).map((kind) => ({
    what: say('operators.proposes', { kind: kindNames[kind] }),
    who: proposalRoles[kind].join(', '),
  })),
]

const columns: Column<Right>[] = [
  { id: 'what', header: say('operators.right'), accessorFn: (row) => row.what },
  { id: 'who', header: say('operators.who'), accessorFn: (row) => row.who },
]

/** Who may do what: the very table that the server goes by. */
export function RightsTable() {
  return <Table caption={say('operators.rights')} columns={columns} rows={rights} empty="" />
}
