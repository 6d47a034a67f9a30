import { amountField, defineSetting } from '#platform/settings.ts'

/** How much may leave, of a member and of all together. */

const keeps = 'What was asked for goes on.'
const worth = (label: string) => amountField({ label, unit: 'USDT', least: '1', most: '10000000' })

const ofMembers = (tier: 'verified' | 'unverified', title: string) =>
  defineSetting({
    name: `limits.${tier}`,
    title,
    keeps,
    fields: { day: worth('In 24 hours, worth'), month: worth('In 30 days, worth') },
    oddField: ({ day, month }) => (month < day ? 'month' : undefined),
  })

export const limitsByTier = {
  verified: ofMembers('verified', 'Limits with an accepted identity'),
  unverified: ofMembers('unverified', 'Limits without an accepted identity'),
}

export const houseLimits = defineSetting({
  name: 'limits.house',
  title: 'Limits of all together',
  keeps,
  fields: { hour: worth('In one hour, worth'), day: worth('In 24 hours, worth') },
  oddField: ({ hour, day }) => (day < hour ? 'day' : undefined),
})
