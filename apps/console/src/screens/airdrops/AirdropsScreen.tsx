import { listAirdrops } from '@btbc/contract/operator/airdrop.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { count, dateTime, money } from '#format.ts'
import { AirdropForm } from '#screens/airdrops/AirdropForm.tsx'
import { MembersOf, type Which } from '#screens/airdrops/MembersOf.tsx'
import { Columns } from '#shell/Columns.tsx'
import { Opened } from '#shell/Opened.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

export type Airdrop = Answer<typeof listAirdrops>['list'][number]

const PER_PAGE = 20

const columns: Column<Airdrop>[] = [
  { id: 'state', header: say('airdrops.state'), accessorFn: (row) => row.state },
  {
    id: 'each',
    header: say('airdrops.each'),
    accessorFn: (row) => Number(row.amount),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.amount, original.currency),
  },
  {
    id: 'total',
    header: say('airdrops.total'),
    accessorFn: (row) => Number(row.total),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.total, original.currency),
  },
  {
    id: 'given',
    header: say('airdrops.given'),
    accessorFn: (row) => row.given,
    cell: ({ row: { original } }) => `${count(original.given)} / ${count(original.members)}`,
  },
  { id: 'held', header: say('airdrops.held'), accessorFn: (row) => row.held },
]

type Chosen = { airdrop: Airdrop; which: Which }

/** What was given to whom, and proposing one more. */
export function AirdropsScreen() {
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<Chosen>()
  const airdrops = useCall(listAirdrops, { page, limit: PER_PAGE })
  return (
    <Page title={say('shell.airdrops')} lead={say('airdrops.lead')}>
      <Columns
        aside={
          <>
            <Section title={say('airdrops.publish')}>
              <AirdropForm />
            </Section>
            <Section title={say('airdrops.proposals')}>
              <ProposalsOf kinds={['airdrop.publish']} />
            </Section>
          </>
        }
      >
        <Section title={say('airdrops.soFar')}>
          <Loaded query={airdrops} height="h-96">
            {({ list, total }) => (
              <>
                <Table
                  caption={say('airdrops.soFar')}
                  columns={[named(setChosen), ...columns, leftOut(setChosen)]}
                  rows={list}
                  empty={say('airdrops.none')}
                />
                <Pager page={page} limit={PER_PAGE} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </Section>
        {chosen && (
          <Members
            key={`${chosen.airdrop.id} ${chosen.which}`}
            {...chosen}
            onClose={() => setChosen(undefined)}
          />
        )}
      </Columns>
    </Page>
  )
}

const namesOf = { all: 'airdrops.membersOf', leftOut: 'airdrops.leftOutOf' } as const

/** By name: whoever accepts sees who would have it. */
function Members({ airdrop, which, onClose }: Chosen & { onClose: () => void }) {
  const title = say(namesOf[which], { title: airdrop.title })
  return (
    <Opened title={title} onClose={onClose} close={say('shell.close')}>
      <MembersOf id={airdrop.id} which={which} title={title} />
    </Opened>
  )
}

type Choose = (chosen: Chosen) => void

/** By its name: the way to its members stands beside it. The list of one that was dropped is forgotten. */
function named(choose: Choose): Column<Airdrop> {
  return {
    id: 'title',
    header: say('airdrops.name'),
    accessorFn: (row) => row.title,
    cell: ({ row: { original } }) => (
      <div className="grid min-w-52 gap-2">
        <p className="font-semibold">{original.title}</p>
        <p className="text-small text-mut">
          {original.words} · {dateTime(original.made_at)}
        </p>
        {original.state !== 'dropped' && (
          <Button
            size="medium"
            variant="ghost"
            aria-label={say('airdrops.membersOf', { title: original.title })}
            onClick={() => choose({ airdrop: original, which: 'all' })}
          >
            {say('airdrops.members')}
          </Button>
        )}
      </div>
    ),
  }
}

function leftOut(choose: Choose): Column<Airdrop> {
  return {
    id: 'leftOut',
    header: say('airdrops.leftOut'),
    accessorFn: (row) => row.left_out,
    cell: ({ row: { original } }) => {
      const members = count(original.left_out)
      return original.left_out === 0 ? (
        members
      ) : (
        <Button
          size="medium"
          variant="ghost"
          aria-label={say('airdrops.leftOutNamed', { members, title: original.title })}
          onClick={() => choose({ airdrop: original, which: 'leftOut' })}
        >
          {members}
        </Button>
      )
    },
  }
}
