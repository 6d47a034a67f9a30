import { readCase } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { CasePictures } from '#desk/CasePictures.tsx'
import { DecisionBar } from '#desk/DecisionBar.tsx'
import { dateTime, money } from '#format.ts'

type Case = Answer<typeof readCase>

type CasePanelProps = { queue: Case['queue']; id: number; onClose: () => void }

const tones = { waiting: 'waiting', accepted: 'good', rejected: 'bad', cancelled: 'idle' } as const

/** One case: what is known, its pictures, who did what, and the decision. */
export function CasePanel({ queue, id, onClose }: CasePanelProps) {
  const query = useCall(readCase, { queue, id })
  return (
    <section aria-label={say('desk.case', { id })} className="min-w-0">
      <button
        type="button"
        onClick={onClose}
        className="press mb-2 inline-flex min-h-11 items-center gap-2 text-ac lg:hidden"
      >
        <ArrowLeft size={18} aria-hidden />
        {say('desk.back')}
      </button>
      <Loaded query={query} height="h-96">
        {(found) => <CaseBody found={found} />}
      </Loaded>
    </section>
  )
}

function CaseBody({ found }: { found: Case }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="card grid grid-cols-1 gap-5 p-4 lg:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
            {found.title}
          </h2>
          <p className="text-mut">
            {say('desk.who', {
              name: found.member,
              id: found.member_id,
              at: dateTime(found.opened_at),
            })}
          </p>
        </div>
        <StatusPill tone={tones[found.state]}>{found.state}</StatusPill>
      </div>
      {found.amount !== null && found.currency !== null && (
        <p className="num text-amount font-semibold">
          <span aria-hidden className="text-test">
            ◇{' '}
          </span>
          {money(found.amount, found.currency)}
        </p>
      )}
      <Facts facts={found.facts} />
      {found.pictures.length > 0 && <CasePictures found={found} />}
      <ProposalNote found={found} />
      <History lines={found.history} />
      {found.state === 'waiting' && <DecisionBar found={found} />}
    </div>
  )
}

function Facts({ facts }: { facts: Case['facts'] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid sm:contents">
          <dt className="text-small text-mut sm:py-0.5">{label}</dt>
          <dd className="num min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Four eyes: who has agreed, and whose turn it is. */
function ProposalNote({ found }: { found: Case }) {
  const { proposal, needs_two: needsTwo, state } = found
  if (state !== 'waiting') return null
  if (proposal?.state === 'pending') {
    return (
      <Banner tone="warn">
        {say('desk.firstAccepted', {
          name: proposal.made_by.name,
          at: dateTime(proposal.made_at),
          reason: proposal.reason,
          end: dateTime(proposal.expires_at),
        })}
      </Banner>
    )
  }
  if (!needsTwo) return null
  return <Banner>{say('desk.takesTwo')}</Banner>
}

function History({ lines }: { lines: Case['history'] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-small text-mut">{say('desk.history')}</h3>
      <ol className="grid gap-1 text-small">
        {lines.map((line) => (
          <li key={`${line.at} ${line.action}`}>
            <span className="num text-sub">{dateTime(line.at)}</span> · {line.operator.name} ·{' '}
            {line.action}
            {line.reason !== '' && `: “${line.reason}”`}
          </li>
        ))}
      </ol>
    </div>
  )
}
