import { listLeftOut } from '@btbc/contract/operator/airdrop.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

const PER_PAGE = 20

const columns: Column<Answer<typeof listLeftOut>['list'][number]>[] = [
  { id: 'id', header: say('airdrops.member'), accessorFn: (row) => row.id },
  { id: 'number', header: say('airdrops.number'), accessorFn: (row) => row.account_number },
]

/** Who was frozen when it would have been theirs. */
export function LeftOut({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const members = useCall(listLeftOut, { id, page, limit: PER_PAGE })
  return (
    <Loaded query={members}>
      {({ list, total }) => (
        <>
          <Table
            caption={say('airdrops.leftOut')}
            columns={columns}
            rows={list}
            empty={say('airdrops.nobody')}
          />
          <Pager page={page} limit={PER_PAGE} total={total} onPage={setPage} />
        </>
      )}
    </Loaded>
  )
}
