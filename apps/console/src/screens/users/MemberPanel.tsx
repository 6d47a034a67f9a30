import { Banner } from '@btbc/ui/Banner.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { ProposalCard } from '#desk/Proposals.tsx'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { dateTime, money } from '#format.ts'
import { type Column, Table } from '#shell/Table.tsx'

type Member = Answer<'/member'>
type Balance = Member['balances'][number]

const wallets: Readonly<Record<string, string>> = {
  change: 'Spot',
  legal: 'P2P',
  lever: 'Earn',
  micro: 'Rewards',
}

const columns: Column<Balance>[] = [
  { id: 'wallet', header: 'Wallet', accessorFn: (row) => wallets[row.wallet] ?? row.wallet },
  {
    id: 'available',
    header: 'Available',
    accessorFn: (row) => Number(row.available),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.available, original.currency),
  },
  {
    id: 'held',
    header: 'Held',
    accessorFn: (row) => Number(row.held),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.held, original.currency),
  },
]

/** One member. There is nothing here that edits a balance: no such call exists. */
export function MemberPanel({ id }: { id: number }) {
  const query = useCall('/member', { id })
  return (
    <section aria-label={`Member ${id}`} className="min-w-0">
      <Loaded query={query} height="h-96">
        {(member) => (
          <div className="grid gap-4">
            <div className="card grid gap-4 p-4 lg:p-6">
              <h2 className="text-section font-semibold">{member.name}</h2>
              <KeyValue items={factsOf(member)} />
            </div>
            {member.frozen_at !== null && <Frozen member={member} />}
            <Table
              caption="Balances"
              columns={columns}
              rows={member.balances}
              empty="This member has nothing."
            />
          </div>
        )}
      </Loaded>
    </section>
  )
}

function factsOf(member: Member) {
  return [
    { label: 'Member', value: member.id },
    { label: 'Account number', value: member.account_number },
    { label: 'Country', value: member.country },
    { label: 'Joined', value: dateTime(member.joined_at) },
    {
      label: 'Mail or phone proved',
      value: member.verified_at === null ? 'no' : dateTime(member.verified_at),
    },
    { label: 'Identity', value: member.identity },
    { label: 'Open sessions', value: member.sessions },
    {
      label: 'Withdrawals wait until',
      value: member.withdrawals_held_until === null ? '—' : dateTime(member.withdrawals_held_until),
    },
  ]
}

function Frozen({ member }: { member: Member }) {
  const { proposal, frozen_at: frozenAt } = member
  return (
    <>
      <Banner tone="warn">
        The owner froze this account {frozenAt === null ? '' : dateTime(frozenAt)}. Withdrawals,
        keys and logins from elsewhere are off.
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
  const { mutateAsync } = useAct('/member/unfreeze')
  return (
    <div className="card p-4">
      <ProposeForm
        label="Why this account may be unfrozen, for the audit log"
        button="Propose to unfreeze"
        onPropose={(reason) => mutateAsync({ id, reason })}
      >
        What happens next: another operator has to accept.
      </ProposeForm>
    </div>
  )
}
