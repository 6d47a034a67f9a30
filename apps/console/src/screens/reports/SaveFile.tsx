import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { type Ask, type Call, errorText } from '#api/call.ts'
import { download } from '#api/download.ts'

/** A file can take a moment to be written, or fail. */
export function SaveFile<E extends Call>(props: { name: string; call: E; request: Ask<E> }) {
  const { name, call, request } = props
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download(call, request)
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
      onClick={() => void save()}
    >
      {name}
    </Button>
  )
}
