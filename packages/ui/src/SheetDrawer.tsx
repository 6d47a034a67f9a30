import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'

import { InSheet, useCover } from '#covers.ts'
import { HoldSheet } from '#held-sheet.ts'
import type { SheetProps } from '#Sheet.tsx'
import { Skeleton } from '#Skeleton.tsx'
import { useWords } from '#words.ts'

/** Longer than the second tap of a double one, or of an impatient hand, is after the first. */
const STRAY_TAP_MS = 500

/** The heavy half of Sheet; import Sheet.tsx instead. */
export function SheetDrawer({
  open,
  onOpenChange,
  title,
  children,
  dismissible = true,
}: SheetProps) {
  const [isHeld, setHeld] = useState(false)
  const canClose = dismissible && !isHeld
  useCover(open, () => {
    if (canClose) onOpenChange(false)
    return canClose
  })
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  // Before anything in the sheet takes the focus for itself, and is gone with it.
  useLayoutEffect(() => {
    if (!open) return undefined
    opener.current = document.activeElement
    return takeTaps
  }, [open])
  /** Nobody had the focus: the sheet came by itself, or the browser gives none to what is tapped. */
  const isUnasked = () => opener.current === document.body
  const lastFocus = () => {
    const { activeElement: now } = document
    // What the sheet led to has the focus already: it may be drawn before the sheet has sunk.
    if (now !== document.body && !popup.current?.contains(now)) return false
    const { current } = opener
    // To its heading, as after any navigation: else the first control of the page would take it.
    if (isUnasked()) return document.querySelector('h1') ?? true
    return current instanceof HTMLElement && current.isConnected ? current : true
  }
  /** A list of choices opens at what is chosen; anything else at its first control, or as a whole. */
  const firstFocus = () =>
    popup.current?.querySelector<HTMLElement>('[aria-pressed="true"]') ??
    (isUnasked() ? popup.current : null) ??
    true
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => {
        if (next || canClose) onOpenChange(next)
      }}
      disablePointerDismissal={!canClose}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="sheet-scrim" />
        <Drawer.Viewport className="sheet-frame">
          <Drawer.Popup
            ref={popup}
            className="sheet outline-none"
            initialFocus={firstFocus}
            finalFocus={lastFocus}
          >
            <div className="mx-auto mb-1 h-1 w-10 rounded-chip bg-line" aria-hidden />
            {/* Stays while a long list moves below it. */}
            <div className="sticky -top-2 z-1 flex min-h-11 items-center justify-between gap-3 bg-s1">
              <Drawer.Title className="text-title font-semibold">{title}</Drawer.Title>
              <CloseButton canClose={canClose} />
            </div>
            <Drawer.Content className="pt-1">
              <InSheet value>
                <HoldSheet value={setHeld}>
                  <Suspense fallback={<Skeleton className="h-80" />}>{children}</Suspense>
                </HoldSheet>
              </InSheet>
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** For a moment nothing of the page can be tapped: where the last tap closed the sheet lies the next button. */
function takeTaps(): void {
  const cover = document.createElement('div')
  cover.className = 'fixed inset-0 z-70'
  // The focus stays where the sheet gave it back.
  cover.addEventListener('mousedown', (event) => event.preventDefault())
  document.body.append(cover)
  setTimeout(() => cover.remove(), STRAY_TAP_MS)
}

function CloseButton({ canClose }: { canClose: boolean }) {
  const words = useWords()
  return (
    <Drawer.Close
      aria-label={words.close}
      aria-disabled={!canClose || undefined}
      className="press -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-mut aria-disabled:opacity-55"
    >
      <X size={22} aria-hidden />
    </Drawer.Close>
  )
}
