import { proposeFreezing, proposeUnfreezing } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import { proposingIsOver } from '#desk/over.ts'
import { StandingProposal } from '#desk/StandingProposal.tsx'
import { dateTime } from '#format.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { ProposeAbout } from '#screens/users/ProposeAbout.tsx'

/** Whether the account is frozen, by whom, and the proposal to change that. */
export function Freezing({ member }: { member: Member }) {
  const {
    proposal,
    frozen_at: frozenAt,
    frozen_by_house: isByHouse,
    may_freeze: mayFreeze,
  } = member
  const said = isByHouse ? 'users.frozenByHouse' : 'users.frozen'
  return (
    <>
      {frozenAt !== null && <Banner tone="warn">{say(said, { at: dateTime(frozenAt) })}</Banner>}
      <StandingProposal proposal={proposal} />
      {mayFreeze && (
        <div className="card grid gap-6 p-4 empty:hidden">
          <ProposeAbout
            call={proposeUnfreezing}
            id={member.id}
            label={say('users.whyUnfreeze')}
            button={say('users.proposeUnfreeze')}
            over={proposingIsOver({ isOpen: frozenAt !== null, proposal })}
            next={say('desk.anotherAccepts')}
          />
          <ProposeAbout
            call={proposeFreezing}
            id={member.id}
            label={say('users.whyFreeze')}
            button={say('users.proposeFreeze')}
            over={proposingIsOver({ isOpen: !isByHouse, proposal })}
            next={say('users.freezeNext')}
          />
        </div>
      )}
    </>
  )
}
