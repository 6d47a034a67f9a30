import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { bestLevels, type Book, type Level } from '#live/book.ts'
import { type Market, precisionOf } from '#markets/markets.ts'

const LEVELS = 20
const WIDTH = 320
const HEIGHT = 140
const MIDDLE = WIDTH / 2

/** What is offered within the best twenty levels, added up away from the middle. */
export function DepthChart({ market, book }: { market: Market; book: Book }) {
  const t = useText()
  const { amount } = useFormats()
  const bids = sumsOf(bestLevels(book, 'bids', LEVELS))
  const asks = sumsOf(bestLevels(book, 'asks', LEVELS))
  const bidTotal = bids.at(-1)?.sum ?? 0n
  const askTotal = asks.at(-1)?.sum ?? 0n
  const most = bidTotal > askTotal ? bidTotal : askTotal
  const { price: decimals } = precisionOf(market)
  const quantity = (units: bigint) =>
    `${amount(formatAmount(units), { decimals: 4 })} ${market.currency_name}`
  const price = (level: Level | undefined) =>
    level === undefined ? '—' : amount(level.price, { decimals, minDecimals: decimals })
  return (
    <figure className="card grid gap-2 p-3">
      <svg
        role="img"
        aria-label={t('exchange.depthSentence', {
          bids: quantity(bidTotal),
          asks: quantity(askTotal),
        })}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-36 w-full"
      >
        <path d={areaOf(bids, most, -1)} className="fill-up stroke-up" fillOpacity="0.18" />
        <path d={areaOf(asks, most, 1)} className="fill-dn stroke-dn" fillOpacity="0.18" />
      </svg>
      <figcaption className="num flex flex-wrap justify-between gap-x-2 text-label text-mut">
        <span>{price(bids.at(-1)?.level)}</span>
        <span className="text-up">{price(bids[0]?.level)}</span>
        <span className="text-dn">{price(asks[0]?.level)}</span>
        <span>{price(asks.at(-1)?.level)}</span>
      </figcaption>
    </figure>
  )
}

type Sum = { level: Level; sum: bigint }

function sumsOf(levels: readonly Level[]): Sum[] {
  let sum = 0n
  return levels.map((level) => {
    sum += parseAmount(level.quantity) ?? 0n
    return { level, sum }
  })
}

/** Stairs from the middle outwards. A picture: thousandths are enough. */
function areaOf(sums: readonly Sum[], most: bigint, way: 1 | -1): string {
  if (sums.length === 0 || most === 0n) return ''
  const step = (MIDDLE - 1) / sums.length
  let path = `M${MIDDLE + way} ${HEIGHT}`
  for (const [index, { sum }] of sums.entries()) {
    const y = HEIGHT - (Number((sum * 1000n) / most) / 1000) * (HEIGHT - 4)
    path += `L${MIDDLE + way * (1 + index * step)} ${y.toFixed(1)}H${MIDDLE + way * (1 + (index + 1) * step)}`
  }
  return `${path}V${HEIGHT}Z`
}
