import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

import { buttonClass } from '#Button.tsx'
import { tick } from '#haptics.ts'
import { useWords } from '#words.ts'

type HoldButtonProps = {
  children: ReactNode
  /** How it is done: 'Hold, or tap twice.' */
  how: string
  /** Said after the first tap: 'Tap once more to confirm.' */
  again: string
  onConfirm: () => void
  busy?: boolean
  disabledReason?: string | undefined
}

const HOLD_MS = 600
const ARMED_MS = 5000

/**
 * For what cannot be undone: hold it down, or press it twice. Enter and Space press it, so the
 * keyboard and a screen reader do it by pressing twice.
 */
export function HoldButton(props: HoldButtonProps) {
  const { children, how, again, onConfirm, busy = false, disabledReason } = props
  const words = useWords()
  const noteId = useId()
  const isStopped = busy || disabledReason !== undefined
  const { isHeld, isArmed, ...handlers } = useHold({ isStopped, onConfirm })
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-disabled={isStopped || undefined}
        aria-describedby={noteId}
        {...handlers}
        data-off={disabledReason === undefined ? undefined : true}
        className={`${buttonClass()} relative touch-none overflow-hidden select-none`}
      >
        <span
          aria-hidden
          style={{ transitionDuration: isHeld ? `${HOLD_MS}ms` : '120ms' }}
          className={clsx(
            'absolute inset-0 origin-left bg-onac/25 transition-transform ease-linear',
            isHeld ? 'scale-x-100' : 'scale-x-0',
          )}
        />
        {busy && <LoaderCircle size={20} className="relative animate-spin" aria-hidden />}
        <span className="relative">{children}</span>
      </button>
      <p id={noteId} role="status" className="text-center text-small text-mut">
        {disabledReason ?? (busy ? words.busy : isArmed ? again : how)}
      </p>
    </div>
  )
}

function useHold({ isStopped, onConfirm }: { isStopped: boolean; onConfirm: () => void }) {
  const [isHeld, setHeld] = useState(false)
  const [isArmed, setArmed] = useState(false)
  const holding = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The press that was held is followed by a click, which must not count again. */
  const wasHeld = useRef(false)
  useEffect(() => () => clearTimeout(holding.current), [])
  useEffect(() => {
    if (!isArmed) return undefined
    const timer = setTimeout(() => setArmed(false), ARMED_MS)
    return () => clearTimeout(timer)
  }, [isArmed])
  const confirm = () => {
    setArmed(false)
    tick()
    onConfirm()
  }
  const release = () => {
    clearTimeout(holding.current)
    setHeld(false)
  }
  return {
    isHeld,
    isArmed,
    onPointerDown: () => {
      wasHeld.current = false
      if (isStopped) return
      setHeld(true)
      holding.current = setTimeout(() => {
        wasHeld.current = true
        setHeld(false)
        confirm()
      }, HOLD_MS)
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onClick: () => {
      if (isStopped || wasHeld.current) {
        wasHeld.current = false
        return
      }
      if (isArmed) confirm()
      else setArmed(true)
    },
  }
}
