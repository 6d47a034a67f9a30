import { clsx } from 'clsx'
import { useRef } from 'react'

import { useText } from '#i18n/text.ts'
import { Dial } from '#screens/home/Dial.tsx'
import { useTicking, type Ticking } from '#screens/home/ticking.ts'

const CLOCK_PLACE = '\u0001'

type MeterRingProps = Ticking & {
  /** One more for every start: the arc winds once. */
  starts: number
}

/**
 * Twenty-four hours as a dial, with what was mined in its middle.
 * React draws the still parts; `useTicking` writes the rest, ten times a second.
 */
export function MeterRing(ticking: MeterRingProps) {
  const { state, online, starts, unclaimed } = ticking
  const t = useText()
  const figure = useRef<HTMLElement>(null)
  useTicking(figure, ticking)
  return (
    <figure
      ref={figure}
      role="img"
      className={clsx(
        'meter relative mx-auto transition-opacity',
        state === 'finished' && 'meter-pulse',
        !online && 'opacity-60',
      )}
    >
      <Dial open={state !== 'idle'} starts={starts} />
      {state === 'running' && online && (
        <div data-part="spark" className="absolute inset-0" aria-hidden>
          <div className="meter-spark" />
        </div>
      )}
      <div className="absolute inset-0 grid place-content-center justify-items-center text-center">
        {state === 'idle' ? (
          <>
            <span className="meter-figure font-semibold">{t('home.ready')}</span>
            <span className="num max-w-3/5 text-small text-mut">
              {unclaimed === undefined
                ? t('home.readyHint')
                : t('home.unclaimed', { amount: unclaimed })}
            </span>
          </>
        ) : (
          <>
            <span className="text-small text-mut">{t('home.minedThisRun')}</span>
            <Figure />
            <span className="text-small text-mut">BTBC</span>
            <span className="num mt-2 text-ac">
              {state === 'finished' ? (
                t('home.finished')
              ) : (
                <TimeLeft text={t('home.left', { time: CLOCK_PLACE })} />
              )}
            </span>
          </>
        )}
      </div>
    </figure>
  )
}

/** '0.9396' large, '3312' small: the last four decimals move. */
function Figure() {
  return (
    <span className="num flex items-baseline font-semibold">
      <span data-part="head" className="meter-figure" />
      <span data-part="tail" className="text-section text-mut">
        {['a', 'b', 'c', 'd'].map((place) => (
          <span key={place} />
        ))}
      </span>
    </span>
  )
}

/** The words around the clock come from the language. */
function TimeLeft({ text }: { text: string }) {
  const [before, after] = text.split(CLOCK_PLACE)
  return (
    <>
      {before}
      <span data-part="time" />
      {after}
    </>
  )
}
