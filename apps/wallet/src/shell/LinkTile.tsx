import type { LucideIcon } from 'lucide-react'

import { AppLink } from '#shell/AppLink.tsx'

/** The looks of a tile, for a button that is one. */
export const tileClass =
  'card press grid min-h-18 place-items-center content-center gap-1.5 px-1 py-3 text-center text-small'

type LinkTileProps = { to: string; Icon: LucideIcon; label: string }

/** Leads somewhere, as one of a few side by side. */
export function LinkTile({ to, Icon, label }: LinkTileProps) {
  return (
    <AppLink to={to} className={tileClass}>
      <Icon size={22} aria-hidden className="text-ac" />
      {label}
    </AppLink>
  )
}
