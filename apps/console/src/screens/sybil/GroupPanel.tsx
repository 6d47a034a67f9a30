import { say } from '@btbc/contract/operator/operator-text.ts'
import { readGroup } from '@btbc/contract/operator/sybil.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { CaseFrame, CaseHead, CasePart, History } from '#desk/CaseFrame.tsx'
import { MemberLink } from '#desk/MemberLink.tsx'
import { StandingProposal } from '#desk/StandingProposal.tsx'
import { dateTime } from '#format.ts'
import { DecideGroup } from '#screens/sybil/DecideGroup.tsx'

export type Group = Answer<typeof readGroup>

const tones = { found: 'waiting', held: 'bad', dismissed: 'idle', released: 'good' } as const
const states = {
  found: say('sybil.found'),
  held: say('sybil.held'),
  dismissed: say('sybil.dismissed'),
  released: say('sybil.released'),
} as const

const signs = {
  payee: 'sybil.payee',
  network: 'sybil.network',
  device: 'sybil.device',
  joined: 'sybil.joined',
  started: 'sybil.started',
  invited: 'sybil.invited',
} as const

/** One group: why it was found, who is in it, and what people make of it. */
export function GroupPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useCall(readGroup, { id })
  return (
    <CaseFrame name={say('sybil.group', { id })} query={query} onClose={onClose}>
      {(group) => (
        <>
          <CaseHead
            title={say('sybil.head', { id, size: group.size })}
            tone={tones[group.state]}
            state={states[group.state]}
            amount={null}
            currency={null}
          >
            {say(group.high ? 'sybil.scoreHigh' : 'sybil.score', { score: group.score })} ·{' '}
            {say('sybil.looked', { at: dateTime(group.looked_at) })}
          </CaseHead>
          {group.grown_of !== null && (
            <Banner tone="warn">
              {say('sybil.grownOf', { id: group.grown_of, size: group.size })}
            </Banner>
          )}
          <Reasons group={group} />
          <Members group={group} />
          <History lines={group.history} />
          <StandingProposal proposal={group.proposal} />
          <DecideGroup group={group} />
        </>
      )}
    </CaseFrame>
  )
}

function Reasons({ group: { reasons, counted } }: { group: Group }) {
  return (
    <CasePart title={say('sybil.reasons')}>
      <ul className="grid gap-1.5">
        {reasons.map(({ sign, count, points }) => (
          <li key={sign} className="flex items-baseline justify-between gap-4">
            <span>{say(signs[sign], { count, size: counted })}</span>
            <span className="num shrink-0 text-mut">{say('sybil.points', { points })}</span>
          </li>
        ))}
      </ul>
      <p className="text-small text-mut">{say('sybil.friends')}</p>
    </CasePart>
  )
}

function Members({ group: { members, size } }: { group: Group }) {
  return (
    <CasePart title={say('sybil.members')}>
      <ul className="grid max-h-72 gap-1 overflow-y-auto">
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <MemberLink id={member.id}>
              {say('sybil.member', { id: member.id, name: member.name })}
            </MemberLink>
            <span className="num text-small text-mut">{dateTime(member.joined_at)}</span>
          </li>
        ))}
      </ul>
      {members.length < size && (
        <p className="text-small text-mut">{say('sybil.more', { shown: members.length, size })}</p>
      )}
    </CasePart>
  )
}
