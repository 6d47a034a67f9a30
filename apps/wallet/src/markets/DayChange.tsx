import { clsx } from 'clsx'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { isQuiet, type Market } from '#markets/markets.ts'

/** '▲ 1.84 %': colour, sign and, for readers, a word. */
function Delta({ change, className }: { change: string; className?: string }) {
  const t = useText()
  const { amount } = useFormats()
  const way = wayOf(change)
  return (
    <span className={clsx('num whitespace-nowrap text-small', wayClass[way], className)}>
      {way !== 'same' && (
        <>
          <span aria-hidden>{way === 'up' ? '▲' : '▼'} </span>
          <span className="sr-only">{t(way === 'up' ? 'exchange.up' : 'exchange.down')} </span>
        </>
      )}
      {t('shell.percent', {
        percent: amount(change.replace('-', ''), { decimals: 2, minDecimals: 2 }),
      })}
    </span>
  )
}

/** The change of a market's day; words where there was none. */
export function DayChange({ market, className }: { market: Market; className?: string }) {
  const t = useText()
  if (!isQuiet(market)) return <Delta change={market.change} {...(className && { className })} />
  return <span className={clsx('text-small text-sub', className)}>{t('exchange.noTradesDay')}</span>
}

export type Way = 'up' | 'down' | 'same'

/** Red is gain where people are used to it. */
export const wayClass: Record<Way, string> = {
  up: 'text-gain',
  down: 'text-dn in-data-[gains=red]:text-up',
  same: 'text-mut',
}

/** Of a signed percentage as the wire has it. */
export function wayOf(change: string): Way {
  if (/^-?0*(\.0*)?$/.test(change)) return 'same'
  return change.startsWith('-') ? 'down' : 'up'
}
