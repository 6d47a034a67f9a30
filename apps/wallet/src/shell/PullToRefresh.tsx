import { IconButton } from '@btbc/ui/IconButton.tsx'
import { clsx } from 'clsx'
import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useText } from '#i18n/text.ts'

const PULL_PX = 72

/** The visible way to refresh; pulling the page down does the same. One a screen. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function refresh() {
    setBusy(true)
    try {
      await onRefresh()
    } finally {
      setBusy(false)
    }
  }

  usePull(button, () => {
    if (!busy) void refresh()
  })
  return (
    <IconButton
      ref={button}
      label={t('shell.refresh')}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) void refresh()
      }}
      className="-mr-2.5 text-mut"
    >
      <RotateCw size={18} aria-hidden className={clsx(busy && 'animate-spin')} />
    </IconButton>
  )
}

/** Follows a finger that pulls at the top of the page; the icon turns with it. */
function usePull(icon: { readonly current: HTMLElement | null }, onPulled: () => void): void {
  const pulled = useEffectEvent(onPulled)
  useEffect(() => {
    let startedAt: number | undefined
    let distance = 0
    const turn = (degrees: number) => {
      const drawing = icon.current?.firstElementChild
      if (drawing instanceof SVGElement) drawing.style.rotate = degrees === 0 ? '' : `${degrees}deg`
    }
    const listen = {
      touchstart: (event: TouchEvent) => {
        const inSheet = event.target instanceof Element && event.target.closest('[role=dialog]')
        startedAt = scrollY <= 0 && !inSheet ? event.touches[0]?.clientY : undefined
        distance = 0
      },
      touchmove: (event: TouchEvent) => {
        if (startedAt === undefined) return
        distance = (event.touches[0]?.clientY ?? startedAt) - startedAt
        turn(Math.max(0, Math.min(distance / PULL_PX, 1)) * 180)
      },
      touchend: () => {
        if (startedAt !== undefined && distance >= PULL_PX && scrollY <= 0) pulled()
        startedAt = undefined
        turn(0)
      },
    }
    const options = { passive: true }
    addEventListener('touchstart', listen.touchstart, options)
    addEventListener('touchmove', listen.touchmove, options)
    addEventListener('touchend', listen.touchend, options)
    return () => {
      removeEventListener('touchstart', listen.touchstart)
      removeEventListener('touchmove', listen.touchmove)
      removeEventListener('touchend', listen.touchend)
    }
  }, [icon])
}
