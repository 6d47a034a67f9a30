import { lazy, Suspense, useState, type ReactNode } from 'react'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** False while something is being paid for: it closes when the server has answered. */
  dismissible?: boolean
}

const importDrawer = () => import('#SheetDrawer.tsx')
const SheetDrawer = lazy(async () => ({ default: (await importDrawer()).SheetDrawer }))

/** Fetches the sheet's code while nothing else happens, so that the first one opens at once. */
export function prefetchSheet(): void {
  void importDrawer().catch(() => undefined)
}

/**
 * A panel from the bottom edge. Its code is loaded with the first sheet that opens;
 * focus goes back to the opener when it closes. Money and choices only, never text fields.
 */
export function Sheet(props: SheetProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  // Once opened it stays mounted, so that closing can be seen.
  if (props.open && !wasOpen) setWasOpen(true)
  if (!props.open && !wasOpen) return null
  return (
    <Suspense>
      <SheetDrawer {...props} />
    </Suspense>
  )
}
