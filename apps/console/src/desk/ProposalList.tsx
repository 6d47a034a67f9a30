import { say } from '@btbc/contract/operator/operator-text.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import { useRef, useState } from 'react'

import type { Ask } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import type { Decision, Proposal } from '#desk/deciding.ts'
import { ProposalCard } from '#desk/ProposalCard.tsx'
import { useShortcuts } from '#desk/shortcuts.ts'
import { ShortcutSwitch } from '#desk/ShortcutSwitch.tsx'
import { useStaying } from '#desk/useStaying.ts'
import { Pager } from '#shell/Pager.tsx'

const SHOWN = 20

/** The newest of a desk's own kinds. */
export function ProposalsOf({ kinds }: { kinds: readonly Proposal['kind'][] }) {
  return <ProposalList of={{ kinds: kinds.join(',') }} empty={say('pools.nothing')} />
}

type Which = Pick<Ask<typeof listProposals>, 'kinds' | 'state'>

export function ProposalList({ of, empty }: { of: Which; empty: string }) {
  const [page, setPage] = useState(1)
  const proposals = useCall(listProposals, { ...of, page, limit: SHOWN })
  return (
    <Loaded query={proposals}>
      {({ list, total }) => (
        <div className="grid gap-3">
          <Cards key={page} list={list} empty={empty} />
          <Pager page={page} limit={SHOWN} total={total} onPage={setPage} />
          {list.length > 0 && <ShortcutSwitch hint={say('desk.keysHint')} />}
        </div>
      )}
    </Loaded>
  )
}

/** J and K go from one to the next; A and R begin the reason, and Ctrl with Enter ends it so. */
function Cards({ list, empty }: { list: readonly Proposal[]; empty: string }) {
  const [meant, setMeant] = useState<{ id: number; decision: Decision }>()
  const { all, hold } = useStaying(list)
  const region = useRef<HTMLDivElement>(null)

  const cards = () => [...(region.current?.querySelectorAll<HTMLElement>('article') ?? [])]
  const here = () => cards().findIndex((card) => card.contains(document.activeElement))
  const step = (by: 1 | -1) => {
    const at = here()
    const next = at === -1 ? cards().at(by === 1 ? 0 : -1) : cards()[at + by]
    next?.focus()
  }
  /** At the card where one is, or else at the first that can be decided. */
  const begin = (decision: Decision) => () => {
    const at = cards()[here()] ? here() : cards().findIndex((card) => reasonIn(card))
    const chosen = all[at]
    const reason = reasonIn(cards()[at])
    if (!chosen || !reason) return
    setMeant({ id: chosen.id, decision })
    reason.focus()
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    a: begin('accept'),
    r: begin('reject'),
  })
  return (
    <div ref={region} className="grid gap-3">
      {all.length === 0 && <p className="text-mut">{empty}</p>}
      {all.map((each) => (
        <ProposalCard
          key={each.id}
          proposal={each}
          meant={meant?.id === each.id ? meant.decision : undefined}
          over={list.includes(each) ? undefined : say('desk.leftMeanwhile')}
          onHand={(isInHand) => hold(each.id, isInHand)}
        />
      ))}
    </div>
  )
}

function reasonIn(card: HTMLElement | undefined): HTMLTextAreaElement | null | undefined {
  return card?.querySelector<HTMLTextAreaElement>('textarea:not([readonly])')
}
