import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { useErrorText } from '#api/query.ts'

/** Reads a whole list page by page, which can take a moment or fail. */
export function SaveCsv({ label, save }: { label: string; save: () => Promise<void> }) {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  async function start() {
    setBusy(true)
    try {
      await save()
    } catch (error) {
      notify(errorText(error), { tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="ghost"
      size="medium"
      busy={busy}
      icon={<Download size={18} aria-hidden />}
      onClick={() => void start()}
    >
      {label}
    </Button>
  )
}
