import { inspectMember, proposeUnfreezing } from '@btbc/contract/operator/member.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { ProposalCard } from '#desk/Proposals.tsx'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { dateTime, money } from '#format.ts'
import { Timeline } from '#screens/users/Timeline.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Member = Answer<typeof inspectMember>
type Balance = Member['balances'][number]

const wallets: Readonly<Record<string, string>> = {
  change: say('users.spot'),
  legal: say('users.p2p'),
  lever: say('users.earn'),
  micro: say('users.rewards'),
}

const columns: Column<Balance>[] = [
  {
    id: 'wallet',
    header: say('users.wallet'),
    accessorFn: (row) => wallets[row.wallet] ?? row.wallet,
  },
  {
    id: 'available',
    header: say('users.available'),
    accessorFn: (row) => Number(row.available),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.available, original.currency),
  },
  {
    id: 'held',
    header: say('users.held'),
    accessorFn: (row) => Number(row.held),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.held, original.currency),
  },
]

/** One member. There is nothing here that edits a balance: no such call exists. */
export function MemberPanel({ id }: { id: number }) {
  const query = useCall(inspectMember, { id })
  return (
    <section aria-label={say('users.memberNo', { id })} className="min-w-0">
      <Loaded query={query} height="h-96">
        {(member) => (
          <div className="grid gap-4">
            <div className="card grid gap-4 p-4 lg:p-6">
              <h2 className="text-section font-semibold">{member.name}</h2>
              <KeyValue items={factsOf(member)} />
            </div>
            {member.frozen_at !== null && <Frozen member={member} />}
            <Table
              caption={say('users.balances')}
              columns={columns}
              rows={member.balances}
              empty={say('users.nothing')}
            />
            <Timeline id={id} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

function factsOf(member: Member) {
  return [
    { label: say('users.member'), value: member.id },
    { label: say('users.accountNumber'), value: member.account_number },
    { label: say('users.country'), value: member.country },
    { label: say('users.joined'), value: dateTime(member.joined_at) },
    {
      label: say('users.proved'),
      value: member.verified_at === null ? say('users.no') : dateTime(member.verified_at),
    },
    { label: say('shell.identity'), value: member.identity },
    { label: say('users.sessions'), value: member.sessions },
    {
      label: say('users.waitUntil'),
      value: member.withdrawals_held_until === null ? '—' : dateTime(member.withdrawals_held_until),
    },
  ]
}

function Frozen({ member }: { member: Member }) {
  const { proposal, frozen_at: frozenAt } = member
  return (
    <>
      <Banner tone="warn">
        {say('users.frozen', { at: frozenAt === null ? '' : dateTime(frozenAt) })}
      </Banner>
      {proposal ? (
        <ProposalCard proposal={proposal} />
      ) : (
        member.may_unfreeze && <UnfreezeForm id={member.id} />
      )}
    </>
  )
}

function UnfreezeForm({ id }: { id: number }) {
  const { mutateAsync } = useAct(proposeUnfreezing)
  return (
    <div className="card p-4">
      <ProposeForm
        label={say('users.whyUnfreeze')}
        button={say('users.proposeUnfreeze')}
        onPropose={(reason) => mutateAsync({ id, reason })}
      >
        {say('desk.anotherAccepts')}
      </ProposeForm>
    </div>
  )
}
