import { proposeFactorRemoval } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import { ProposalCard } from '#desk/ProposalCard.tsx'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { ProposeAbout } from '#screens/users/ProposeAbout.tsx'

/** The proposal to take off what the member confirms with: for who is shut out by it. */
export function Factors({ member }: { member: Member }) {
  const { id, factors, may_freeze: mayPropose } = member
  const { passkeys, totp, proposal } = factors
  if (proposal) return <ProposalCard proposal={proposal} />
  if (!mayPropose || (passkeys === 0 && !totp)) return null
  return (
    <div className="card grid p-4">
      <ProposeAbout
        call={proposeFactorRemoval}
        id={id}
        label={say('users.whyFactors')}
        button={say('users.proposeFactors')}
        next={say('users.factorsNext')}
      />
    </div>
  )
}
