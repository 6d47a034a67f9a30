import { readOperator } from '@btbc/contract/operator/access.ts'
import { decideCase, type readCase } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { useRef, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { useShortcuts } from '#desk/shortcuts.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'

type Case = Answer<typeof readCase>
type Decision = 'accept' | 'reject'

const said = {
  accepted: say('desk.accepted'),
  rejected: say('desk.rejected'),
  proposed: say('desk.proposedAcceptance'),
}

/** Accept or reject, with a reason. What happens next is said before it happens. */
export function DecisionBar({ found }: { found: Case }) {
  const reason = useRef<HTMLTextAreaElement>(null)
  const bar = useDecision(found, () => reason.current?.focus())
  const held = useHeldReason(found)
  const { decision, form, decide } = bar
  const onSubmit = async () => {
    if (held === undefined) await decide()
  }
  return (
    <Form
      shown={form.shown}
      onSubmit={onSubmit}
      label={say('desk.decision')}
      className="border-t border-line bg-s1 pt-4 lg:sticky lg:bottom-0 lg:-mb-6 lg:pb-6"
    >
      <Segmented<Decision>
        legend={say('desk.decision')}
        options={[
          { value: 'accept', label: say('desk.acceptKey') },
          { value: 'reject', label: say('desk.rejectKey') },
        ]}
        value={decision}
        onChange={bar.choose}
      />
      <TextArea
        label={say('desk.reason')}
        maxLength={500}
        ref={reason}
        {...form.field('reason')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void onSubmit()
        }}
      />
      <p className="text-small">
        <span className="text-mut">{say('desk.next')} </span>
        {decision === 'accept' ? nextOnAccept(found) : found.after_reject}
      </p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button
        type="submit"
        variant={decision === 'accept' ? 'primary' : 'danger'}
        busy={form.busy}
        disabledReason={held}
      >
        {decision === 'accept' ? acceptName(found) : say('desk.reject')}
      </Button>
    </Form>
  )
}

function acceptName({ needs_two: needsTwo, proposal }: Case): string {
  if (!needsTwo) return say('desk.accept')
  return proposal?.state === 'pending' ? say('desk.acceptSecond') : say('desk.acceptFirst')
}

function nextOnAccept(found: Case): string {
  const isFirst = found.needs_two && found.proposal?.state !== 'pending'
  return isFirst ? say('desk.nextOnFirst', { next: found.after_accept }) : found.after_accept
}

/** Why this operator cannot decide now, in words. */
function useHeldReason(found: Case): string | undefined {
  const me = useCall(readOperator, {}, { refetchInterval: 60_000 })
  if (!found.decides) return say('desk.roleReads')
  const isOwn = found.proposal?.state === 'pending' && found.proposal.made_by.id === me.data?.id
  return isOwn ? say('desk.youWereFirst') : undefined
}

function useDecision(found: Case, focusReason: () => void) {
  const [decision, setDecision] = useState<Decision>('accept')
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const { mutateAsync } = useAct(decideCase)

  function choose(next: Decision) {
    setDecision(next)
    form.show({})
  }

  async function decide() {
    await form.submit(reasonFault(reason), async () => {
      const { queue, id } = found
      const { outcome } = await mutateAsync({ queue, id, decision, reason })
      notify(said[outcome])
      form.set({ reason: '' })
    })
  }

  const press = (next: Decision) => () => {
    choose(next)
    focusReason()
  }
  useShortcuts({ a: press('accept'), r: press('reject') })

  return { decision, choose, form, decide }
}
