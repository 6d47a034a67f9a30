import { readProfile } from '@btbc/contract/account.ts'
import { listCountries } from '@btbc/contract/news.ts'
import { SelectSheet } from '@btbc/ui/SelectSheet.tsx'
import type { ReactNode } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import {
  type Country,
  countryOfDevice,
  type CountryPair,
  findCountry,
  pairOf,
} from '#forms/countries.ts'
import { useText } from '#i18n/text.ts'

type CountryFieldProps = {
  value: CountryPair
  onChange: (pair: CountryPair) => void
  hint?: string
  error?: string | undefined
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The country of a phone number, by name and dial code. */
export function CountryField({ value, onChange, hint, error }: CountryFieldProps) {
  const t = useText()
  const countries = useCountries()
  const chosen = findCountry(countries, value)
  return (
    <SelectSheet
      label={t('session.country')}
      choices={countries.map(({ id, name, area_code }) => ({
        value: String(id),
        label: name,
        detail: `+${area_code}`,
      }))}
      value={chosen && String(chosen.id)}
      shown={chosen ? `${chosen.name} +${chosen.area_code}` : `+${value.area_code}`}
      onChange={(id) => {
        const country = countries.find((each) => String(each.id) === id)
        if (country) onChange({ area_code: country.area_code, area_code_id: country.id })
      }}
      hint={hint}
      error={error}
    />
  )
}

function useCountryList() {
  return useCall(listCountries, {}, { staleTime: DAY_MS })
}

function useCountries(): readonly Country[] {
  return useCountryList().data ?? []
}

/**
 * The country that the member chose on joining: their other numbers are mostly of it too. Nothing is shown
 * before it is known: what is typed until then would be a number of no country.
 */
export function WithOwnCountry(props: {
  skeleton: ReactNode
  children: (own: CountryPair | undefined) => ReactNode
}) {
  const { skeleton, children } = props
  const profile = useCall(readProfile)
  const countries = useCountryList()
  return (
    <Loaded query={profile} skeleton={skeleton}>
      {({ country: iso }) => (
        <Loaded query={countries} skeleton={skeleton}>
          {(all) => {
            const own = all.find((country) => country.iso === iso)
            return children(own && pairOf(own))
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

/** That of the device, for who has not chosen yet: it cannot be changed once the account is open. */
export function useDeviceCountry(): CountryPair | undefined {
  return countryOfDevice(useCountries(), navigator.languages)
}
