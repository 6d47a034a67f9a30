import { listAirdropMembers, listLeftOut } from '@btbc/contract/operator/airdrop.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

const PER_PAGE = 20

const lists = { all: listAirdropMembers, leftOut: listLeftOut } as const
export type Which = keyof typeof lists

const columns: Column<Answer<typeof listAirdropMembers>['list'][number]>[] = [
  { id: 'id', header: say('airdrops.member'), accessorFn: (row) => row.id },
  { id: 'number', header: say('airdrops.number'), accessorFn: (row) => row.account_number },
]

/** Who was written down when it was proposed, or of them who was frozen when it would have been theirs. */
export function MembersOf({ id, which, title }: { id: number; which: Which; title: string }) {
  const [page, setPage] = useState(1)
  const members = useCall(lists[which], { id, page, limit: PER_PAGE })
  return (
    <Loaded query={members}>
      {({ list, total }) => (
        <>
          <Table caption={title} columns={columns} rows={list} empty={say('airdrops.nobody')} />
          <Pager page={page} limit={PER_PAGE} total={total} onPage={setPage} />
        </>
      )}
    </Loaded>
  )
}
