import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { AppLink } from '#shell/AppLink.tsx'

type LinkRowProps = { to: string; Icon?: LucideIcon; label: ReactNode; detail?: ReactNode }

/** A row that leads somewhere. */
export function LinkRow({ to, Icon, label, detail }: LinkRowProps) {
  return (
    <AppLink to={to} className="press flex min-h-14 items-center gap-3 py-2">
      {Icon && <Icon size={20} aria-hidden className="shrink-0 text-mut" />}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0">{label}</span>
        {detail !== undefined && (
          <span className="num ml-auto text-right text-small text-mut">{detail}</span>
        )}
      </span>
      <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
    </AppLink>
  )
}
