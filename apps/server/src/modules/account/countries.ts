import type { Language } from '@btbc/contract/wire.ts'
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'

import { languageTags } from './language-tags.ts'

/** Countries and their dial codes. A country's row id is its place in this list, so the list only grows. */
const ISO = (
  'CN AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR ' +
  'BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ' +
  'EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN US GP GQ GR GT GU GW GY HK HN HR ' +
  'HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK ' +
  'LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE ' +
  'NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

/** Who is meant by a dial code that several countries share. */
const MAIN: Readonly<Record<string, CountryCode>> = {
  1: 'US',
  7: 'RU',
  39: 'IT',
  44: 'GB',
  47: 'NO',
  61: 'AU',
  212: 'MA',
  262: 'RE',
  290: 'SH',
  358: 'FI',
  590: 'GP',
  599: 'CW',
}

export type Country = { id: number; iso: CountryCode; dialCode: string }

const countries: readonly Country[] = ISO.flatMap((iso, index) =>
  isSupportedCountry(iso) ? [{ id: index + 1, iso, dialCode: getCountryCallingCode(iso) }] : [],
)

export const dialCodes: readonly string[] = [...new Set(countries.map((each) => each.dialCode))]

/** What a request says about the country: see `dialling` in the contract. */
export type Dialling = {
  area_code?: string | undefined
  area_code_id?: number | undefined
  mobile_code?: string | undefined
}

/**
 * The country meant. The row counts when its dial code agrees with the one given or none is given;
 * otherwise the dial code decides, because old clients send rows of another table.
 */
export function findCountry(dialling: Dialling): Country | undefined {
  const given = (dialling.area_code ?? dialling.mobile_code)?.replace(/^(\+|00)/, '')
  const row = countries.find((each) => each.id === dialling.area_code_id)
  if (given === undefined) return row
  if (row?.dialCode === given) return row
  const sharing = countries.filter((each) => each.dialCode === given)
  return sharing.find((each) => each.iso === MAIN[given]) ?? sharing[0]
}

export function isCountry(iso: string): boolean {
  return countries.some((each) => each.iso === iso)
}

/** Every country, by its name in a language. */
export function listCountries(language: Language) {
  const names = new Intl.DisplayNames(languageTags[language], { type: 'region' })
  const collator = new Intl.Collator(languageTags[language])
  return countries
    .map(({ id, iso, dialCode }) => ({
      id,
      area_code: dialCode,
      iso,
      name: names.of(iso) ?? iso,
      main: findCountry({ area_code: dialCode })?.id === id,
    }))
    .toSorted((one, other) => collator.compare(one.name, other.name))
}
