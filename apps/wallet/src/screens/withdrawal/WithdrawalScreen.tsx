import {
  cancelWithdrawal,
  listWithdrawals,
  readWithdrawalTerms,
} from '@btbc/contract/withdrawal.ts'
import { SelectSheet } from '@btbc/ui/SelectSheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Blocks } from '#payments/Blocks.tsx'
import { coinChoices, coinOf } from '#payments/coins.ts'
import { WithdrawForm } from '#screens/withdrawal/WithdrawForm.tsx'
import { PaymentRecordsRow } from '#payments/PaymentRecordsRow.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

/** Coins to an address, or to another member. */
export function WithdrawalScreen() {
  const t = useText()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const currency = String(coinOf(search.currency).id)
  const info = useCall(readWithdrawalTerms, { type: currency })
  return (
    <Page title={t('withdrawal.withdraw')}>
      <SelectSheet
        label={t('withdrawal.coin')}
        choices={coinChoices}
        value={currency}
        onChange={(next) => void navigate({ href: paths.withdrawal(Number(next)), replace: true })}
      />
      <Loaded query={info} skeleton={<Skeleton className="h-150" />}>
        {(data) => (
          <>
            <Blocks info={data} />
            <WithdrawForm key={data.currency} info={data} />
          </>
        )}
      </Loaded>
      <PaymentRecordsRow
        call={listWithdrawals}
        label={t('withdrawal.records')}
        cancel={cancelWithdrawal}
      />
      <div className="card px-4">
        <LinkRow to={paths.bankWithdrawal()} Icon={Landmark} label={t('withdrawal.toBank')} />
      </div>
    </Page>
  )
}
