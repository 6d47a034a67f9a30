import { useEffect, useId, useRef, useState } from 'react'

import { useText } from '#i18n/text.ts'
import { drawGrowth } from '#screens/lock/draw-growth.ts'
import type { Step } from '#screens/lock/growth.ts'

type GrowthLineProps = {
  steps: readonly Step[]
  /** The server's time in ms: what lies before it is paid. */
  now: number
  /** All that the line shows, in words; they stand above it. */
  sentence: string
}

const DRAW_MS = 900

/**
 * What was paid as a line, and what is reserved and comes as its dashed end. It is drawn in the colours
 * of the theme it began in.
 */
export function GrowthLine({ steps, now, sentence }: GrowthLineProps) {
  const t = useText()
  const id = useId()
  const place = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  const wasDrawn = useRef(false)
  useEffect(() => {
    const canvas = place.current
    const pen = canvas?.getContext('2d')
    if (!canvas || !pen) {
      setBroken(true)
      return undefined
    }
    const show = (shown: number) => drawGrowth(pen, { steps, now, shown })
    const stop = wasDrawn.current ? still(show) : wind(show)
    wasDrawn.current = true
    const resized = new ResizeObserver(() => {
      fit(canvas)
      show(1)
    })
    fit(canvas)
    resized.observe(canvas)
    return () => {
      stop()
      resized.disconnect()
    }
  }, [steps, now])
  return (
    <div className="grid gap-3">
      <p id={id} className="num text-small text-mut">
        {isBroken && `${t('lock.noCanvas')}. `}
        {sentence}
      </p>
      {!isBroken && <canvas ref={place} role="img" aria-labelledby={id} className="h-40 w-full" />}
    </div>
  )
}

/** Sharp on screens with more than one dot to a pixel. */
function fit(canvas: HTMLCanvasElement): void {
  const dots = devicePixelRatio
  canvas.width = Math.round(canvas.clientWidth * dots)
  canvas.height = Math.round(canvas.clientHeight * dots)
}

function still(show: (shown: number) => void): () => void {
  show(1)
  return () => undefined
}

/** Draws it from left to right, once; it stands still for who wants less motion. */
function wind(show: (shown: number) => void): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return still(show)
  const started = performance.now()
  let frame = requestAnimationFrame(function draw(at) {
    const part = Math.min((at - started) / DRAW_MS, 1)
    show(1 - (1 - part) ** 3)
    if (part < 1) frame = requestAnimationFrame(draw)
  })
  return () => cancelAnimationFrame(frame)
}
