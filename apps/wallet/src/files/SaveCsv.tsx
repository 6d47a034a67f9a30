import { AsyncButton } from '@btbc/ui/AsyncButton.tsx'
import { Download } from 'lucide-react'

import { useErrorText } from '#api/query.ts'

/** Reads a whole list page by page. */
export function SaveCsv({ label, save }: { label: string; save: () => Promise<void> }) {
  const icon = <Download size={18} aria-hidden />
  return <AsyncButton label={label} icon={icon} work={save} errorText={useErrorText()} />
}
