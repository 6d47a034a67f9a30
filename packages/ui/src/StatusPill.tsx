import { clsx } from 'clsx'
import { Circle, CircleCheck, CircleDot, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'

type StatusPillProps = { tone: 'idle' | 'active' | 'good' | 'waiting' | 'bad'; children: ReactNode }

const icons = { idle: Circle, active: CircleDot, good: CircleCheck, waiting: Clock, bad: CircleX }
const colours = {
  idle: 'text-mut',
  active: 'text-ac',
  good: 'text-up',
  waiting: 'text-warn',
  bad: 'text-dn',
}

/** A state in a word, with its sign: colour never says it alone. */
export function StatusPill({ tone, children }: StatusPillProps) {
  const Icon = icons[tone]
  return (
    <span
      className={clsx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-chip bg-s3 px-2.5 text-label font-semibold',
        colours[tone],
      )}
    >
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}
