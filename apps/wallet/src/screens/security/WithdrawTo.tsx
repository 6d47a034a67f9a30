import { listAddresses } from '@btbc/contract/saved-address.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { ChainAddress } from '#payments/ChainAddress.tsx'

type WithdrawToProps = {
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** The saved addresses a key may withdraw to; none means that it may not withdraw. */
export function WithdrawTo({ chosen, onChange }: WithdrawToProps) {
  const t = useText()
  const book = useCall(listAddresses)
  return (
    <fieldset className="grid gap-1">
      <legend className="text-small text-sub">{t('security.keyWithdrawTo')}</legend>
      <Loaded query={book} skeleton={<Skeleton className="h-20" />}>
        {(saved) => (
          <>
            {saved.map(({ id, name, address }) => (
              <Checkbox
                key={id}
                label={
                  <span className="grid min-w-0">
                    <span className="break-words">{name}</span>
                    <span className="text-small text-mut">
                      <ChainAddress address={address} />
                    </span>
                  </span>
                }
                checked={chosen.includes(address)}
                onChange={(isChosen) =>
                  onChange(
                    isChosen ? [...chosen, address] : chosen.filter((each) => each !== address),
                  )
                }
              />
            ))}
            <p className="text-small text-sub">
              {t(saved.length === 0 ? 'security.keyNoAddresses' : 'security.keyWithdrawHint')}
            </p>
          </>
        )}
      </Loaded>
    </fieldset>
  )
}
