import type { listCountries } from '@btbc/contract/news.ts'

import type { Answer } from '#api/call.ts'

export type Country = Answer<typeof listCountries>[number]
/** Dial code and row, as the calls name them. */
export type CountryPair = { area_code: string; area_code_id: number }

/** The country a pair means: its row when the dial code agrees, else the dial code's main country. */
export function findCountry(
  countries: readonly Country[],
  { area_code, area_code_id }: CountryPair,
): Country | undefined {
  const sharing = countries.filter((country) => country.area_code === area_code)
  return (
    sharing.find((country) => country.id === area_code_id) ??
    sharing.find((country) => country.main)
  )
}

export function pairOf({ area_code, id }: Country): CountryPair {
  return { area_code, area_code_id: id }
}

/** Where the device is at home, by the first language it prefers that names a region. */
export function countryOfDevice(
  countries: readonly Country[],
  preferred: readonly string[],
): CountryPair | undefined {
  const region = preferred
    .map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1])
    .find((found) => found !== undefined)
  const home = countries.find(({ iso }) => iso === region)
  return home && pairOf(home)
}
