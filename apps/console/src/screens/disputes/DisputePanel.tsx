import { readDispute } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { ArrowLeft, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalCard } from '#desk/Proposals.tsx'
import { dateTime, money } from '#format.ts'
import { DisputePicture } from '#screens/disputes/DisputePicture.tsx'
import { ProposeDecision } from '#screens/disputes/ProposeDecision.tsx'

export type Dispute = Answer<typeof readDispute>

const USDT = 3
const openers = { buyer: 'dispute.byBuyer', seller: 'dispute.bySeller' } as const

/** One dispute: both statements against a checklist, what was said and shown, and the decision. */
export function DisputePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useCall(readDispute, { id })
  return (
    <section aria-label={say('dispute.deal', { id })} className="min-w-0">
      <button
        type="button"
        onClick={onClose}
        className="press mb-2 inline-flex min-h-11 items-center gap-2 text-ac lg:hidden"
      >
        <ArrowLeft size={18} aria-hidden />
        {say('desk.back')}
      </button>
      <Loaded query={query} height="h-96">
        {(found) => <Body found={found} />}
      </Loaded>
    </section>
  )
}

function Body({ found }: { found: Dispute }) {
  return (
    <div className="card grid grid-cols-1 gap-5 p-4 lg:p-6">
      <div>
        <h2 className="text-section font-semibold">{say('dispute.deal', { id: found.id })}</h2>
        <p className="text-mut">
          {say('dispute.between', { buyer: found.buyer.name, seller: found.seller.name })}
        </p>
        <p className="text-small text-mut">
          {say(found.opened_by === null ? 'dispute.byTime' : openers[found.opened_by], {
            at: dateTime(found.opened_at),
          })}
        </p>
      </div>
      <p className="num text-amount font-semibold">
        <span aria-hidden className="text-test">
          ◇{' '}
        </span>
        {money(found.number, USDT)}
      </p>
      <Sides found={found} />
      <Part title={say('dispute.checklist')}>
        <ul className="grid gap-1">
          {found.checklist.map(({ label, is_there: isThere }) => (
            <li key={label} className="flex items-center gap-2">
              {isThere ? (
                <CircleCheck size={18} aria-hidden className="shrink-0 text-up" />
              ) : (
                <CircleDashed size={18} aria-hidden className="shrink-0 text-warn" />
              )}
              {label}
              <span className="sr-only">{say(isThere ? 'dispute.there' : 'dispute.missing')}</span>
            </li>
          ))}
        </ul>
      </Part>
      {found.pictures.length > 0 && (
        <Part title={say('desk.viewsLogged')}>
          <div className="grid gap-3 sm:grid-cols-2">
            {found.pictures.map((picture) => (
              <DisputePicture key={picture.id} dealId={found.id} picture={picture} />
            ))}
          </div>
        </Part>
      )}
      <Said found={found} />
      <Part title={say('dispute.timeline')}>
        <ol className="grid gap-1 text-small">
          {found.timeline.map(({ at, event }) => (
            <li key={`${at} ${event}`}>
              <span className="num text-sub">{dateTime(at)}</span> · {event}
            </li>
          ))}
        </ol>
      </Part>
      {found.proposal && <ProposalCard proposal={found.proposal} />}
      {found.may_propose && <ProposeDecision found={found} />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-small text-mut">{title}</h3>
      {children}
    </div>
  )
}

/** What each says, and how their deals have ended so far. */
function Sides({ found }: { found: Dispute }) {
  const sides = [
    ['dispute.buyer', found.buyer.name, found.buyer_statement, found.buyer_record],
    ['dispute.seller', found.seller.name, found.seller_statement, found.seller_record],
  ] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sides.map(([name, who, statement, record]) => (
        <div key={name} className="grid content-start gap-2 rounded-control bg-s2 p-3">
          <h3 className="font-semibold">{say(name, { name: who })}</h3>
          <p className="wrap-anywhere whitespace-pre-line">
            {statement ?? <span className="text-mut">{say('dispute.noStatement')}</span>}
          </p>
          <p className="num text-small text-mut">{say('dispute.record', { ...record })}</p>
        </div>
      ))}
    </div>
  )
}

function Said({ found }: { found: Dispute }) {
  return (
    <Part title={say('dispute.messages')}>
      {found.messages.length === 0 ? (
        <p className="text-small text-mut">{say('dispute.noMessages')}</p>
      ) : (
        <ol className="grid gap-2 text-small">
          {found.messages.map(({ from, text, pic, at }) => (
            <li key={`${at} ${from} ${text}`}>
              <span className="num text-sub">{dateTime(at)}</span> · {from}:{' '}
              <span className="wrap-anywhere whitespace-pre-line">{text}</span>
              {pic !== null && ` ${say('dispute.withPicture')}`}
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}
