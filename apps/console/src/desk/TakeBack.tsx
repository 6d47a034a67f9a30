import { say } from '@btbc/contract/operator/operator-text.ts'
import { withdrawProposal } from '@btbc/contract/operator/proposal.ts'
import { REASON_MAX } from '@btbc/contract/operator/reason-rules.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { type RefObject, useRef, useState } from 'react'

import { useAct } from '#api/query.ts'
import type { Proposal } from '#desk/deciding.ts'
import { useOperator } from '#desk/operator.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { wayOn } from '#desk/way-on.ts'
import { Opened } from '#shell/Opened.tsx'

/** Whoever proposed it takes it back while it waits, asked twice. */
export function TakeBack({ proposal }: { proposal: Proposal }) {
  const me = useOperator()
  const [isAsking, setAsking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  if (proposal.state !== 'pending' || proposal.made_by.id !== me?.id) return null
  return (
    <div ref={place} className="grid gap-3">
      <Button
        size="medium"
        variant="ghost"
        className="max-w-60"
        aria-expanded={isAsking}
        onClick={() => setAsking(!isAsking)}
      >
        {say('desk.takeBack')}
      </Button>
      {isAsking && (
        <Opened
          title={say('desk.takeBackSure')}
          onClose={() => setAsking(false)}
          close={say('desk.takeBackNo')}
        >
          <TakeBackForm id={proposal.id} place={place} />
        </Opened>
      )}
    </div>
  )
}

type TakeBackFormProps = {
  id: number
  /** All of it, which goes with what was done. */
  place: RefObject<HTMLDivElement | null>
}

function TakeBackForm({ id, place }: TakeBackFormProps) {
  const form = useForm({ reason: '' })
  const { mutateAsync } = useAct(withdrawProposal)
  const reason = form.values.reason.trim()
  const takeBack = () =>
    form.submit(reason === '' ? {} : reasonFault(reason), async () => {
      const goOn = wayOn(place.current)
      await mutateAsync({ id, ...(reason !== '' && { reason }) })
      notify(say('desk.takenBack'))
      goOn()
    })
  return (
    <Form shown={form.shown} label={say('desk.takeBack')} onSubmit={takeBack}>
      <Field
        label={say('desk.takeBackWhy')}
        maxLength={REASON_MAX}
        autoComplete="off"
        {...form.field('reason')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" size="medium" variant="danger" busy={form.busy}>
        {say('desk.takeBackYes')}
      </Button>
    </Form>
  )
}
