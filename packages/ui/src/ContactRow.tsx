import { ExternalLink, Mail } from 'lucide-react'
import type { ReactNode } from 'react'

type ContactRowProps = {
  name: string
  /** Channel, number, hours. */
  detail: ReactNode
  /** https or mailto; anything else is not made a link. */
  url: string
}

/** Somebody to talk to: opens their channel in a new window, or the mail program. */
export function ContactRow({ name, detail, url }: ContactRowProps) {
  const inside = (
    <>
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-chip bg-s3 font-semibold text-ac"
      >
        {name.slice(0, 1)}
      </span>
      <span className="grid min-w-0 flex-1 basis-24 grid-cols-1 gap-0.5 wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="num text-small text-mut">{detail}</span>
      </span>
    </>
  )
  const className = 'flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2'
  if (url.startsWith('mailto:'))
    return (
      <a href={url} className={`press ${className}`}>
        {inside}
        <Mail size={18} aria-hidden className="shrink-0 text-mut" />
      </a>
    )
  if (!url.startsWith('https://')) return <div className={className}>{inside}</div>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={`press ${className}`}>
      {inside}
      <ExternalLink size={18} aria-hidden className="shrink-0 text-mut" />
    </a>
  )
}
