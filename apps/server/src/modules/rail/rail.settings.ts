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
