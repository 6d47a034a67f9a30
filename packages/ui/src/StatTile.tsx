import type { ReactNode } from 'react'

type StatTileProps = { label: ReactNode; value: ReactNode; note?: ReactNode; action?: ReactNode }

/** One figure with its name, and at most one thing to do about it. */
export function StatTile({ label, value, note, action }: StatTileProps) {
  return (
    <div className="card grid content-start gap-1 p-4">
      <p className="text-small text-mut">{label}</p>
      <div className="num flex items-center gap-2 text-amount font-semibold">{value}</div>
      {note !== undefined && <p className="text-small text-sub">{note}</p>}
      {action !== undefined && <div className="mt-2 self-end">{action}</div>}
    </div>
  )
}
