import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { priceAmount } from '@btbc/money/amount.ts'

import { findBest, type HouseShare, readStandings, type Wanted } from './offer.match.ts'
import { LEAST } from './offer.ts'

const unavailable = {
  alipay: 'alipay_unavailable',
  wechat: 'wechat_unavailable',
  bank: 'bank_unavailable',
} as const

/** Why nobody's offer fits: nobody sells, nobody takes the way, or nobody the amount. */
export async function whyUnmatched(tx: Tx, wanted: Wanted): Promise<Refusal> {
  const { way, fiat, house } = wanted
  const isKept = wanted.isFirst && (await findBest(tx, { ...wanted, isFirst: false }))
  if (isKept) return new Refusal('first_deals_share')
  if (await isHouseShare(tx, wanted)) return (await whyOutside(tx, wanted)) ?? houseShare(house)
  if (fiat === undefined && way === undefined) return new Refusal('no_seller')
  const any = await findBest(tx, { ...wanted, fiat: undefined, way: undefined })
  if (!any) return new Refusal('no_seller')
  if (way !== undefined && !(await findBest(tx, { ...wanted, fiat: undefined }))) {
    return new Refusal(unavailable[way])
  }
  return (await whyOutside(tx, wanted)) ?? new Refusal('no_seller')
}

/** The amount is beyond what one deal can be with anybody. */
async function whyOutside(tx: Tx, wanted: Wanted): Promise<Refusal | undefined> {
  const { fiat } = wanted
  const [standing] = await readStandings(tx, [wanted])
  const { least, most } = standing ?? { least: null, most: null }
  if (fiat === undefined || least === null || most === null) return undefined
  if (fiat >= least && fiat <= most) return undefined
  return new Refusal('deal_amount_range', { min: priceAmount(least), max: priceAmount(most) })
}

/** The house's seller would sell this, had it not sold the buyer as much already. */
async function isHouseShare(tx: Tx, wanted: Wanted): Promise<boolean> {
  const { fiat = LEAST, house } = wanted
  if (house.until === null || house.left >= fiat) return false
  const match = await findBest(tx, { ...wanted, house: { ...house, left: fiat } })
  return match?.memberId === house.sellerId
}

function houseShare({ most, left, until }: HouseShare): Refusal {
  return new Refusal('house_share', {
    most: priceAmount(most),
    left: priceAmount(left),
    ...(until && { until: until.toISOString() }),
  })
}
