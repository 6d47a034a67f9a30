import { amountField, defineSetting } from '#platform/settings.ts'

/** What operators may take for the price of a coin, and how far: half and twice the first one. */

/** Of the price before it: a slip of the finger is a tenfold, and so are the limits that follow from it. */
const STEP_PERCENT = 20

const price = (label: string, least: string, most: string) =>
  amountField({ label, unit: 'USDT', least, most, stepPercent: STEP_PERCENT })

export const priceSetting = defineSetting({
  name: 'prices.reference',
  title: 'Reference prices',
  keeps:
    'A withdrawal keeps what it was worth, a claim its fee, and a day of simulated prices the reference of its midnight.',
  fields: {
    btc: price('BTC', '30000', '120000'),
    eth: price('ETH', '1500', '6000'),
    bnb: price('BNB', '300', '1200'),
    btbc: price('BTBC', '0.4', '1.6'),
  },
})
