import { proposeSellerEnd } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import { proposingIsOver } from '#desk/over.ts'
import { StandingProposal } from '#desk/StandingProposal.tsx'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { ProposeAbout } from '#screens/users/ProposeAbout.tsx'

/** The proposal that a seller is none any more. */
export function Selling({ member }: { member: Member }) {
  const { id, selling, may_freeze: mayPropose } = member
  const { is_seller: isSeller, proposal } = selling
  return (
    <>
      <StandingProposal proposal={proposal} />
      {mayPropose && (
        <div className="card grid p-4 empty:hidden">
          <ProposeAbout
            call={proposeSellerEnd}
            id={id}
            label={say('users.whySeller')}
            button={say('users.proposeSeller')}
            over={proposingIsOver({ isOpen: isSeller, proposal })}
            next={say('users.sellerNext')}
          />
        </div>
      )}
    </>
  )
}
