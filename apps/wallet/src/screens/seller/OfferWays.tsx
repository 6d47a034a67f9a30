import { listPayees, type PayWay } from '@btbc/contract/payee.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { wayTexts } from '#payees/ways.ts'
import { Wrong } from '#payments/AmountField.tsx'
import { AppLink } from '#shell/AppLink.tsx'

type OfferWaysProps = {
  chosen: readonly PayWay[]
  onChange: (ways: readonly PayWay[]) => void
  error: string | undefined
}

/** Of the ways the member takes at all. */
export function OfferWays({ chosen, onChange, error }: OfferWaysProps) {
  const t = useText()
  const payees = useCall(listPayees)
  return (
    <fieldset
      tabIndex={-1}
      data-invalid={error === undefined ? undefined : true}
      className="grid gap-1"
    >
      <legend className="text-small text-mut">{t('seller.ways')}</legend>
      <Loaded query={payees} skeleton={<Skeleton className="h-12" />}>
        {(own) => (
          <>
            {own.length === 0 && <p>{t('seller.noWays')}</p>}
            {own.map(({ way }) => (
              <Checkbox
                key={way}
                label={t(wayTexts[way])}
                checked={chosen.includes(way)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...chosen, way] : chosen.filter((each) => each !== way))
                }
              />
            ))}
            <AppLink
              to={paths.payees()}
              className="press inline-flex min-h-11 items-center text-ac underline"
            >
              {t('seller.addWay')}
            </AppLink>
          </>
        )}
      </Loaded>
      {error !== undefined && <Wrong>{error}</Wrong>}
    </fieldset>
  )
}
