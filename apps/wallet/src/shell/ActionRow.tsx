import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type ActionRowProps = { Icon?: LucideIcon; label: string; detail?: ReactNode; onClick: () => void }

/** A row like LinkRow that opens a sheet. */
export function ActionRow({ Icon, label, detail, onClick }: ActionRowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="press flex min-h-14 w-full items-center gap-3 py-2 text-left"
    >
      {Icon && <Icon size={20} aria-hidden className="shrink-0 text-mut" />}
      <span className="min-w-0 flex-1">{label}</span>
      {detail !== undefined && <span className="text-right text-small text-mut">{detail}</span>}
      <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
    </button>
  )
}
