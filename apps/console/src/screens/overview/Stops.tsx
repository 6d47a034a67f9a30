import { say } from '@btbc/contract/operator/operator-text.ts'
import {
  proposeResumingWithdrawals,
  type readOverview,
} from '@btbc/contract/operator/reconciliation.ts'
import { useMemo } from 'react'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { proposingIsOver } from '#desk/over.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { useStaying } from '#desk/useStaying.ts'
import { currencyName, dateTime } from '#format.ts'
import { StandstillCard } from '#screens/overview/StandstillCard.tsx'
import { Section } from '#shell/Page.tsx'

type Overview = Answer<typeof readOverview>
type Stop = Overview['stops'][number]

/**
 * Currencies that do not leave, or are not traded either, and members whose figures do not add up, and the
 * way to let them go again: two people. What is written about one stays when others have let it go.
 */
export function Stops({ overview }: { overview: Overview }) {
  const { stops } = overview
  const list = useMemo(() => stops.map((stop) => ({ id: idOf(stop), stop })), [stops])
  const { all, hold } = useStaying(list)
  if (all.length === 0) return null
  return (
    <Section title={say('overview.stops')}>
      {all.map((each) => (
        <StopCard
          key={each.id}
          overview={overview}
          stop={each.stop}
          isStopped={list.includes(each)}
          onHand={(isInHand) => hold(each.id, isInHand)}
        />
      ))}
      {overview.more_members > 0 && (
        <p className="text-small text-mut">
          {say('overview.moreStopped', { count: overview.more_members })}
        </p>
      )}
    </Section>
  )
}

function idOf({ currency, member_id: memberId }: Stop): string {
  return `${currency} ${memberId}`
}

type StopCardProps = {
  overview: Overview
  stop: Stop
  /** False once it goes again. */
  isStopped: boolean
  onHand: (isInHand: boolean) => void
}

function StopCard({ overview, stop, isStopped, onHand }: StopCardProps) {
  return (
    <StandstillCard
      title={nameOfStop(stop)}
      state={isStopped ? say('overview.stopped') : undefined}
      underWay={
        isStopped && stop.proposal !== null
          ? say('overview.stopProposed', { name: stop.proposal.made_by.name })
          : undefined
      }
      form={
        overview.may_propose && (
          <ResumeForm
            stop={stop}
            isStopped={isStopped}
            differs={differs(overview, stop)}
            onHand={onHand}
          />
        )
      }
    >
      <p className="num text-small wrap-anywhere">
        {stop.reason}.{' '}
        <span className="text-mut">{say('overview.sinceThen', { at: dateTime(stop.at) })}</span>
      </p>
      {isStopped && agreesAgain(overview, stop) && (
        <p className="text-small text-mut">{say('overview.agreeNow')}</p>
      )}
    </StandstillCard>
  )
}

export function nameOfStop({ currency, member_id: memberId, matching }: Stop): string {
  if (currency === null) return say('overview.tradingOfMember', { member: String(memberId) })
  const name = { currency: currencyName(currency) }
  return matching ? say('overview.tradingOf', name) : say('overview.withdrawalsOf', name)
}

function whatIsStopped({ currency, member_id: memberId }: Stop) {
  return currency === null ? { member_id: memberId ?? 0 } : { currency }
}

function differs({ checks }: Overview, { currency }: Stop): boolean {
  return checks.some((check) => check.currency === currency && check.agrees === false)
}

/**
 * Nobody compares while the watcher is halted or the chain stands still, some currencies are compared with
 * nothing, and what stops trading, too, was found in the books alone.
 */
function agreesAgain(overview: Overview, stop: Stop): boolean {
  if (stop.currency === null || stop.matching) return false
  const checks = overview.checks.filter(({ currency }) => currency === stop.currency)
  return (
    checks.length > 0 &&
    checks.every(({ agrees }) => agrees) &&
    overview.alerts.every(({ kind }) => kind !== 'watcher_halted')
  )
}

type ResumeFormProps = Omit<StopCardProps, 'overview'> & { differs: boolean }

function ResumeForm({ stop, isStopped, differs: isOpen, onHand }: ResumeFormProps) {
  const { mutateAsync } = useAct(proposeResumingWithdrawals)
  return (
    <ProposeForm
      act={proposeResumingWithdrawals}
      draft={`stop ${idOf(stop)}`}
      label={say('overview.whyResume')}
      button={say('overview.proposeResume')}
      over={proposingIsOver({ isOpen: isStopped, proposal: stop.proposal })}
      onHand={onHand}
      onPropose={(reason) => mutateAsync({ ...whatIsStopped(stop), reason })}
    >
      {say('desk.anotherAccepts')} {isOpen ? say('overview.explained') : say('overview.stopsAgain')}
    </ProposeForm>
  )
}
