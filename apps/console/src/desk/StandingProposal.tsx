import { say } from '@btbc/contract/operator/operator-text.ts'
import { useMemo } from 'react'

import type { Proposal } from '#desk/deciding.ts'
import { ProposalCard } from '#desk/ProposalCard.tsx'
import { useStaying } from '#desk/useStaying.ts'

/** What is proposed about one thing. What is written for it stays when another decides it, or it ends. */
export function StandingProposal({ proposal }: { proposal: Proposal | null }) {
  const { all, hold } = useStandingProposal(proposal)
  return all.map((each) => (
    <ProposalCard
      key={each.id}
      proposal={each}
      over={each === proposal ? undefined : say('desk.decidedMeanwhile')}
      onHand={(isInHand) => hold(each.id, isInHand)}
    />
  ))
}

/** The proposal that stands, and those before it for which something is still being written. */
export function useStandingProposal(proposal: Proposal | null) {
  const list = useMemo(() => (proposal ? [proposal] : []), [proposal])
  return useStaying(list)
}
