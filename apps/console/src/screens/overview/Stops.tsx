import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

import { errorText, type Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { currencyName, dateTime } from '#format.ts'
import { Section } from '#shell/Page.tsx'
import { TextArea } from '#shell/TextArea.tsx'

type Overview = Answer<'/overview'>
type Stop = Overview['stops'][number]

const REASON_MIN = 3

/** Currencies that do not leave, and the way to let them go again: two people. */
export function Stops({ overview }: { overview: Overview }) {
  if (overview.stops.length === 0) return null
  return (
    <Section title="Stopped withdrawals">
      {overview.stops.map((stop) => (
        <article
          key={stop.currency}
          aria-label={`Withdrawals of ${currencyName(stop.currency)}`}
          className="card grid gap-3 p-4"
        >
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h3 className="font-semibold">Withdrawals of {currencyName(stop.currency)}</h3>
            <StatusPill tone="bad">stopped</StatusPill>
          </div>
          <p className="num text-small">
            {stop.reason}. <span className="text-mut">Since {dateTime(stop.at)}.</span>
          </p>
          <StopAction stop={stop} mayPropose={overview.may_propose} />
        </article>
      ))}
    </Section>
  )
}

function StopAction({ stop, mayPropose }: { stop: Stop; mayPropose: boolean }) {
  if (stop.proposal !== null) {
    return (
      <p className="text-small text-warn">
        {stop.proposal.made_by.name} proposed to let them go again; another operator decides,
        beside.
      </p>
    )
  }
  return mayPropose ? <ResumeForm currency={stop.currency} /> : null
}

function ResumeForm({ currency }: { currency: number }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const act = useAct('/withdrawals/resume')
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const isMissing = reason.trim().length < REASON_MIN
        setMissing(isMissing)
        if (isMissing || act.isPending) return
        act.mutate({ currency, reason }, { onSuccess: () => notify('Proposed.') })
      }}
    >
      <TextArea
        label="Why they may go again, for the audit log"
        maxLength={500}
        value={reason}
        error={missing ? 'Please give a reason of a few words.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <p className="text-small text-mut">
        What happens next: another operator has to accept. The difference that stands now is then
        taken as explained; any other one stops withdrawals again within the minute.
      </p>
      {act.error && <Banner tone="bad">{errorText(act.error)}</Banner>}
      <Button type="submit" size="medium" busy={act.isPending}>
        Propose to resume
      </Button>
    </form>
  )
}
