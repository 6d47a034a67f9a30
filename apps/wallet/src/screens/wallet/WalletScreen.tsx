import { listWallets } from '@btbc/contract/wallet.ts'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import {
  ArrowRightLeft,
  Eye,
  EyeOff,
  LockKeyhole,
  PiggyBank,
  ReceiptText,
  RotateCw,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { balancesOf, type WalletName } from '#wallets/balances.ts'
import { columnDecimals } from '#wallets/decimals.ts'
import { Covered } from '#wallets/Covered.tsx'
import { CoinRow } from '#screens/wallet/CoinRow.tsx'
import { MoneyActions } from '#screens/wallet/MoneyActions.tsx'
import { useHiding } from '#wallets/hiding.ts'
import { walletTexts } from '#wallets/wallets.ts'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

const SYNC_MS = 60_000

/** What the member owns, account by account. */
export function WalletScreen() {
  const t = useText()
  const hiding = useHiding()
  const wallets = useCall(listWallets, {}, { refetchInterval: SYNC_MS })
  return (
    <Page title={t('wallet.myAssets')} heading={t('shell.wallet')}>
      <Loaded query={wallets} skeleton={<WalletSkeleton />}>
        {(data) => (
          <>
            <Total
              total={data.total_usdt}
              {...hiding}
              refreshing={wallets.isFetching}
              onRefresh={() => void wallets.refetch()}
            />
            <MoneyActions />
            <Accounts wallets={data} hidden={hiding.hidden} />
          </>
        )}
      </Loaded>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.exchange()} Icon={ArrowRightLeft} label={t('exchange.exchange')} />
        <LinkRow to={paths.lockPlan()} Icon={LockKeyhole} label={t('lock.plan')} />
        <LinkRow to={paths.funds()} Icon={PiggyBank} label={t('fund.funds')} />
        <LinkRow to={paths.assets()} Icon={UserRound} label={t('wallet.myAssets')} />
        <LinkRow to={paths.income()} Icon={ReceiptText} label={t('wallet.records')} />
      </nav>
    </Page>
  )
}

type TotalProps = {
  total: string
  hidden: boolean
  toggle: () => void
  refreshing: boolean
  onRefresh: () => void
}

function Total({ total, hidden, toggle, refreshing, onRefresh }: TotalProps) {
  const t = useText()
  const { amount } = useFormats()
  return (
    <section aria-label={t('wallet.total')} className="card grid gap-1 py-3 pr-2 pl-4">
      <div className="flex items-center justify-between gap-2">
        <p className="text-small text-mut">{t('wallet.total')}</p>
        <span className="flex">
          <IconButton
            label={hidden ? t('wallet.show') : t('wallet.hide')}
            onClick={toggle}
            className="text-mut"
          >
            {hidden ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </IconButton>
          <IconButton label={t('shell.refresh')} onClick={onRefresh} className="text-mut">
            <RotateCw size={20} aria-hidden className={refreshing ? 'animate-spin' : ''} />
          </IconButton>
        </span>
      </div>
      <p className="num min-h-8.5 pr-2 text-amount wrap-anywhere font-semibold">
        <Covered hidden={hidden}>
          {amount(total, { decimals: 2, minDecimals: 2 })}{' '}
          <span className="text-small font-normal text-mut">USDT</span>
        </Covered>
      </p>
      <p className="pr-2 text-small text-sub">{t('wallet.totalNote')}</p>
    </section>
  )
}

function Accounts({ wallets, hidden }: { wallets: Answer<typeof listWallets>; hidden: boolean }) {
  const t = useText()
  const { amount } = useFormats()
  const [wallet, setWallet] = useState<WalletName>('change')
  const chosen = walletTexts.find(({ value }) => value === wallet)
  return (
    <section aria-label={t('wallet.balances')} className="grid grid-cols-1 gap-3">
      <Segmented
        legend={t('shell.account')}
        options={walletTexts.map(({ value, name }) => ({ value, label: t(name) }))}
        value={wallet}
        onChange={setWallet}
      />
      {chosen && <p className="text-small text-mut">{t(chosen.what)}</p>}
      <ul className="card px-4">
        {balancesOf(wallets, wallet).map(({ currency, code, available, locked }) => (
          <CoinRow
            key={currency}
            to={paths.statement(wallet, currency)}
            code={code}
            amount={
              <Covered hidden={hidden}>
                {amount(available, columnDecimals(available, code))}
              </Covered>
            }
            locked={
              hidden
                ? undefined
                : t('wallet.locked', { amount: amount(locked, columnDecimals(locked, code)) })
            }
          />
        ))}
      </ul>
    </section>
  )
}

function WalletSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-37" />
      <Skeleton className="h-18" />
      <Skeleton className="h-13" />
      <Skeleton className="h-3 w-56" />
      <Skeleton className="h-72" />
    </div>
  )
}
