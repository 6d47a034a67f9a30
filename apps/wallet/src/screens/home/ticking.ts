import { houseNow } from '@btbc/client/house-clock.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { tick as vibrate } from '@btbc/ui/haptics.ts'
import { useEffect, useEffectEvent, type RefObject } from 'react'

import { useFormats, type Formats } from '#i18n/numbers.ts'
import { useText, type Say } from '#i18n/text.ts'
import { clockText, readMeter, type Reading, type Run } from '#screens/home/meter.ts'

const TICK_MS = 100
/** For who asked for calm. */
const CALM_TICK_MS = 1000
/** Some fifteen are one dot of the screen. */
const RING_STEPS = 10_000
const MINUTE_S = 60

export type MeterState = 'idle' | 'running' | 'finished'

export type Ticking = {
  state: MeterState
  runs: readonly Run[]
  /** False while there is no network: the display rests, the run does not. */
  online: boolean
  /** What waits to be claimed, as it is shown on an idle dial; undefined when there is nothing. */
  unclaimed: string | undefined
  onEnd: () => void
}

/** Writes figure, clock, arc and label straight into the dial; React does not render for them. */
export function useTicking(figure: RefObject<HTMLElement | null>, ticking: Ticking): void {
  const { state, runs, online, unclaimed } = ticking
  const t = useText()
  const { amount } = useFormats()
  const end = useEffectEvent(ticking.onEnd)
  useEffect(() => {
    const place = figure.current
    if (!place) return undefined
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    let before: Reading | undefined
    function draw() {
      if (!place) return
      const reading = readMeter(runs, houseNow())
      write(place, reading, amount(formatAmount(reading.units), { minDecimals: 8 }), calm)
      if (reading.hours !== before?.hours)
        lightHours(place, state === 'idle' ? -1 : reading.hours, before !== undefined && !calm)
      if (minutesOf(reading) !== (before && minutesOf(before)))
        place.setAttribute('aria-label', labelOf({ state, reading, unclaimed, t, amount }))
      if (state === 'running' && reading.secondsLeft === 0 && before?.secondsLeft !== 0) end()
      before = reading
    }
    draw()
    if (state !== 'running' || !online) return undefined
    // Not with each frame: nobody sees more, and a battery does.
    const timer = setInterval(() => document.hidden || draw(), calm ? CALM_TICK_MS : TICK_MS)
    return () => clearInterval(timer)
  }, [figure, state, runs, online, unclaimed, t, amount])
}

function minutesOf(reading: Reading): number {
  return Math.ceil(reading.secondsLeft / MINUTE_S)
}

function part(place: HTMLElement, name: string): HTMLElement | null {
  return place.querySelector(`[data-part=${name}]`)
}

/** What is written is drawn anew, so only what changed is. A digit that did is bright until the next time. */
function write(place: HTMLElement, reading: Reading, mined: string, calm: boolean): void {
  turn(place, reading.progress)
  writeText(part(place, 'time'), clockText(reading.secondsLeft))
  const head = part(place, 'head')
  writeText(head, mined.slice(0, -4))
  // Three digits before the point leave less room in the ring.
  head?.toggleAttribute('data-long', mined.length > 11)
  for (const [index, digit] of [...(part(place, 'tail')?.children ?? [])].entries()) {
    const isFresh = writeText(digit, mined.at(index - 4) ?? '')
    digit.toggleAttribute('data-fresh', isFresh && !calm)
  }
}

function turn(place: HTMLElement, progress: number): void {
  const steps = Math.round(progress * RING_STEPS)
  const left = String((RING_STEPS - steps) / RING_STEPS)
  const arc = part(place, 'arc')
  if (arc?.getAttribute('stroke-dashoffset') !== left) arc?.setAttribute('stroke-dashoffset', left)
  const spark = part(place, 'spark')
  if (spark) spark.style.rotate = `${steps / RING_STEPS}turn`
}

/** Answers whether it said something else. */
function writeText(place: Element | null, text: string): boolean {
  if (!place || place.textContent === text) return false
  place.textContent = text
  return true
}

/** Each full hour its tick clicks on. */
function lightHours(place: HTMLElement, hours: number, click: boolean): void {
  for (const [hour, tick] of [...place.querySelectorAll('[data-part=tick]')].entries()) {
    tick.toggleAttribute('data-lit', hour <= hours)
    tick.classList.toggle('meter-click', click && hour === hours)
  }
  if (click) vibrate()
}

type Label = {
  state: MeterState
  reading: Reading
  unclaimed: string | undefined
  t: Say
  amount: Formats['amount']
}

/** What a screen reader finds: made anew each minute, not announced. */
function labelOf({ state, reading, unclaimed, t, amount }: Label): string {
  if (state === 'idle')
    return unclaimed === undefined
      ? t('home.labelIdle')
      : t('home.labelIdleUnclaimed', { amount: unclaimed })
  const mined = amount(formatAmount(reading.units), { decimals: 4, minDecimals: 4 })
  if (state === 'finished') return t('home.labelFinished', { amount: mined })
  const minutes = minutesOf(reading)
  return t('home.labelRunning', {
    percent: Math.floor(reading.progress * 100),
    amount: mined,
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  })
}
