import { readDispute, readDisputePicture } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { CircleCheck, CircleDashed } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { CaseFrame, CaseHead, CasePart, History } from '#desk/CaseFrame.tsx'
import { LoggedPicture } from '#desk/LoggedPicture.tsx'
import { MemberLink } from '#desk/MemberLink.tsx'
import { TakeBack } from '#desk/TakeBack.tsx'
import { dateTime, fiat, money } from '#format.ts'
import { languageName } from '#language-names.ts'
import { DecideDispute } from '#screens/disputes/DecideDispute.tsx'
import { Said } from '#screens/disputes/Said.tsx'

export type Dispute = Answer<typeof readDispute>

const USDT = currencies.USDT.id
const openers = { buyer: 'dispute.byBuyer', seller: 'dispute.bySeller' } as const
const ways = {
  alipay: 'dispute.alipay',
  wechat: 'dispute.wechat',
  bank: 'dispute.bank',
} as const
const tones = {
  open: 'active',
  paid: 'active',
  disputed: 'waiting',
  finished: 'good',
  split: 'good',
  cancelled: 'idle',
} as const

/** One dispute: both statements against a checklist, what was said and shown, and the decision. */
export function DisputePanel({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useCall(readDispute, { id })
  const look = useLook(id)
  return (
    <CaseFrame name={say('dispute.deal', { id })} query={query} onClose={onClose}>
      {(found) => (
        <>
          <CaseHead
            title={say('dispute.deal', { id })}
            tone={tones[found.state]}
            state={found.state}
            amount={found.number}
            currency={USDT}
          >
            <Opening found={found} />
          </CaseHead>
          <Sides found={found} />
          <Checklist found={found} />
          <Payment found={found} look={look} />
          <Said messages={found.messages} look={look} />
          <Timeline found={found} />
          <Standing found={found} />
          {found.proposal && <TakeBack proposal={found.proposal} />}
          <History lines={found.history} />
          <DecideDispute found={found} />
        </>
      )}
    </CaseFrame>
  )
}

export type Look = (picture: string) => Promise<{ type: string; base64: string }>

function useLook(id: number): Look {
  const { mutateAsync } = useAct(readDisputePicture)
  return (picture) => mutateAsync({ id, picture, reason: `to decide the dispute of deal ${id}` })
}

function Opening({ found }: { found: Dispute }) {
  const { buyer, seller, way, opened_by: by, due_at: due } = found
  return (
    <>
      <p>
        {say('dispute.pays', {
          buyer: buyer.name,
          seller: seller.name,
          fiat: fiat(found.fiat),
          way: say(ways[way]),
        })}
      </p>
      <p className="text-small">
        {say(by === null ? 'dispute.byTime' : openers[by], { at: dateTime(found.opened_at) })}
      </p>
      {due !== null && (
        <p className="text-small text-warn">{say('dispute.due', { at: dateTime(due) })}</p>
      )}
    </>
  )
}

/** What each reads and says, and how their deals have ended so far. */
function Sides({ found }: { found: Dispute }) {
  const sides = [
    {
      name: say('dispute.buyer', { name: found.buyer.name }),
      id: found.buyer.id,
      reads: found.buyer_reads,
      statement: found.buyer_statement,
      record: found.buyer_record,
    },
    {
      name: say('dispute.seller', { name: found.seller.name }),
      id: found.seller.id,
      reads: found.seller_reads,
      statement: found.seller_statement,
      record: found.seller_record,
    },
  ]
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {sides.map(({ name, id, reads, statement, record }) => (
        <section key={name} className="grid content-start gap-2 rounded-control bg-s2 p-3">
          <h3 className="font-semibold">
            <MemberLink id={id}>{name}</MemberLink>
          </h3>
          <p className="text-small text-mut">
            {say('dispute.reads', { language: languageName(reads) })}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">
            {statement ?? <span className="text-mut">{say('dispute.noStatement')}</span>}
          </p>
          <p className="num text-small text-mut">{say('dispute.record', { ...record })}</p>
        </section>
      ))}
    </div>
  )
}

function Checklist({ found }: { found: Dispute }) {
  return (
    <CasePart title={say('dispute.checklist')}>
      <ul className="grid gap-1 sm:grid-cols-2">
        {found.checklist.map(({ label, is_there: isThere }) => (
          <li key={label} className="flex items-start gap-2">
            {isThere ? (
              <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-up" />
            ) : (
              <CircleDashed size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
            )}
            <span>
              {label}
              <span className={isThere ? 'sr-only' : 'text-small text-warn'}>
                {' · '}
                {say(isThere ? 'dispute.there' : 'dispute.missing')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {found.terms !== '' && (
        <p className="text-small wrap-anywhere whitespace-pre-line text-mut">
          {say('dispute.terms', { terms: found.terms })}
        </p>
      )}
    </CasePart>
  )
}

/** Pictures of messages stand where they were sent. */
function Payment({ found, look }: { found: Dispute; look: Look }) {
  const sent = new Set(found.messages.map(({ pic }) => pic))
  const pictures = found.pictures.filter(({ id }) => !sent.has(id))
  if (found.pictures.length === 0) return null
  return (
    <CasePart title={say('desk.viewsLogged')}>
      <div className="grid gap-3 sm:grid-cols-2">
        {pictures.map(({ id, label }) => (
          <LoggedPicture key={id} label={label} act={readDisputePicture} onView={() => look(id)} />
        ))}
      </div>
    </CasePart>
  )
}

function Timeline({ found }: { found: Dispute }) {
  return (
    <CasePart title={say('dispute.timeline')}>
      <ol className="grid gap-1 text-small">
        {found.timeline.map(({ at, event }) => (
          <li key={`${at} ${event}`}>
            <span className="num text-sub">{dateTime(at)}</span> · {event}
          </li>
        ))}
      </ol>
    </CasePart>
  )
}

/** What is proposed, or what became of the escrow. */
function Standing({ found }: { found: Dispute }) {
  const { number, to_buyer: toBuyer, proposal, state } = found
  if (toBuyer !== null) {
    const back = formatAmount((parseAmount(number) ?? 0n) - (parseAmount(toBuyer) ?? 0n))
    return (
      <Banner tone="good">
        {say('dispute.ended', { buyer: money(toBuyer, USDT), seller: money(back, USDT) })}
      </Banner>
    )
  }
  if (state !== 'disputed' || proposal?.state !== 'pending') return null
  const { made_by: by, made_at: at, reason } = proposal
  return (
    <Banner tone="warn">
      <p className="font-semibold wrap-anywhere">{proposal.summary}</p>
      <p className="text-small wrap-anywhere text-mut">
        {say('desk.proposedBy', { name: by.name, at: dateTime(at), reason })}
      </p>
    </Banner>
  )
}
