import { readCase, readCasePicture } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { queueRoles } from '@btbc/contract/operator/rights.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { CaseFrame, CaseHead, CasePart, History } from '#desk/CaseFrame.tsx'
import { DecisionBar } from '#desk/DecisionBar.tsx'
import { LoggedPicture } from '#desk/LoggedPicture.tsx'
import { MemberLink } from '#desk/MemberLink.tsx'
import { stateName } from '#desk/state-name.ts'
import { TakeBack } from '#desk/TakeBack.tsx'
import { dateTime } from '#format.ts'

type Case = Answer<typeof readCase>

type CasePanelProps = { queue: Case['queue']; id: number; onClose: () => void }

const tones = { waiting: 'waiting', accepted: 'good', rejected: 'bad', cancelled: 'idle' } as const

/** One case: what is known, its pictures, who did what, and the decision. */
export function CasePanel({ queue, id, onClose }: CasePanelProps) {
  const query = useCall(readCase, { queue, id })
  return (
    <CaseFrame name={say('desk.case', { id })} query={query} onClose={onClose}>
      {(found) => (
        <>
          <CaseHead {...found} tone={tones[found.state]} state={stateName(found)}>
            <MemberLink id={found.member_id}>
              {say('desk.memberNamed', { id: found.member_id, name: found.member })}
            </MemberLink>{' '}
            {say('desk.came', { at: dateTime(found.opened_at) })}
          </CaseHead>
          <Facts facts={found.facts} />
          {found.messages.length > 0 && (
            <CasePart title={say('desk.messages')}>
              <Said found={found} />
            </CasePart>
          )}
          {found.pictures.length > 0 && <Pictures found={found} />}
          <ProposalNote found={found} />
          {found.proposal && <TakeBack proposal={found.proposal} />}
          <History lines={found.history} queue={queue} />
          <DecisionBar found={found} />
        </>
      )}
    </CaseFrame>
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

/** What its member wrote to the house, and what was answered; what was said before, when it is asked for. */
function Said({ found: { queue, id, messages, more_messages: more } }: { found: Case }) {
  const [isAsked, setIsAsked] = useState(false)
  const before = messages[0]?.id
  const hasEarlier = more && before !== undefined
  return (
    <>
      {hasEarlier && isAsked && <Earlier queue={queue} id={id} before={before} />}
      {hasEarlier && !isAsked && (
        <Button variant="ghost" size="medium" onClick={() => setIsAsked(true)}>
          {say('desk.showEarlier')}
        </Button>
      )}
      <ol className="grid gap-3">
        {messages.map(({ id: message, from, text, at }) => (
          <li
            key={message}
            className={clsx(
              'grid w-fit max-w-[90%] gap-1 rounded-control px-3 py-2',
              from === 'house' ? 'ml-auto bg-s3' : 'bg-s2',
            )}
          >
            <p className="wrap-anywhere whitespace-pre-line">
              {text === '' ? say('desk.onlyPictures') : text}
            </p>
            <p className="num text-label text-sub">
              {from === 'house' ? say('desk.house') : say('desk.member')} · {dateTime(at)}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

type EarlierProps = Pick<CasePanelProps, 'queue' | 'id'> & { before: number }

function Earlier({ queue, id, before }: EarlierProps) {
  const query = useCall(readCase, { queue, id, before }, { refetchInterval: false })
  return (
    <Loaded query={query} height="h-60">
      {(found) => <Older found={found} />}
    </Loaded>
  )
}

function Older({ found }: { found: Case }) {
  const box = useRef<HTMLDivElement>(null)
  // Whoever asked goes on upwards from where they were.
  useEffect(() => box.current?.scrollIntoView({ block: 'end' }), [])
  return (
    <div ref={box} className="mb-3 grid scroll-mb-60 gap-3">
      <Said found={found} />
      {found.pictures.length > 0 && <Pictures found={found} />}
    </div>
  )
}

function Pictures({ found: { queue, id, pictures } }: { found: Case }) {
  const { mutateAsync } = useAct(readCasePicture)
  const reason = `to decide ${queue} ${id}`
  return (
    <CasePart title={say('desk.viewsLogged')}>
      <div className="grid gap-3 sm:grid-cols-2">
        {pictures.map(({ id: picture, label }) => (
          <LoggedPicture
            key={picture}
            label={label}
            act={{ roles: [...queueRoles[queue], 'auditor'] }}
            onView={() => mutateAsync({ queue, id, picture, reason })}
          />
        ))}
      </div>
    </CasePart>
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
  return <Banner>{say(found.decides ? 'desk.takesTwoYou' : 'desk.takesTwo')}</Banner>
}
