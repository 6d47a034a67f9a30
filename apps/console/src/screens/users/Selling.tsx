import { proposeSellerEnd } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import { ProposalCard } from '#desk/ProposalCard.tsx'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { ProposeAbout } from '#screens/users/ProposeAbout.tsx'

/** The proposal that a seller is none any more. */
export function Selling({ member }: { member: Member }) {
  const { id, selling, may_freeze: mayPropose } = member
  if (selling.proposal) return <ProposalCard proposal={selling.proposal} />
  if (!mayPropose || !selling.is_seller) return null
  return (
    <div className="card grid p-4">
      <ProposeAbout
        call={proposeSellerEnd}
        id={id}
        label={say('users.whySeller')}
        button={say('users.proposeSeller')}
        next={say('users.sellerNext')}
      />
    </div>
  )
}
