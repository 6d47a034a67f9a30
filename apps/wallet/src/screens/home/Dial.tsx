import { tick } from '@btbc/ui/haptics.ts'
import { useEffect, useRef } from 'react'

type DialProps = {
  /** False on an idle dial: no arc. */
  open: boolean
  /** One more for every start: the arc winds once. */
  starts: number
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** The drawing: 24 ticks, a track and the arc. */
export function Dial({ open, starts }: DialProps) {
  return (
    <svg viewBox="0 0 264 264" className="size-full" aria-hidden>
      {HOURS.map((hour) => (
        <g key={hour} transform={`rotate(${hour * 15} 132 132)`}>
          <line
            data-part="tick"
            className="meter-tick"
            x1="132"
            y1={hour % 6 === 0 ? 4 : 8}
            x2="132"
            y2="16"
          />
        </g>
      ))}
      <Ring stroke="var(--s3)" />
      {open && <Ring part="arc" stroke="var(--ac)" />}
      <Winding starts={starts} />
    </svg>
  )
}

function Ring({ part, stroke }: { part?: string; stroke: string }) {
  return (
    <circle
      {...(part && {
        'data-part': part,
        strokeLinecap: 'round',
        pathLength: 1,
        strokeDasharray: '1 1',
        strokeDashoffset: 1,
        transform: 'rotate(-90 132 132)',
      })}
      cx="132"
      cy="132"
      r="106"
      fill="none"
      stroke={stroke}
      strokeWidth="10"
    />
  )
}

/** Winds once round when a run was started, and is gone. */
function Winding({ starts }: { starts: number }) {
  const ring = useRef<SVGGElement>(null)
  useEffect(() => {
    if (starts === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    tick()
    const timing = { duration: 480, easing: 'cubic-bezier(.2,.8,.2,1)' }
    ring.current?.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], timing)
    ring.current
      ?.querySelector('circle')
      ?.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], timing)
  }, [starts])
  return (
    <g ref={ring} opacity="0">
      <Ring part="winding" stroke="var(--ac)" />
    </g>
  )
}
