import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { IconButton } from '#IconButton.tsx'
import { notify } from '#notice.ts'
import { TestTag } from '#TestTag.tsx'
import { useWords } from '#words.ts'

type CopyRowProps = {
  label: string
  value: string
  /** What it is of, where there are several with this label. */
  of?: string
  /** What is read, when that is shorter than what is copied. */
  shown?: string
  /** An address of a test network. */
  isAddress?: boolean
}

/** A text to be taken along, whole and selectable, with a copy button. */
export function CopyRow(props: CopyRowProps) {
  const { label, value, of, shown = value, isAddress = false } = props
  const words = useWords()
  const copy = useCopy()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-s2 py-1 pr-1 pl-4">
      <span className="grid min-w-0 flex-1 py-1.5">
        <span className="flex flex-wrap items-center gap-1.5 text-label text-sub">
          {label} {isAddress && <TestTag />}
        </span>
        <span className="num break-all select-all">{shown}</span>
      </span>
      <IconButton
        label={[words.copy, label, of].filter(Boolean).join(': ')}
        onClick={() => void copy(value).then(setCopied)}
      >
        {copied ? (
          <Check size={20} aria-hidden className="text-up" />
        ) : (
          <Copy size={20} aria-hidden className="text-mut" />
        )}
      </IconButton>
    </div>
  )
}

/** Takes a text along and says that it did, or that it could not; answers which. */
export function useCopy(): (text: string) => Promise<boolean> {
  const words = useWords()
  return async (text) => {
    try {
      // Absent on plain-http pages off this machine.
      await navigator.clipboard.writeText(text)
      notify(words.copied)
      return true
    } catch {
      notify(words.copyFailed)
      return false
    }
  }
}
