import { say } from '@btbc/contract/operator/operator-text.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import { useRef, useState } from 'react'

import type { Ask } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { type Decision, type Proposal, ProposalCard } from '#desk/Proposals.tsx'
import { useShortcuts } from '#desk/shortcuts.ts'
import { ShortcutSwitch } from '#desk/ShortcutSwitch.tsx'
import { Pager } from '#shell/Pager.tsx'

const SHOWN = 20

/** The newest of a desk's own kinds. */
export function ProposalsOf({ kinds }: { kinds: readonly Proposal['kind'][] }) {
  return <ProposalList of={{ kinds: kinds.join(',') }} empty={say('pools.nothing')} />
}

type Which = Pick<Ask<typeof listProposals>, 'kinds' | 'state'>

/** J and K go from one to the next; A and R begin the reason, and Ctrl with Enter ends it so. */
export function ProposalList({ of, empty }: { of: Which; empty: string }) {
  const [page, setPage] = useState(1)
  const [meant, setMeant] = useState<Decision>('accept')
  const proposals = useCall(listProposals, { ...of, page, limit: SHOWN })
  const region = useRef<HTMLDivElement>(null)

  const cards = () => [...(region.current?.querySelectorAll<HTMLElement>('article') ?? [])]
  const here = () => cards().findIndex((card) => card.contains(document.activeElement))
  const step = (by: 1 | -1) => {
    const at = here()
    const next = at === -1 ? cards().at(by === 1 ? 0 : -1) : cards()[at + by]
    next?.focus()
  }
  const begin = (decision: Decision) => () => {
    setMeant(decision)
    const card = cards()[here()] ?? region.current
    card?.querySelector('textarea')?.focus()
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    a: begin('accept'),
    r: begin('reject'),
  })
  return (
    <Loaded query={proposals}>
      {({ list, total }) => (
        <div ref={region} className="grid gap-3">
          {list.length === 0 && <p className="text-mut">{empty}</p>}
          {list.map((each) => (
            <ProposalCard key={each.id} proposal={each} meant={meant} />
          ))}
          <Pager page={page} limit={SHOWN} total={total} onPage={setPage} />
          {list.length > 0 && <ShortcutSwitch />}
        </div>
      )}
    </Loaded>
  )
}
