import { proposeFreezing, proposeUnfreezing } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import { useAct } from '#api/query.ts'
import { ProposalCard } from '#desk/Proposals.tsx'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { dateTime } from '#format.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'

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
      {proposal && <ProposalCard proposal={proposal} />}
      {!proposal && mayFreeze && (
        <div className="card grid gap-6 p-4">
          {frozenAt !== null && <UnfreezeForm id={member.id} />}
          {!isByHouse && <FreezeForm id={member.id} />}
        </div>
      )}
    </>
  )
}

function FreezeForm({ id }: { id: number }) {
  const { mutateAsync } = useAct(proposeFreezing)
  return (
    <ProposeForm
      label={say('users.whyFreeze')}
      button={say('users.proposeFreeze')}
      onPropose={(reason) => mutateAsync({ id, reason })}
    >
      {say('users.freezeNext')}
    </ProposeForm>
  )
}

function UnfreezeForm({ id }: { id: number }) {
  const { mutateAsync } = useAct(proposeUnfreezing)
  return (
    <ProposeForm
      label={say('users.whyUnfreeze')}
      button={say('users.proposeUnfreeze')}
      onPropose={(reason) => mutateAsync({ id, reason })}
    >
      {say('desk.anotherAccepts')}
    </ProposeForm>
  )
}
