import { proposeSellerEnd } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import { useAct } from '#api/query.ts'
import { ProposalCard } from '#desk/Proposals.tsx'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import type { Member } from '#screens/users/MemberPanel.tsx'

/** The proposal that a seller is none any more. */
export function Selling({ member }: { member: Member }) {
  const { id, selling, may_freeze: mayPropose } = member
  if (selling.proposal) return <ProposalCard proposal={selling.proposal} />
  if (!mayPropose || !selling.is_seller) return null
  return (
    <div className="card grid p-4">
      <EndForm id={id} />
    </div>
  )
}

function EndForm({ id }: { id: number }) {
  const { mutateAsync } = useAct(proposeSellerEnd)
  return (
    <ProposeForm
      label={say('users.whySeller')}
      button={say('users.proposeSeller')}
      onPropose={(reason) => mutateAsync({ id, reason })}
    >
      {say('users.sellerNext')}
    </ProposeForm>
  )
}
