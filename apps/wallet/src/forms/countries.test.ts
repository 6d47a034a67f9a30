import { expect, test } from 'vitest'

import { countryOfDevice, findCountry } from '#forms/countries.ts'

const countries = [
  { id: 38, iso: 'CA', area_code: '1', name: 'Canada', main: false },
  { id: 1, iso: 'CN', area_code: '86', name: 'China', main: true },
  { id: 86, iso: 'GE', area_code: '995', name: 'Georgia', main: true },
  { id: 228, iso: 'US', area_code: '1', name: 'United States', main: true },
]

test.each([
  ['the row, when its dial code agrees', { area_code: '1', area_code_id: 38 }, 'CA'],
  ['the main country, when the row is another one', { area_code: '1', area_code_id: 86 }, 'US'],
  ['the only country of the dial code', { area_code: '995', area_code_id: 0 }, 'GE'],
  ['nothing, when nobody has the dial code', { area_code: '0', area_code_id: 1 }, undefined],
])('a pair means %s', (_, pair, iso) => {
  expect(findCountry(countries, pair)?.iso).toBe(iso)
})

test.each([
  [['fr', 'fr-CA', 'en-US'], 'CA'],
  [['zh-Hans-CN'], 'CN'],
  [['en'], undefined],
  [['en-XX', 'en-US'], undefined],
])('a device that prefers %s is at home in %s', (preferred, iso) => {
  const home = countryOfDevice(countries, preferred)
  expect(home && findCountry(countries, home)?.iso).toBe(iso)
})
