import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useRef, useState } from 'react'

import { errorText, type Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { useShortcuts } from '#desk/shortcuts.ts'
import { TextArea } from '#shell/TextArea.tsx'

type Case = Answer<'/case'>
type Decision = 'accept' | 'reject'

const REASON_MIN = 3
const said = {
  accepted: 'Accepted.',
  rejected: 'Rejected.',
  proposed: 'Your acceptance is written down. A second operator has to accept.',
}

/** Accept or reject, with a reason. What happens next is said before it happens. */
export function DecisionBar({ found }: { found: Case }) {
  const form = useRef<HTMLFormElement>(null)
  const bar = useDecision(found, () => form.current?.querySelector('textarea')?.focus())
  const held = useHeldReason(found)
  const { decision, reason, error } = bar
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (held === undefined) bar.submit()
      }}
      aria-label="Decision"
      className="grid gap-3 border-t border-line bg-s1 pt-4 lg:sticky lg:bottom-0 lg:-mb-6 lg:pb-6"
    >
      <Segmented<Decision>
        legend="Decision"
        options={[
          { value: 'accept', label: 'Accept (A)' },
          { value: 'reject', label: 'Reject (R)' },
        ]}
        value={decision}
        onChange={bar.choose}
      />
      <TextArea
        label="Reason, for the audit log"
        maxLength={500}
        value={reason}
        error={bar.reasonError}
        onChange={(event) => bar.setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && held === undefined)
            bar.submit()
        }}
      />
      <p className="text-small">
        <span className="text-mut">What happens next: </span>
        {decision === 'accept' ? nextOnAccept(found) : found.after_reject}
      </p>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      <Button
        type="submit"
        variant={decision === 'accept' ? 'primary' : 'danger'}
        busy={bar.busy}
        disabledReason={held}
      >
        {decision === 'accept' ? acceptName(found) : 'Reject'}
      </Button>
    </form>
  )
}

function acceptName({ needs_two: needsTwo, proposal }: Case): string {
  if (!needsTwo) return 'Accept'
  return proposal?.state === 'pending' ? 'Accept as the second' : 'Accept as the first of two'
}

function nextOnAccept(found: Case): string {
  const isFirst = found.needs_two && found.proposal?.state !== 'pending'
  return isFirst
    ? `Nothing moves yet: a second operator has to accept. Then: ${found.after_accept}`
    : found.after_accept
}

/** Why this operator cannot decide now, in words. */
function useHeldReason(found: Case): string | undefined {
  const me = useCall('/me', {}, { refetchInterval: 60_000 })
  if (!found.decides) return 'Your role reads this queue and does not decide it.'
  const isOwn = found.proposal?.state === 'pending' && found.proposal.made_by.id === me.data?.id
  return isOwn ? 'You accepted this first. Another operator has to decide now.' : undefined
}

function useDecision(found: Case, focusReason: () => void) {
  const [decision, setDecision] = useState<Decision>('accept')
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const act = useAct('/case/decide')

  function choose(next: Decision) {
    setDecision(next)
    act.reset()
  }

  function submit() {
    if (act.isPending) return
    if (reason.trim().length < REASON_MIN) {
      setMissing(true)
      focusReason()
      return
    }
    act.mutate(
      { queue: found.queue, id: found.id, decision, reason },
      {
        onSuccess: ({ outcome }) => {
          notify(said[outcome])
          setReason('')
        },
      },
    )
  }

  const press = (next: Decision) => () => {
    choose(next)
    focusReason()
  }
  useShortcuts({ a: press('accept'), r: press('reject') })

  return {
    decision,
    choose,
    reason,
    setReason: (text: string) => {
      setReason(text)
      setMissing(false)
    },
    reasonError: missing ? 'Please give a reason of a few words.' : undefined,
    busy: act.isPending,
    error: act.error ? errorText(act.error) : undefined,
    submit,
  }
}
