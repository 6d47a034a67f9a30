import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Team } from '#mining/bonus.ts'

const WIDTH = 358
const HEIGHT = 160
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 }
const INNER = { x: 92, y: 46, seats: 12 }
const OUTER = { x: 160, y: 68, seats: 30 }

type Seat = { x: number; y: number; taken: boolean; active: boolean }

/** The member in the middle, direct members around, the others outside: lit when they count. */
export function TeamMap({ team }: { team: Team }) {
  const t = useText()
  const { count } = useFormats()
  const direct = team.direct
  const others = team.total - direct
  const inner = seatsOn(INNER, direct, team.active_direct, 6)
  const outer = seatsOn(OUTER, others, team.active_other, 18)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('team.map', {
        direct: count(direct),
        active: count(team.active_direct),
        others: count(others),
      })}
      className="card w-full"
    >
      {[INNER, OUTER].map(({ x, y }) => (
        <ellipse
          key={x}
          cx={CENTRE.x}
          cy={CENTRE.y}
          rx={x}
          ry={y}
          className="fill-none stroke-line"
        />
      ))}
      {inner.map((seat) => (
        <line
          key={`${seat.x} ${seat.y}`}
          x1={CENTRE.x}
          y1={CENTRE.y}
          x2={seat.x}
          y2={seat.y}
          className={seat.active ? 'stroke-ac3' : 'stroke-line'}
        />
      ))}
      {outer.map((seat) => (
        <Dot key={`${seat.x} ${seat.y}`} seat={seat} radius={3.5} />
      ))}
      {inner.map((seat) => (
        <Dot key={`${seat.x} ${seat.y}`} seat={seat} radius={8} />
      ))}
      <circle cx={CENTRE.x} cy={CENTRE.y} r="24" className="fill-s1 stroke-ac" strokeWidth="2" />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="15" className="fill-acf" />
    </svg>
  )
}

function Dot({ seat, radius }: { seat: Seat; radius: number }) {
  const look = seat.active
    ? 'fill-acf stroke-acf'
    : seat.taken
      ? 'fill-s3 stroke-ctl'
      : 'fill-s1 stroke-line'
  return <circle cx={seat.x} cy={seat.y} r={radius} className={look} strokeWidth="1.5" />
}

/** Evenly around, from the top; empty seats wait where there is nobody yet. */
function seatsOn(
  ring: { x: number; y: number; seats: number },
  members: number,
  active: number,
  emptySeats: number,
): Seat[] {
  const seats = Math.max(Math.min(members, ring.seats), emptySeats)
  return Array.from({ length: seats }, (_, index) => {
    const angle = (index / seats) * 2 * Math.PI - Math.PI / 2
    return {
      x: Math.round((CENTRE.x + ring.x * Math.cos(angle)) * 10) / 10,
      y: Math.round((CENTRE.y + ring.y * Math.sin(angle)) * 10) / 10,
      taken: index < members,
      active: index < active,
    }
  })
}
