import type { readCase } from '@btbc/contract/operator/case.ts'
import { sayDeed } from '@btbc/contract/operator/deeds.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import type { QueueName } from '@btbc/contract/operator/rights.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { dateTime, money } from '#format.ts'

type CaseFrameProps<Data> = {
  name: string
  query: UseQueryResult<Data>
  onClose: () => void
  children: (found: Data) => ReactNode
}

/** The open case beside its queue; on a phone, instead of it. */
export function CaseFrame<Data>({ name, query, onClose, children }: CaseFrameProps<Data>) {
  return (
    <section aria-label={name} className="min-w-0">
      <button
        type="button"
        onClick={onClose}
        className="press mb-2 inline-flex min-h-11 items-center gap-2 text-ac lg:hidden"
      >
        <ArrowLeft size={18} aria-hidden />
        {say('desk.back')}
      </button>
      <Loaded query={query} height="h-96">
        {(found) => <div className="card grid grid-cols-1 gap-5 p-4 lg:p-6">{children(found)}</div>}
      </Loaded>
    </section>
  )
}

type CaseHeadProps = {
  title: string
  tone: ComponentProps<typeof StatusPill>['tone']
  state: string
  amount: string | null
  currency: number | null
  /** Whose it is, and since when. */
  children: ReactNode
}

/** What it is about, where it stands, how much. It takes the focus when the case opens. */
export function CaseHead({ title, tone, state, amount, currency, children }: CaseHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
            {title}
          </h2>
          <div className="wrap-anywhere text-mut">{children}</div>
        </div>
        <span className="shrink-0">
          <StatusPill tone={tone}>{state}</StatusPill>
        </span>
      </div>
      {amount !== null && currency !== null && (
        <p className="num text-amount font-semibold">
          <span aria-hidden className="text-test">
            ◇{' '}
          </span>
          {money(amount, currency)}
        </p>
      )}
    </>
  )
}

/** A part of a case under its own name. */
export function CasePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-1.5">
      <h3 className="text-small text-mut">{title}</h3>
      {children}
    </section>
  )
}

type HistoryProps = {
  lines: Answer<typeof readCase>['history']
  /** Of which queue. */
  queue?: QueueName
}

export function History({ lines, queue }: HistoryProps) {
  if (lines.length === 0) return null
  return (
    <CasePart title={say('desk.history')}>
      <ol className="grid gap-1 text-small">
        {lines.map((line) => (
          <li key={`${line.at} ${line.action}`} className="wrap-anywhere">
            <span className="num text-sub">{dateTime(line.at)}</span> · {line.operator.name} ·{' '}
            {sayDeed({ ...line, queue })}
            {line.reason !== '' && `: “${line.reason}”`}
          </li>
        ))}
      </ol>
    </CasePart>
  )
}
