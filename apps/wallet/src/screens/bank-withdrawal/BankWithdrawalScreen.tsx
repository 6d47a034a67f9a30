import { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import { cancelBankWithdrawal, listBankWithdrawals } from '@btbc/contract/bank-withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { PaymentRecordsRow } from '#payments/PaymentRecordsRow.tsx'
import { BankForm } from '#screens/bank-withdrawal/BankForm.tsx'
import { ANY_CARD, BANK, platformOf } from '#screens/bank-withdrawal/form.ts'
import { Blocks } from '#payments/Blocks.tsx'
import { Page } from '#shell/Page.tsx'

/** USDT to a test account at a bank of the sandbox rail. */
export function BankWithdrawalScreen() {
  const t = useText()
  const navigate = useNavigate()
  const platform = platformOf(useSearch({ strict: false }).code)
  const info = useCall(readWithdrawalTerms, { type: String(currencies.USDT.id) })
  return (
    <Page title={t('withdrawal.toBank')}>
      <Banner tone="info">{t('withdrawal.testAccounts')}</Banner>
      <Segmented
        legend={t('withdrawal.platform')}
        options={[
          { value: BANK, label: t('payments.bank') },
          { value: ANY_CARD, label: t('withdrawal.anyCard') },
        ]}
        value={platform}
        onChange={(code) => void navigate({ href: paths.bankWithdrawal({ code }), replace: true })}
      />
      <Loaded query={info} skeleton={<Skeleton className="h-100" />}>
        {(data) => (
          <>
            <Blocks info={data} toBank />
            {data.outside && <BankForm platform={platform} info={data} />}
          </>
        )}
      </Loaded>
      <PaymentRecordsRow
        call={listBankWithdrawals}
        label={t('withdrawal.records')}
        cancel={cancelBankWithdrawal}
      />
    </Page>
  )
}
