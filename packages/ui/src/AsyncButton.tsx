import { type ReactNode, useState } from 'react'

import { Button } from '#Button.tsx'
import { notify } from '#notice.ts'

/** Does something beside the main action of a screen that can take a moment, or fail. */
export function AsyncButton(props: {
  label: string
  icon: ReactNode
  work: () => Promise<void>
  errorText: (error: unknown) => string
}) {
  const { label, icon, work, errorText } = props
  const [busy, setBusy] = useState(false)
  async function start() {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify(errorText(error), { tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="ghost" size="medium" busy={busy} icon={icon} onClick={() => void start()}>
      {label}
    </Button>
  )
}
