import { amountField, choiceField, defineSetting, percentField } from '#platform/settings.ts'

/** What operators may change about the rails, and how far. */

const keeps = 'A deposit that was asked for goes on as it was asked for.'
const state = choiceField({ label: 'Deposits', choices: ['open', 'closed'] })
const units = (label: string) => amountField({ label, unit: 'BANK', least: '1', most: '1000000' })
const worth = (label: string) => amountField({ label, unit: 'USDT', least: '1', most: '1000000' })

export const bankRail = defineSetting({
  name: 'rail.bank',
  title: 'Deposits by bank transfer',
  keeps,
  fields: { state, least: units('Smallest'), most: units('Largest') },
  oddField: ({ least, most }) => (most < least ? 'most' : undefined),
})

export const gatewayRail = defineSetting({
  name: 'rail.gateway',
  title: 'Deposits through the gateway',
  keeps,
  fields: { state },
})

/** Of the rate before it: a slip of the finger is a hundredfold, a market moves in steps. */
const RATE_STEP_PERCENT = 20

const rate = (bounds: { label: string; unit: string; least: string; most: string }) =>
  amountField({ ...bounds, stepPercent: RATE_STEP_PERCENT })
const ofBankUnit = (label: string) => rate({ label, unit: 'USDT', least: '0.5', most: '2' })

export const railRates = defineSetting({
  name: 'rail.rates',
  title: 'Rates of the bank unit',
  keeps:
    'A deposit and a withdrawal keep the rate that they were asked for at, and a deal its price.',
  fields: {
    bank: ofBankUnit('One, by bank transfer'),
    gateway: ofBankUnit('One, through the gateway'),
    cny: rate({ label: 'One, between members', unit: 'CNY', least: '3.6', most: '14.4' }),
  },
})

export const railLimits = defineSetting({
  name: 'limits.rails',
  title: 'Limits of the rails',
  keeps,
  fields: {
    member: worth('Of a member, in 24 hours'),
    network: worth('Of a neighbourhood, in 24 hours'),
    treasury: percentField({
      label: 'Set aside, of the treasury',
      decimals: 2,
      least: '0.01',
      most: '50',
    }),
  },
})
