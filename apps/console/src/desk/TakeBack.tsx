import { say } from '@btbc/contract/operator/operator-text.ts'
import { withdrawProposal } from '@btbc/contract/operator/proposal.ts'
import { REASON_MAX } from '@btbc/contract/operator/reason-rules.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { type RefObject, useRef, useState } from 'react'

import { useAct } from '#api/query.ts'
import type { Proposal } from '#desk/deciding.ts'
import { useOperator } from '#desk/operator.ts'
import { Outcome } from '#desk/Outcome.tsx'
import { decidingIsOver } from '#desk/over.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { useInHand } from '#desk/useInHand.ts'
import { wayOn } from '#desk/way-on.ts'
import { Opened } from '#shell/Opened.tsx'

type TakeBackProps = {
  proposal: Proposal
  /** Why nobody can take it back any more, where what is known of it does not say so. */
  over?: string | undefined
  /** Whether it is being written in, whenever that changes. */
  onHand?: ((isInHand: boolean) => void) | undefined
}

/**
 * Whoever proposed it takes it back while it waits, asked twice. What is written for that stays when it is
 * decided meanwhile.
 */
export function TakeBack({ proposal, over: left, onHand }: TakeBackProps) {
  const me = useOperator()
  const [isAsking, setAsking] = useState(false)
  const [isInHand, setInHand] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const over = left ?? decidingIsOver(proposal)
  if (proposal.made_by.id !== me?.id || (over !== undefined && !isInHand)) return null
  const hold = (now: boolean) => {
    setInHand(now)
    onHand?.(now)
  }
  const close = () => {
    setAsking(false)
    hold(false)
  }
  return (
    <div ref={place} className="grid gap-3">
      {over === undefined && (
        <Button
          size="medium"
          variant="ghost"
          className="max-w-60"
          aria-expanded={isAsking}
          onClick={() => (isAsking ? close() : setAsking(true))}
        >
          {say('desk.takeBack')}
        </Button>
      )}
      {isAsking && (
        <Asked id={proposal.id} over={over} place={place} onHand={hold} onClose={close} />
      )}
    </div>
  )
}

type AskedProps = {
  id: number
  /** Why it cannot be taken back any more. What is written stays until it is put away. */
  over: string | undefined
  /** All of it, which goes with what was done. */
  place: RefObject<HTMLDivElement | null>
  onHand: (isInHand: boolean) => void
  onClose: () => void
}

function Asked({ id, over, place, onHand, onClose }: AskedProps) {
  const form = useForm({ reason: '' })
  const { mutateAsync } = useAct(withdrawProposal)
  const reason = form.values.reason.trim()
  const { watch } = useInHand(form.values.reason, onHand)
  const held = over === undefined ? undefined : say('desk.cannotSend')
  const leave = () => {
    const goOn = wayOn(place.current)
    onClose()
    goOn()
  }
  const takeBack = () =>
    form.submit(reason === '' ? {} : reasonFault(reason), async () => {
      await mutateAsync({ id, ...(reason !== '' && { reason }) })
      notify(say('desk.takenBack'))
      leave()
    })
  const submit = async () => {
    if (held === undefined) await takeBack()
    else notify(held, { tone: 'warn' })
  }
  return (
    <div {...watch}>
      <Opened
        title={say('desk.takeBackSure')}
        onClose={over === undefined ? onClose : leave}
        close={over === undefined ? say('desk.takeBackNo') : null}
      >
        <Form shown={form.shown} label={say('desk.takeBack')} onSubmit={submit}>
          <Field
            label={say('desk.takeBackWhy')}
            maxLength={REASON_MAX}
            autoComplete="off"
            {...form.field('reason')}
            readOnly={over !== undefined}
          />
          <Outcome error={form.errors.form} over={over} onPutAway={leave} />
          <Button
            type="submit"
            size="medium"
            variant="danger"
            busy={form.busy}
            disabledReason={held}
          >
            {say('desk.takeBackYes')}
          </Button>
        </Form>
      </Opened>
    </div>
  )
}
