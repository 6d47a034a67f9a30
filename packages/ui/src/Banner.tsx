import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type BannerProps = {
  tone?: 'info' | 'good' | 'warn' | 'bad'
  /** 'note' interrupts nobody: for what stood there before and only counts on. */
  role?: 'alert' | 'status' | 'note'
  children: ReactNode
  /** A link or a small button below the words. */
  action?: ReactNode
}

const icons = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }
const colours = { info: 'text-mut', good: 'text-up', warn: 'text-warn', bad: 'text-dn' }

/** A sentence in place: what is so, and what can be done about it. At large sizes of text below its icon. */
export function Banner({
  tone = 'info',
  role = tone === 'bad' ? 'alert' : 'status',
  children,
  action,
}: BannerProps) {
  const Icon = icons[tone]
  return (
    <div
      role={role}
      className="flex flex-wrap gap-x-3 gap-y-1 rounded-control border border-line bg-s2 px-4 py-3"
    >
      <Icon size={20} aria-hidden className={clsx('mt-0.5 shrink-0', colours[tone])} />
      <div className="grid min-w-0 flex-1 basis-32 grid-cols-1 gap-2 wrap-anywhere">
        <div>{children}</div>
        {action}
      </div>
    </div>
  )
}
