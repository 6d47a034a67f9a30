import { listDeposits, readCoin } from '@btbc/contract/deposit.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { coinChoices, coinOf } from '#payments/coins.ts'
import { PaymentRecordsRow } from '#payments/PaymentRecordsRow.tsx'
import { useArrivals } from '#screens/recharge/arrivals.ts'
import { Arriving } from '#screens/recharge/Arriving.tsx'
import { DepositAddress } from '#screens/recharge/DepositAddress.tsx'
import { Faucet } from '#screens/recharge/Faucet.tsx'
import { FindDeposit } from '#screens/recharge/FindDeposit.tsx'
import { PayFromWallet } from '#screens/recharge/PayFromWallet.tsx'
import { Page } from '#shell/Page.tsx'

export type CoinInfo = Answer<typeof readCoin>

/** Coins from outside: the network by its name, the address, what is on its way. */
export function RechargeScreen() {
  const t = useText()
  const navigate = useNavigate()
  const asked = useSearch({ strict: false }).currency
  const coin = coinOf(asked)
  const arrivals = useArrivals()
  const info = useCall(readCoin, { currency: coin.id }, { staleTime: 60_000 })
  return (
    <Page title={t('recharge.deposit')}>
      <Segmented
        legend={t('transfer.coin')}
        options={coinChoices}
        value={String(coin.id)}
        onChange={(currency) =>
          void navigate({
            href: paths.recharge(Number(currency)),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Loaded query={info} skeleton={<Skeleton className="h-95" />}>
        {(data) => (
          <>
            <DepositAddress info={data} />
            <Faucet key={data.currency} info={data} arrived={arrivals.arrived.length} />
            <PayFromWallet key={`pay ${data.currency}`} info={data} />
          </>
        )}
      </Loaded>
      <Arriving {...arrivals} />
      <FindDeposit />
      <PaymentRecordsRow call={listDeposits} />
    </Page>
  )
}
