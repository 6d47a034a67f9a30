import { UNIT } from '@btbc/money/amount.ts'

import { amountField, defineSetting, valueThen } from '#platform/settings.ts'

/** What operators may change about mining, and how far: never above what was published at first. */

export const emission = defineSetting({
  name: 'mining.emission',
  title: 'Emission',
  keeps: 'A run keeps the rate that it began with; a day that was filled is not filled again.',
  fields: {
    base: amountField({
      label: 'Base, in an hour',
      unit: 'BTBC',
      least: '0.00000001',
      most: '0.001',
    }),
    target: amountField({
      label: 'The pool is filled up to',
      unit: 'BTBC',
      least: '1',
      most: '1000000',
    }),
    day: amountField({ label: 'By a day at most', unit: 'BTBC', least: '1', most: '100000' }),
  },
})

export const launchSale = defineSetting({
  name: 'mining.launch',
  title: 'Price of a start',
  keeps: 'A start that was bought begins its run at any price; a purchase costs what was shown.',
  fields: {
    price: amountField({ label: 'Price of one', unit: 'USDT', least: '0.01', most: '10' }),
  },
})

/** In one read with others, as of `asked.at`: in units, as `settingAt` reads it. */
function unitsThen(setting: { name: string }, field: string): string {
  return `select ((value ->> '${field}')::numeric * ${UNIT})::bigint from (${valueThen(setting)}) held`
}

export const BASE_THEN = unitsThen(emission, 'base')
export const LAUNCH_PRICE_THEN = unitsThen(launchSale, 'price')
