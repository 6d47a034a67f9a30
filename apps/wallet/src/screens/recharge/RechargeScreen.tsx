import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { PaymentRecordsRow } from '#payments/PaymentRecordsRow.tsx'
import { useArrivals } from '#screens/recharge/arrivals.ts'
import { Arriving } from '#screens/recharge/Arriving.tsx'
import { DepositAddress } from '#screens/recharge/DepositAddress.tsx'
import { Faucet } from '#screens/recharge/Faucet.tsx'
import { FindDeposit } from '#screens/recharge/FindDeposit.tsx'
import { PayFromWallet } from '#screens/recharge/PayFromWallet.tsx'
import { Page } from '#shell/Page.tsx'

export type CoinInfo = Answer<'/wallet/get_info'>

const coins = [
  { value: '3', label: 'USDT' },
  { value: '28', label: 'BTBC' },
  { value: '18', label: 'BNB' },
  { value: '1', label: 'BTC' },
] as const
type CoinId = (typeof coins)[number]['value']

/** Coins from outside: the network by its name, the address, what is on its way. */
export function RechargeScreen() {
  const t = useText()
  const navigate = useNavigate()
  const asked = useSearch({ strict: false }).currency
  const coin = coins.find(({ value }) => value === asked)?.value ?? '3'
  const arrivals = useArrivals()
  const info = useCall('/wallet/get_info', { currency: Number(coin) }, { staleTime: 60_000 })
  return (
    <Page title={t('recharge.deposit')}>
      <Segmented
        legend={t('transfer.coin')}
        options={coins}
        value={coin}
        onChange={(currency: CoinId) =>
          void navigate({
            to: '/recharge',
            search: { currency },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Loaded query={info} skeleton={<Skeleton className="h-120" />}>
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
      <PaymentRecordsRow path="/pay/coin_recharge_list" />
    </Page>
  )
}
