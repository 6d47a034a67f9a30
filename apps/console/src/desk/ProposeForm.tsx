import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { useState, type ReactNode } from 'react'

import { errorText } from '#api/call.ts'
import { TextArea } from '#shell/TextArea.tsx'

const REASON_MIN = 3

/** A reason and a button: what one proposes and another accepts. */
export function ProposeForm(form: {
  label: string
  button: string
  busy: boolean
  error: unknown
  onPropose: (reason: string) => void
  /** What happens next. */
  children: ReactNode
}) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <form
      noValidate
      className="grid content-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const isMissing = reason.trim().length < REASON_MIN
        setMissing(isMissing)
        if (!isMissing && !form.busy) form.onPropose(reason)
      }}
    >
      <TextArea
        label={form.label}
        maxLength={500}
        value={reason}
        error={missing ? 'Please give a reason of a few words.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <p className="text-small text-mut">{form.children}</p>
      {form.error !== null && <Banner tone="bad">{errorText(form.error)}</Banner>}
      <Button type="submit" size="medium" busy={form.busy}>
        {form.button}
      </Button>
    </form>
  )
}
