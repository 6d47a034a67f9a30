import { AsyncButton } from '@btbc/ui/AsyncButton.tsx'
import { Download } from 'lucide-react'

import { type Ask, type Call, errorText } from '#api/call.ts'
import { download } from '#api/download.ts'

export function SaveFile<E extends Call>(props: { name: string; call: E; request: Ask<E> }) {
  const { name, call, request } = props
  const icon = <Download size={18} aria-hidden />
  const save = () => download(call, request)
  return <AsyncButton label={name} icon={icon} work={save} errorText={errorText} />
}
