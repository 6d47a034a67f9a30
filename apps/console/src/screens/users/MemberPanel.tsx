import { inspectMember } from '@btbc/contract/operator/member.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { currencies } from '@btbc/money/currency.ts'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { useEffect, useRef } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { dateTime, money } from '#format.ts'
import { AgentForm } from '#screens/users/AgentForm.tsx'
import { CountryForm } from '#screens/users/CountryForm.tsx'
import { EndedOrders } from '#screens/users/EndedOrders.tsx'
import { Factors } from '#screens/users/Factors.tsx'
import { Freezing } from '#screens/users/Freezing.tsx'
import { Notes } from '#screens/users/Notes.tsx'
import { Selling } from '#screens/users/Selling.tsx'
import { Sessions } from '#screens/users/Sessions.tsx'
import { Timeline } from '#screens/users/Timeline.tsx'
import { arriveAt } from '#shell/focus.ts'
import { Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

export type Member = Answer<typeof inspectMember>
type Balance = Member['balances'][number]

const wallets: Readonly<Record<string, string>> = {
  change: say('users.spot'),
  legal: say('users.p2p'),
  lever: say('users.earn'),
  micro: say('users.rewards'),
  unclaimed: say('users.unclaimed'),
  launches: say('users.launches'),
  points: say('users.points'),
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
              <Name>{member.name}</Name>
              <KeyValue items={factsOf(member)} />
            </div>
            <Section title={say('users.balances')}>
              <Table
                caption={say('users.balances')}
                columns={columns}
                rows={member.balances}
                empty={say('users.nothing')}
              />
            </Section>
            <Freezing member={member} />
            <Factors member={member} />
            <Selling member={member} />
            <Notes member={member} />
            <Sessions member={member} />
            {member.may_freeze && <CountryForm member={member} />}
            {member.may_freeze && <AgentForm member={member} />}
            <EndedOrders key={`orders ${id}`} id={id} />
            <Timeline id={id} />
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** It takes the focus when the member is opened. */
function Name({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (heading.current) arriveAt(heading.current)
  }, [])
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className="scroll-mt-12 text-section font-semibold wrap-anywhere outline-none"
    >
      {children}
    </h2>
  )
}

function factsOf(member: Member) {
  const usdt = (amount: string) => money(amount, currencies.USDT.id)
  return [
    { label: say('users.member'), value: member.id },
    { label: say('users.accountNumber'), value: member.account_number },
    { label: say('users.country'), value: member.country },
    { label: say('users.joined'), value: dateTime(member.joined_at) },
    {
      label: say('users.proved'),
      value: member.verified_at === null ? say('users.no') : dateTime(member.verified_at),
    },
    {
      label: say('users.welcome'),
      value:
        member.welcome === null
          ? say('users.no')
          : say('users.welcomeOf', {
              amount: money(member.welcome.btbc, currencies.BTBC.id),
              starts: member.welcome.launches,
              at: dateTime(member.welcome.at),
            }),
    },
    {
      label: say('shell.identity'),
      value:
        member.identity_at === null
          ? say('users.identityState', { state: member.identity })
          : say('users.identityCovers', { at: dateTime(member.identity_at) }),
    },
    {
      label: say('users.factors'),
      value: say('users.factorsOf', {
        passkeys: member.factors.passkeys,
        totp: say(member.factors.totp ? 'users.yes' : 'users.no'),
        codes: member.factors.recovery_codes,
      }),
    },
    {
      label: say('users.sells'),
      value: say(member.selling.is_seller ? 'users.yes' : 'users.no'),
    },
    { label: say('users.dayLeft'), value: usdt(member.limits.day_left) },
    { label: say('users.monthLeft'), value: usdt(member.limits.month_left) },
    {
      label: say('users.waitUntil'),
      value: member.withdrawals_held_until === null ? '—' : dateTime(member.withdrawals_held_until),
    },
  ]
}
