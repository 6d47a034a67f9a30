import { proposeFactorRemoval } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import { proposingIsOver } from '#desk/over.ts'
import { StandingProposal } from '#desk/StandingProposal.tsx'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { ProposeAbout } from '#screens/users/ProposeAbout.tsx'

/** The proposal to take off what the member confirms with: for who is shut out by it. */
export function Factors({ member }: { member: Member }) {
  const { id, factors, may_freeze: mayPropose } = member
  const { passkeys, totp, proposal } = factors
  return (
    <>
      <StandingProposal proposal={proposal} />
      {mayPropose && (
        <div className="card grid p-4 empty:hidden">
          <ProposeAbout
            call={proposeFactorRemoval}
            id={id}
            label={say('users.whyFactors')}
            button={say('users.proposeFactors')}
            over={proposingIsOver({ isOpen: passkeys > 0 || totp, proposal })}
            next={say('users.factorsNext')}
          />
        </div>
      )}
    </>
  )
}
