import { listRecords, readLaunches } from '@btbc/contract/mining.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { BalanceRow } from '@btbc/ui/BalanceRow.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { ReceiptText, Wallet } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { RecordLine } from '#payments/RecordLine.tsx'
import { IdentityRow } from '#screens/assets/IdentityRow.tsx'
import { OpenBooks } from '#screens/assets/OpenBooks.tsx'
import { Unclaimed } from '#screens/assets/Unclaimed.tsx'
import { RechargeCoins } from '#screens/assets/RechargeCoins.tsx'
import { WalletAddress } from '#screens/assets/WalletAddress.tsx'
import { WithdrawCoins } from '#screens/assets/WithdrawCoins.tsx'
import { balancesTogether } from '#wallets/balances.ts'
import { Covered } from '#wallets/Covered.tsx'
import { useHiding } from '#wallets/hiding.ts'
import { columnDecimals } from '#wallets/decimals.ts'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

const RECORDS_SHOWN = 20

/** What was mined, what is owned, what happened, and whether the house can stand for it. */
export function AssetsScreen() {
  const t = useText()
  return (
    <Page title={t('wallet.myAssets')}>
      <WalletAddress />
      <Unclaimed />
      <Balances />
      <RechargeCoins />
      <WithdrawCoins />
      <div className="card px-4">
        <IdentityRow />
      </div>
      <OpenBooks />
      <LatestRecords />
    </Page>
  )
}

function Balances() {
  const t = useText()
  const { amount, count } = useFormats()
  const { hidden } = useHiding()
  const wallets = useCall(listWallets)
  const launches = useCall(readLaunches).data?.free_times
  return (
    <Section title={t('wallet.balances')}>
      <p className="text-small text-mut">{t('wallet.allAccounts')}</p>
      <Loaded query={wallets} skeleton={<Skeleton className="h-96" />}>
        {(data) => (
          <div className="card px-4">
            <ul className="border-b border-line">
              {balancesTogether(data).map(({ currency, code, total }) => (
                <BalanceRow
                  key={currency}
                  currency={code}
                  amount={
                    <Covered hidden={hidden}>{amount(total, columnDecimals(total, code))}</Covered>
                  }
                />
              ))}
              {launches !== undefined && (
                <BalanceRow currency={t('home.startsLeft')} amount={count(launches)} />
              )}
            </ul>
            <LinkRow to={paths.wallet()} Icon={Wallet} label={t('shell.wallet')} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function LatestRecords() {
  const t = useText()
  const records = useCall(listRecords, { limit: RECORDS_SHOWN })
  return (
    <Section title={t('wallet.records')}>
      <Loaded query={records} skeleton={<Skeleton className="h-80" />}>
        {({ data }) => (
          <div className="card px-4">
            {data.length === 0 ? (
              <Empty>{t('wallet.noRecords')}</Empty>
            ) : (
              <ul className="border-b border-line">
                {data.map((entry) => (
                  <RecordLine key={entry.id} entry={entry} />
                ))}
              </ul>
            )}
            <LinkRow to={paths.income()} Icon={ReceiptText} label={t('wallet.allRecords')} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}
