import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type ActionRowProps = { icon: ReactNode; label: string; detail?: ReactNode; onClick: () => void }

/** A row like LinkRow that opens a sheet. */
export function ActionRow({ icon, label, detail, onClick }: ActionRowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="press flex min-h-14 w-full items-center gap-3 py-2 text-left"
    >
      {icon}
      <span className="min-w-0 flex-1">{label}</span>
      {detail !== undefined && <span className="text-right text-small text-mut">{detail}</span>}
      <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
    </button>
  )
}
